import type { Cell } from '@countersign/contracts';
import type { GrantFinding } from '../driver.js';
import type { HanaSession } from './hana-session.js';

const READING = new Set(['SELECT', 'SELECT METADATA', 'SELECT CDS METADATA', 'CATALOG READ', 'CONNECT']);

export const GRANT_QUERIES = {
  self: 'SELECT CURRENT_USER FROM DUMMY',
  /** Type, schema, object, privilege, grantable, and who was granted it: a role, or the account. Roles are followed by the server. */
  privileges: `SELECT OBJECT_TYPE, SCHEMA_NAME, OBJECT_NAME, PRIVILEGE, IS_GRANTABLE, GRANTEE, GRANTEE_TYPE FROM SYS.EFFECTIVE_PRIVILEGES
    WHERE USER_NAME = CURRENT_USER AND IS_VALID = 'TRUE' AND (PRIVILEGE NOT IN ('SELECT', 'SELECT METADATA', 'SELECT CDS METADATA') OR IS_GRANTABLE = 'TRUE') ORDER BY 1, 2, 3, 4`,
  /** Roles the account was granted, through what, and whether it may pass them on. */
  roles: `SELECT ROLE_NAME, GRANTEE, IS_GRANTABLE FROM SYS.EFFECTIVE_ROLES WHERE USER_NAME = CURRENT_USER ORDER BY 1`,
  /** What lies in schemas the account owns. */
  owned: `SELECT o.OBJECT_TYPE, o.SCHEMA_NAME, o.OBJECT_NAME FROM SYS.OBJECTS o JOIN SYS.SCHEMAS s ON s.SCHEMA_NAME = o.SCHEMA_NAME WHERE s.SCHEMA_OWNER = CURRENT_USER ORDER BY 1, 2, 3`,
} as const;

export type GrantRows = Record<keyof typeof GRANT_QUERIES, Cell[][]>;

/** The proof: everything that the account, or a role it has, is allowed beyond reading. */
export async function grantFindings(session: HanaSession): Promise<GrantFinding[]> {
  const rows: Partial<GrantRows> = {};
  for (const name of Object.keys(GRANT_QUERIES) as (keyof GrantRows)[]) rows[name] = await session.ask(GRANT_QUERIES[name]);
  return findingsOf(rows as GrantRows);
}

const quoted = (part: Cell | undefined) => `"${String(part ?? '').replaceAll('"', '""')}"`;

export function findingsOf(rows: GrantRows): GrantFinding[] {
  const me = String(rows.self[0]?.[0] ?? '');
  /** What PUBLIC may execute comes with every server; the gate decides which of it a statement may name. */
  const everybodys = ([type, , , privilege, , grantee]: Cell[]) => grantee === 'PUBLIC' && (privilege === 'EXECUTE' || type === 'REPOSITORY');
  return [
    ...rows.privileges.filter((row) => !everybodys(row)).flatMap((row) => privilegeFinding(me, row)),
    ...rows.roles.filter(([, , grantable]) => grantable === 'TRUE').map(([role, grantee]): GrantFinding => ({ severity: 'fail', what: `${me} may grant the role ${role}`, fix: grantee === me ? `REVOKE ${quoted(role)} FROM ${quoted(me)}` : null })),
    ...rows.owned.map(([type, schema, object]): GrantFinding => ({ severity: 'fail', what: `${me} owns ${String(type).toLowerCase()} ${quoted(schema)}.${quoted(object)}`, fix: null })),
  ];
}

function privilegeFinding(me: string, [type, schema, object, privilege, grantable, grantee, granteeType]: Cell[]): GrantFinding[] {
  const reads = READING.has(String(privilege));
  if (reads && grantable !== 'TRUE') return [];
  // Every account but a restricted one has an empty schema of its own name.
  const ownSchema = type === 'SCHEMA' && schema === me;
  const on = type === 'SYSTEMPRIVILEGE' ? '' : type === 'SCHEMA' ? ` ON SCHEMA ${quoted(schema)}` : ` ON ${quoted(schema)}.${quoted(object)}`;
  const revoke = `REVOKE ${privilege}${on} FROM ${quoted(grantee)}`;
  const leave = `REVOKE ${quoted(grantee)} FROM ${quoted(me)}`;
  return [{
    severity: ownSchema ? 'note' : 'fail',
    what: `${grantee} may ${privilege}${grantable === 'TRUE' ? ' and grant' : ''}${on}`,
    // What a role gives is cured by leaving the role: others may need it. The own schema goes with the account only.
    fix: ownSchema ? null : granteeType === 'ROLE' && grantee !== 'PUBLIC' ? leave : revoke,
  }];
}

/** How a correct account is made: a restricted one has no schema of its own. */
export function readerScript(): string {
  return [
    'CREATE RESTRICTED USER countersign_reader PASSWORD "<password>" NO FORCE_FIRST_PASSWORD_CHANGE;',
    'ALTER USER countersign_reader ENABLE CLIENT CONNECT;',
    '-- For each schema, table or view to be read:',
    'GRANT SELECT ON SCHEMA "<schema>" TO countersign_reader;',
  ].join('\n');
}
