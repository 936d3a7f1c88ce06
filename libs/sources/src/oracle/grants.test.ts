import { describe, expect, it } from 'vitest';
import { fixScript } from '../grant-findings.js';
import { findingsOf, readerScript, type GrantRows } from './grants.js';

const NOTHING: GrantRows = { self: [['READER', 'FALSE']], system: [['CREATE SESSION', null]], roles: [], nested: [], objects: [], columns: [], routines: [], directories: [], owned: [], quotas: [], proxies: [] };
const found = (more: Partial<GrantRows>) => findingsOf({ ...NOTHING, ...more });
const only = (more: Partial<GrantRows>) => found(more).map(({ severity, what, fix }) => [severity, what, fix]);

describe('the read-only proof on Oracle', () => {
  it('finds nothing at an account that may sign in and read', () => {
    expect(found({ system: [['CREATE SESSION', null], ['READ ANY TABLE', null], ['SELECT ANY DICTIONARY', null]] })).toEqual([]);
  });

  it.each<[string, Partial<GrantRows>, [string, string, string | null]]>([
    ['a system privilege', { system: [['CREATE TABLE', null]] }, ['fail', 'READER has CREATE TABLE', 'REVOKE CREATE TABLE FROM "READER"']],
    ['an ANY privilege', { system: [['INSERT ANY TABLE', null]] }, ['fail', 'READER has INSERT ANY TABLE', 'REVOKE INSERT ANY TABLE FROM "READER"']],
    ['a sequence privilege, which writes', { system: [['SELECT ANY SEQUENCE', null]] }, ['fail', 'READER has SELECT ANY SEQUENCE', 'REVOKE SELECT ANY SEQUENCE FROM "READER"']],
    ['a privilege over the session only', { system: [['ALTER SESSION', null]] }, ['note', 'READER has ALTER SESSION', 'REVOKE ALTER SESSION FROM "READER"']],
    ['a table privilege', { objects: [['READER', 'SALES', 'ORDERS', 'UPDATE', 'NO']] }, ['fail', 'READER may UPDATE on "SALES"."ORDERS"', 'REVOKE UPDATE ON "SALES"."ORDERS" FROM "READER"']],
    ['a privilege of everybody', { objects: [['PUBLIC', 'SALES', 'ORDERS', 'INSERT', 'NO']] }, ['fail', 'PUBLIC may INSERT on "SALES"."ORDERS"', 'REVOKE INSERT ON "SALES"."ORDERS" FROM "PUBLIC"']],
    ['a column privilege', { columns: [['READER', 'SALES', 'ORDERS', 'NOTE', 'UPDATE']] }, ['fail', 'READER may UPDATE column "NOTE" of "SALES"."ORDERS"', 'REVOKE UPDATE ON "SALES"."ORDERS" FROM "READER"']],
    ['a dangerous package', { routines: [['READER', 'SYS', 'UTL_FILE']] }, ['fail', 'READER may execute "SYS"."UTL_FILE"', 'REVOKE EXECUTE ON "SYS"."UTL_FILE" FROM "READER"']],
    ['a dangerous package of everybody, as installed', { routines: [['PUBLIC', 'SYS', 'UTL_HTTP']] }, ['note', 'PUBLIC may execute "SYS"."UTL_HTTP"', 'REVOKE EXECUTE ON "SYS"."UTL_HTTP" FROM "PUBLIC"']],
    ['files of the server', { directories: [['READER', 'DATA', 'READ']] }, ['fail', 'READER may READ files of directory "DATA"', 'REVOKE READ ON DIRECTORY "DATA" FROM "READER"']],
    ['objects of its own', { owned: [['TABLE', 'SCRATCH']] }, ['fail', 'READER owns table "SCRATCH"', null]],
    ['a quota', { quotas: [['USERS']] }, ['note', 'READER has a quota on tablespace "USERS"', 'ALTER USER "READER" QUOTA 0 ON "USERS"']],
    ['another account to act as', { proxies: [['BOSS']] }, ['fail', 'READER may act as BOSS', 'ALTER USER "BOSS" REVOKE CONNECT THROUGH "READER"']],
    ['an administrator’s sign-in', { self: [['READER', 'TRUE']] }, ['fail', 'READER signed in as an administrator', null]],
    ['a hostile name', { objects: [['READER', 'SALES', 'A"; DROP', 'DELETE', 'NO']] }, ['fail', 'READER may DELETE on "SALES"."A""; DROP"', 'REVOKE DELETE ON "SALES"."A""; DROP" FROM "READER"']],
  ])('finds %s and what takes it away', (_what, rows, finding) => {
    expect(only(rows)).toEqual([finding]);
  });

  it('cures what a role gives by leaving the role that leads to it, however far', () => {
    const rows = { roles: [['REPORTING', 'NO'], ['OTHER', 'NO']], nested: [['WRITERS', 'REPORTING'], ['DEEPER', 'WRITERS'], ['REPORTING', 'DEEPER']], system: [['DELETE ANY TABLE', 'DEEPER']] };
    expect(only(rows)).toEqual([['fail', 'DEEPER has DELETE ANY TABLE', 'REVOKE "REPORTING" FROM "READER"']]);
  });

  it('refuses a role that the account may pass on', () => {
    expect(only({ roles: [['REPORTING', 'YES']] })).toEqual([['fail', 'READER may grant the role REPORTING', 'REVOKE "REPORTING" FROM "READER"']]);
  });

  it('prints one script, and how a correct account is made when revoking is not enough', () => {
    const script = fixScript(found({ system: [['CREATE TABLE', null]], owned: [['TABLE', 'SCRATCH']] }), readerScript());
    expect(script).toContain('REVOKE CREATE TABLE FROM "READER";');
    expect(script).toContain('GRANT READ ON <schema>.<table> TO countersign_reader;');
  });
});
