import type { Cell } from '@countersign/contracts';
import type { GrantFinding } from '../driver.js';
import { GRANT_QUERIES } from './grants-sql.js';
import type { OracleSession } from './oracle-session.js';
import { OWN_MS } from './session-settings.js';

/** System privileges that only read. */
const READING = new Set(['CREATE SESSION', 'SELECT ANY TABLE', 'READ ANY TABLE', 'SELECT ANY DICTIONARY', 'READ ANY ANALYTIC VIEW CACHE']);
/** They change the session's own settings, which are checked before each statement. */
const HARMLESS = new Set(['ALTER SESSION', 'SET CONTAINER']);

export type GrantRows = Record<keyof typeof GRANT_QUERIES, Cell[][]>;

/** The proof: everything that the account, or a role it has or may enable, is allowed beyond reading. */
export async function grantFindings(session: OracleSession): Promise<GrantFinding[]> {
  const rows: Partial<GrantRows> = {};
  for (const name of Object.keys(GRANT_QUERIES) as (keyof GrantRows)[]) rows[name] = await session.ask(GRANT_QUERIES[name], {}, OWN_MS);
  return findingsOf(rows as GrantRows);
}

const name = (part: Cell | undefined) => `"${String(part ?? '').replaceAll('"', '""')}"`;
const qualified = (schema: Cell | undefined, object: Cell | undefined) => `${name(schema)}.${name(object)}`;

/** What the views say, as findings. What a role gives is cured by leaving the role: others may need it. */
export function findingsOf(rows: GrantRows): GrantFinding[] {
  const me = String(rows.self[0]?.[0] ?? '');
  const cure = cureFor(me, rows);
  return [
    ...(rows.self[0]?.[1] === 'TRUE' ? [{ severity: 'fail', what: `${me} signed in as an administrator`, fix: null } as const] : []),
    ...rows.system.filter(([privilege]) => !READING.has(String(privilege))).map(([privilege, role]): GrantFinding => ({
      severity: HARMLESS.has(String(privilege)) ? 'note' : 'fail',
      what: `${role ?? me} has ${privilege}`,
      fix: cure(role ?? me, `REVOKE ${privilege} FROM ${name(me)}`),
    })),
    ...rows.roles.filter(([, admin]) => admin === 'YES').map(([role]): GrantFinding => ({ severity: 'fail', what: `${me} may grant the role ${role}`, fix: `REVOKE ${name(role)} FROM ${name(me)}` })),
    ...rows.objects.map(([grantee, schema, object, privilege, grantable]): GrantFinding => ({
      severity: 'fail',
      what: `${grantee} may ${privilege}${grantable === 'YES' ? ' and grant' : ''} on ${qualified(schema, object)}`,
      fix: cure(grantee!, `REVOKE ${privilege} ON ${qualified(schema, object)} FROM ${name(grantee)}`),
    })),
    ...rows.columns.map(([grantee, schema, object, column, privilege]): GrantFinding => ({
      severity: 'fail',
      what: `${grantee} may ${privilege} column ${name(column)} of ${qualified(schema, object)}`,
      // The server takes no column back alone.
      fix: cure(grantee!, `REVOKE ${privilege} ON ${qualified(schema, object)} FROM ${name(grantee)}`),
    })),
    ...rows.routines.map(([grantee, schema, object]): GrantFinding => ({
      severity: grantee === 'PUBLIC' ? 'note' : 'fail',
      what: `${grantee} may execute ${qualified(schema, object)}`,
      fix: cure(grantee!, `REVOKE EXECUTE ON ${qualified(schema, object)} FROM ${name(grantee)}`),
    })),
    ...rows.directories.map(([grantee, directory, privilege]): GrantFinding => ({
      severity: 'fail',
      what: `${grantee} may ${privilege} files of directory ${name(directory)}`,
      fix: cure(grantee!, `REVOKE ${privilege} ON DIRECTORY ${name(directory)} FROM ${name(grantee)}`),
    })),
    ...rows.owned.map(([kind, object]): GrantFinding => ({ severity: 'fail', what: `${me} owns ${String(kind).toLowerCase()} ${name(object)}`, fix: null })),
    ...rows.quotas.map(([tablespace]): GrantFinding => ({ severity: 'note', what: `${me} has a quota on tablespace ${name(tablespace)}`, fix: `ALTER USER ${name(me)} QUOTA 0 ON ${name(tablespace)}` })),
    ...rows.proxies.map(([client]): GrantFinding => ({ severity: 'fail', what: `${me} may act as ${client}`, fix: `ALTER USER ${name(client)} REVOKE CONNECT THROUGH ${name(me)}` })),
  ];
}

/** The account's own and PUBLIC's privileges are revoked; a role's by leaving the granted role that leads to it. */
function cureFor(me: string, rows: GrantRows): (grantee: string, revoke: string) => string | null {
  const given = rows.roles.map(([role]) => String(role));
  const reach = (from: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(from)) return seen;
    seen.add(from);
    for (const [child, parent] of rows.nested) if (parent === from) reach(String(child), seen);
    return seen;
  };
  return (grantee, revoke) => {
    if (grantee === me || grantee === 'PUBLIC') return revoke;
    const leading = given.filter((role) => reach(role).has(grantee));
    return leading.length === 0 ? null : leading.map((role) => `REVOKE ${name(role)} FROM ${name(me)}`).join('; ');
  };
}

/** How a correct account is made. */
export function readerScript(): string {
  return [
    'CREATE USER countersign_reader IDENTIFIED BY "<password>" QUOTA 0 ON users;',
    'GRANT CREATE SESSION TO countersign_reader;',
    '-- For each table or view to be read; before 12.1.0.2 the word is SELECT, which also allows FOR UPDATE:',
    'GRANT READ ON <schema>.<table> TO countersign_reader;',
  ].join('\n');
}
