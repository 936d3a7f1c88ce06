import type { GrantFinding } from '../driver.js';
import type { SourceClient } from './connect.js';
import { GRANT_FINDINGS_SQL } from './grants-sql.js';

/** The proof: everything that the account, or a role it may become, is allowed beyond SELECT. Empty of 'fail' means read-only. */
export async function grantFindings(client: SourceClient): Promise<GrantFinding[]> {
  const found = await client.query<GrantFinding>(GRANT_FINDINGS_SQL);
  return found.rows;
}

/** How a correct account is made; repeat the two schema lines for each schema to be read. */
export function readerScript(database: string): string {
  return [
    "CREATE ROLE countersign_reader LOGIN PASSWORD '<password>' NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;",
    `GRANT CONNECT ON DATABASE "${database.replaceAll('"', '""')}" TO countersign_reader;`,
    'GRANT USAGE ON SCHEMA public TO countersign_reader;',
    'GRANT SELECT ON ALL TABLES IN SCHEMA public TO countersign_reader;',
  ].join('\n');
}
