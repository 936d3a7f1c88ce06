import type { SourceClient } from './connect.js';
import { GRANT_FINDINGS_SQL } from './grants-sql.js';

/** Something the account may do beyond reading. */
export interface GrantFinding {
  /** 'fail': it can write, own, create, or become a role that can. 'note': it can't change data, but an admin may want to know. */
  severity: 'fail' | 'note';
  what: string;
  /** One SQL statement that takes it away; null: only another account helps. */
  fix: string | null;
}

const SHOWN = 12;

/** The proof: everything that the account, or a role it may become, is allowed beyond SELECT. Empty of 'fail' means read-only. */
export async function grantFindings(client: SourceClient): Promise<GrantFinding[]> {
  const found = await client.query<GrantFinding>(GRANT_FINDINGS_SQL);
  return found.rows;
}

/** The findings in words, the first dozen of them. */
export function describeFindings(findings: readonly GrantFinding[]): string {
  const shown = findings.slice(0, SHOWN).map((f) => f.what);
  const rest = findings.length - shown.length;
  return shown.join('; ') + (rest > 0 ? `; and ${rest} more` : '');
}

/** The script an administrator runs: exact REVOKEs, and where those can't help, the making of a correct account. */
export function fixScript(findings: readonly GrantFinding[], database: string): string {
  const revokes = [...new Set(findings.flatMap((f) => (f.fix === null ? [] : [`${f.fix};`])))];
  const needsAccount = findings.some((f) => f.fix === null);
  return [...revokes, ...(needsAccount ? ['-- What remains can\'t be revoked. Make an account that only reads:', readerScript(database)] : [])].join('\n');
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
