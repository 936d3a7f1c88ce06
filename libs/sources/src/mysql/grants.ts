import type { GrantFinding } from '../driver.js';
import type { SourceConnection } from './connect.js';
import { readGrant, type Grant } from './grant-text.js';

/** Rights that only read. */
const READS = new Set(['USAGE', 'SELECT', 'SHOW VIEW', 'SHOW DATABASES', 'SHOW CREATE ROUTINE', 'SHOW_ROUTINE']);
/** Rights that can't change data, but show what others do, or make tables that nobody else sees. */
const NOTED = new Set(['PROCESS', 'BINLOG MONITOR', 'REPLICATION CLIENT', 'SLAVE MONITOR', 'REPLICA MONITOR', 'CREATE TEMPORARY TABLES']);

const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/**
 * The proof: everything that the account, its roles (on by default or not) or PUBLIC are allowed beyond SELECT. Read from
 * SHOW GRANTS, because information_schema leaves out what comes by a role. Nothing is owned here, and what a definer's
 * routine may do is behind EXECUTE, which is no reading right.
 */
export async function grantFindings(connection: SourceConnection): Promise<GrantFinding[]> {
  const [[me] = ['']] = await connection.ask('SELECT CURRENT_USER()');
  const at = (me ?? '').lastIndexOf('@');
  const account = `${quoted((me ?? '').slice(0, at))}@${quoted((me ?? '').slice(at + 1))}`;
  // Without the roles that are on by default: what they give is looked at role by role.
  if (connection.isMariadb) await connection.ask('SET ROLE NONE');
  // MariaDB shows what everyone may among what the account may.
  const own = (await read(connection, 'SHOW GRANTS')).filter((grant) => !('to' in grant) || grant.to !== 'PUBLIC');
  const found = own.flatMap((grant) => findingsOf(grant, account, undefined));
  for (const role of rolesOf(own)) {
    const leave = `REVOKE ${role} FROM ${account}`;
    for (const grant of await ofRole(connection, role, account)) found.push(...findingsOf(grant, role, leave));
  }
  // For everyone: MariaDB since 10.11. Elsewhere there is no such grantee, and the statement is an error.
  const everyone = connection.isMariadb ? await read(connection, 'SHOW GRANTS FOR PUBLIC').catch((error: unknown) => (typeof (error as { errno?: unknown }).errno === 'number' ? [] : Promise.reject(error))) : [];
  found.push(...everyone.flatMap((grant) => findingsOf(grant, 'PUBLIC', undefined)));
  return found.filter((finding, i) => found.findIndex(({ what }) => what === finding.what) === i).sort((a, b) => (a.severity + a.what < b.severity + b.what ? -1 : 1));
}

async function read(connection: SourceConnection, sql: string): Promise<Grant[]> {
  const rows = await connection.ask(sql);
  return rows.flatMap(([text]) => readGrant(text ?? '') ?? []);
}

const rolesOf = (grants: Grant[]): string[] => [...new Set(grants.flatMap((grant) => (grant.kind === 'role' ? grant.roles : [])))];

/** Rights of a role and of the roles it leads to. */
async function ofRole(connection: SourceConnection, role: string, account: string): Promise<Grant[]> {
  // MySQL shows an account its roles' rights only so, with the roles below them.
  if (!connection.isMariadb) return read(connection, `SHOW GRANTS FOR CURRENT_USER() USING ${role}`);
  // MariaDB shows them only to who is in the role, then with those of the roles below it.
  await connection.ask(`SET ROLE ${role}`);
  try {
    return (await read(connection, 'SHOW GRANTS')).filter((grant) => !('to' in grant) || (grant.to !== account && grant.to !== 'PUBLIC'));
  } finally {
    await connection.ask('SET ROLE NONE');
  }
}

/** @param leave cures what a role gives: the role is left, and others who need it keep it */
function findingsOf(grant: Grant, who: string, leave: string | undefined): GrantFinding[] {
  const fail = (what: string, fix: string | null): GrantFinding => ({ severity: 'fail', what: `${who} ${what}`, fix: leave ?? fix });
  if (grant.kind === 'unknown') return [fail('holds a right this product does not know', null)];
  if (grant.kind === 'proxy') return [fail(`may act as ${grant.account}`, `REVOKE PROXY ON ${grant.account} FROM ${who}`)];
  if (grant.kind === 'role') return grant.passOn ? grant.roles.map((role) => fail(`may pass on ${role}`, `REVOKE ADMIN OPTION FOR ${role} FROM ${who}`)) : [];
  const { rights, on, passOn } = grant;
  const everything = rights.some(({ name }) => name === 'ALL PRIVILEGES');
  const written = (some: typeof rights): string => some.map(({ name, columns }) => name + columns).join(', ');
  const beyond = rights.filter(({ name }) => !READS.has(name) && !NOTED.has(name) && name !== 'ALL PRIVILEGES');
  const noted = rights.filter(({ name }) => NOTED.has(name));
  const found: GrantFinding[] = [];
  if (everything) found.push(fail(`may do everything on ${on}`, on === '*.*' ? null : `REVOKE ALL PRIVILEGES ON ${on} FROM ${who}; GRANT SELECT ON ${on} TO ${who}`));
  if (beyond.length > 0) found.push(fail(`may ${written(beyond)} on ${on}`, `REVOKE ${written(beyond)} ON ${on} FROM ${who}`));
  if (noted.length > 0) found.push({ severity: 'note', what: `${who} may ${written(noted)} on ${on}`, fix: leave ?? `REVOKE ${written(noted)} ON ${on} FROM ${who}` });
  if (passOn) found.push(fail(`may pass on rights on ${on}`, on === '*.*' && everything ? null : `REVOKE GRANT OPTION ON ${on} FROM ${who}`));
  if ((on === '*.*' || /^`mysql`\./i.test(on)) && rights.some(({ name }) => name === 'SELECT')) found.push({ severity: 'note', what: `${who} may read accounts and their password hashes on ${on}`, fix: null });
  return found;
}

/** How a correct account is made. SHOW VIEW lets it see the plans of views. */
export function readerScript(database: string): string {
  // In a grant `_` and `%` stand for any character unless they are escaped.
  const pattern = quoted(database.replaceAll('\\', '\\\\').replace(/[_%]/g, '\\$&'));
  return [
    "CREATE USER 'countersign_reader'@'%' IDENTIFIED BY '<password>' REQUIRE SSL;",
    `GRANT SELECT, SHOW VIEW ON ${pattern}.* TO 'countersign_reader'@'%';`,
  ].join('\n');
}
