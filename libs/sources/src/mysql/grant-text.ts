/** One line of SHOW GRANTS. Names keep the quotes that the server gave them. */
export type Grant =
  | { kind: 'rights'; rights: { name: string; columns: string }[]; on: string; to: string; passOn: boolean }
  | { kind: 'role'; roles: string[]; to: string; passOn: boolean }
  | { kind: 'proxy'; account: string }
  | { kind: 'unknown' };

/**
 * Reads a line of SHOW GRANTS; undefined for one that gives nothing (default roles, partial revokes).
 *
 * @example readGrant('GRANT SELECT, INSERT (`a`) ON `db`.`t` TO `me`@`%` WITH GRANT OPTION')
 * // { kind: 'rights', rights: [{ name: 'SELECT', columns: '' }, { name: 'INSERT', columns: ' (`a`)' }], on: '`db`.`t`', to: '`me`@`%`', passOn: true }
 */
export function readGrant(line: string): Grant | undefined {
  const names: string[] = [];
  // Quoted names and passwords are put aside, so that no ' ON ' or ' TO ' within them is met.
  const bare = line.replace(/`(?:[^`]|``)*`|'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"/g, (name) => `\u0001${names.push(name) - 1}\u0002`);
  const back = (text: string): string => text.replace(/\u0001(\d+)\u0002/g, (_mark, i: string) => names[Number(i)] ?? '').trim();
  const granteeOf = (rest: string): string => back(rest.split(' ')[0] ?? '');
  if (/^(SET DEFAULT ROLE|REVOKE) /.test(bare)) return undefined;
  const proxy = /^GRANT PROXY ON (.+?) TO /.exec(bare);
  if (proxy) return { kind: 'proxy', account: back(proxy[1] ?? '') };
  const rights = /^GRANT (.+?) ON (.+?) TO (.+)$/.exec(bare);
  if (rights) {
    const [, list = '', on = '', rest = ''] = rights;
    return { kind: 'rights', rights: splitRights(list).map(({ name, columns }) => ({ name, columns: back(columns) === '' ? '' : ` ${back(columns)}` })), on: back(on), to: granteeOf(rest), passOn: / WITH .*GRANT OPTION/.test(rest) };
  }
  const role = /^GRANT (.+?) TO (.+)$/.exec(bare);
  if (role) return { kind: 'role', roles: (role[1] ?? '').split(',').map(back), to: granteeOf(role[2] ?? ''), passOn: / WITH ADMIN OPTION/.test(role[2] ?? '') };
  return { kind: 'unknown' };
}

/** `SELECT (…), INSERT` in its parts: commas within brackets separate columns. */
function splitRights(list: string): { name: string; columns: string }[] {
  return [...list.matchAll(/([A-Za-z_ ]+?)\s*(\([^)]*\))?(?:,\s*|$)/g)].map(([, name = '', columns = '']) => ({ name: name.trim().toUpperCase(), columns }));
}
