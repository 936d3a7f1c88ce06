import { describe, expect, it } from 'vitest';
import type { Cell } from '@countersign/contracts';
import { findingsOf, type GrantRows } from './grants.js';

const NOTHING: GrantRows = { self: [['READER']], privileges: [], roles: [], owned: [] };
const privilege = (row: Cell[]): GrantRows => ({ ...NOTHING, privileges: [row] });
const only = (rows: GrantRows) => findingsOf(rows).map(({ severity, what, fix }) => [severity, what, fix]);

describe('the read-only proof on SAP HANA', () => {
  it('finds nothing at an account that reads the catalogue, and calls what everybody may call', () => {
    expect(only({ ...NOTHING, privileges: [['SYSTEMPRIVILEGE', null, null, 'CATALOG READ', 'FALSE', 'READER', 'USER'], ['PROCEDURE', 'SYS', 'GET_SOMETHING', 'EXECUTE', 'FALSE', 'PUBLIC', 'ROLE']] })).toEqual([]);
  });

  it.each<[string, Cell[], [string, string, string | null]]>([
    ['a system privilege', ['SYSTEMPRIVILEGE', null, null, 'IMPORT', 'FALSE', 'READER', 'USER'], ['fail', 'READER may IMPORT', 'REVOKE IMPORT FROM "READER"']],
    ['a schema privilege', ['SCHEMA', 'SALES', null, 'INSERT', 'FALSE', 'READER', 'USER'], ['fail', 'READER may INSERT ON SCHEMA "SALES"', 'REVOKE INSERT ON SCHEMA "SALES" FROM "READER"']],
    ['a table privilege', ['TABLE', 'SALES', 'ORDERS', 'UPDATE', 'FALSE', 'READER', 'USER'], ['fail', 'READER may UPDATE ON "SALES"."ORDERS"', 'REVOKE UPDATE ON "SALES"."ORDERS" FROM "READER"']],
    ['what a role gives', ['TABLE', 'SALES', 'ORDERS', 'DELETE', 'FALSE', 'WRITERS', 'ROLE'], ['fail', 'WRITERS may DELETE ON "SALES"."ORDERS"', 'REVOKE "WRITERS" FROM "READER"']],
    ['reading that may be passed on', ['SCHEMA', 'SALES', null, 'SELECT', 'TRUE', 'READER', 'USER'], ['fail', 'READER may SELECT and grant ON SCHEMA "SALES"', 'REVOKE SELECT ON SCHEMA "SALES" FROM "READER"']],
    ['a routine', ['PROCEDURE', 'SALES', 'CLOSE_MONTH', 'EXECUTE', 'FALSE', 'READER', 'USER'], ['fail', 'READER may EXECUTE ON "SALES"."CLOSE_MONTH"', 'REVOKE EXECUTE ON "SALES"."CLOSE_MONTH" FROM "READER"']],
    ['the empty schema every ordinary account has', ['SCHEMA', 'READER', null, 'CREATE ANY', 'FALSE', 'READER', 'USER'], ['note', 'READER may CREATE ANY ON SCHEMA "READER"', null]],
  ])('finds %s and what takes it away', (_what, row, finding) => {
    expect(only(privilege(row))).toEqual([finding]);
  });

  it('refuses what the account owns, and roles it may pass on', () => {
    expect(only({ ...NOTHING, owned: [['TABLE', 'READER', 'SCRATCH']], roles: [['REPORTING', 'READER', 'TRUE']] })).toEqual([
      ['fail', 'READER may grant the role REPORTING', 'REVOKE "REPORTING" FROM "READER"'],
      ['fail', 'READER owns table "READER"."SCRATCH"', null],
    ]);
  });
});
