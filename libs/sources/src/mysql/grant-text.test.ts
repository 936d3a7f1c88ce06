import { describe, expect, it } from 'vitest';
import { readGrant } from './grant-text.js';

describe('a line of SHOW GRANTS', () => {
  it.each([
    ["GRANT USAGE ON *.* TO `me`@`%` IDENTIFIED BY PASSWORD '*5A2C TO x'", { kind: 'rights', rights: [{ name: 'USAGE', columns: '' }], on: '*.*', to: '`me`@`%`', passOn: false }],
    ['GRANT SELECT, INSERT (`a`, `b`), SHOW VIEW ON `db`.`t` TO `me`@`%` WITH GRANT OPTION', { kind: 'rights', rights: [{ name: 'SELECT', columns: '' }, { name: 'INSERT', columns: ' (`a`, `b`)' }, { name: 'SHOW VIEW', columns: '' }], on: '`db`.`t`', to: '`me`@`%`', passOn: true }],
    ['GRANT ALL PRIVILEGES ON `my\\_db`.* TO `me`@`%` REQUIRE SSL WITH MAX_QUERIES_PER_HOUR 5', { kind: 'rights', rights: [{ name: 'ALL PRIVILEGES', columns: '' }], on: '`my\\_db`.*', to: '`me`@`%`', passOn: false }],
    ['GRANT EXECUTE ON FUNCTION `db`.`f` TO `me`@`%`', { kind: 'rights', rights: [{ name: 'EXECUTE', columns: '' }], on: 'FUNCTION `db`.`f`', to: '`me`@`%`', passOn: false }],
    ['GRANT UPDATE ON `a`` TO b`.`t ON ``x` TO `me`@`%`', { kind: 'rights', rights: [{ name: 'UPDATE', columns: '' }], on: '`a`` TO b`.`t ON ``x`', to: '`me`@`%`', passOn: false }],
    ['GRANT `writers` TO `me`@`%` WITH ADMIN OPTION', { kind: 'role', roles: ['`writers`'], to: '`me`@`%`', passOn: true }],
    ['GRANT `r1`@`%`,`r2`@`%` TO `me`@`%`', { kind: 'role', roles: ['`r1`@`%`', '`r2`@`%`'], to: '`me`@`%`', passOn: false }],
    ['GRANT SELECT ON `test`.* TO PUBLIC', { kind: 'rights', rights: [{ name: 'SELECT', columns: '' }], on: '`test`.*', to: 'PUBLIC', passOn: false }],
    ["GRANT PROXY ON ''@'%' TO 'root'@'localhost' WITH GRANT OPTION", { kind: 'proxy', account: "''@'%'" }],
    ['SET DEFAULT ROLE `r` FOR `me`@`%`', undefined],
    ['REVOKE SELECT ON `mysql`.* FROM `me`@`%`', undefined],
    ['BESTOW EVERYTHING UPON `me`@`%`', { kind: 'unknown' }],
  ])('%s', (line, read) => {
    expect(readGrant(line)).toEqual(read);
  });
});
