import type { GrantFinding } from '../driver.js';
import type { SqlServerClient } from './connect.js';
import { GRANT_FINDINGS_SQL } from './grants-sql.js';

/** The proof: everything that the account, or a role it is in, is allowed beyond reading. Empty of 'fail' means read-only. */
export async function grantFindings(client: SqlServerClient): Promise<GrantFinding[]> {
  const { rows } = await client.ask(GRANT_FINDINGS_SQL);
  return rows.map(([severity, what, fix]) => ({ severity: severity === 'note' ? 'note' : 'fail', what: what ?? '', fix: fix ?? null }));
}

/** How a correct account is made; repeat the SELECT line for each schema to be read. DENY wins over whatever a role may give later. */
export function readerScript(database: string): string {
  const name = `[${database.replaceAll(']', ']]')}]`;
  return [
    "CREATE LOGIN countersign_reader WITH PASSWORD = '<password>', CHECK_POLICY = ON;",
    `USE ${name};`,
    'CREATE USER countersign_reader FOR LOGIN countersign_reader;',
    'GRANT SELECT ON SCHEMA::dbo TO countersign_reader;',
    'GRANT SHOWPLAN, VIEW DEFINITION TO countersign_reader;',
    'DENY INSERT, UPDATE, DELETE, EXECUTE, ALTER, REFERENCES, TAKE OWNERSHIP TO countersign_reader;',
  ].join('\n');
}
