import { beforeAll, describe, expect, it } from 'vitest';
import { checkMask, checkPredicate, gate, loadParsers, loadParsersFor } from '../index.js';

beforeAll(async () => loadParsers());

const orders = { schema: 'public', name: 'orders', columns: [{ name: 'ship_country_code', type: 'text' }, { name: 'total', type: 'numeric' }, { name: 'paid', type: 'boolean' }], denied: ['margin'] };

describe('a row filter is checked when it is written', () => {
  it.each([
    ["ship_country_code = 'KR'", ['ship_country_code']],
    ["ship_country_code IN ('KR', 'JP') AND (total < 100 OR margin IS NULL)", ['margin', 'ship_country_code', 'total']],
    ['orders.paid', ['paid']],
    ['starts_with(ship_country_code, \'K\')', ['ship_country_code']],
    ['NOT paid -- yet', ['paid']],
  ])('takes %s', (predicate, columns) => {
    expect(checkPredicate(predicate, orders, 'postgres')).toEqual({ ok: true, columns });
  });

  it.each([
    ["ship_country_code = 'KR') or (1=1", 'unparseable'],
    ["(ship_country_code = 'KR'", 'unparseable'],
    ["ship_country_code = 'KR' UNION SELECT 1", 'unparseable'],
    ["ship_country_code = 'KR'; DROP TABLE orders", 'multiple-statements'],
    ['total > (SELECT 1)', 'forbidden-node'],
    ['EXISTS (SELECT 1)', 'forbidden-node'],
    ['pg_sleep(1) IS NULL', 'function-not-allowed'],
    ['total > sum(total)', 'function-not-allowed'],
    ["filter('active')", 'placeholder'],
    ['total = $1', 'placeholder'],
    ['total', 'row-filter-invalid'],
    ["'KR'", 'row-filter-invalid'],
    ["ship_country_code = 'x\\'", 'backslash-before-quote'],
    ["repeat('x', 1000000000) = 'x'", 'oversized-value'],
    ['', 'empty'],
  ])('refuses %s', (predicate, rule) => {
    expect(checkPredicate(predicate, orders, 'postgres')).toMatchObject({ ok: false, rule });
  });

  it('says where, and which column may have been meant', () => {
    expect(checkPredicate("paid AND ship_country = 'KR'", orders, 'postgres')).toEqual({
      ok: false, rule: 'unknown-column', message: 'there is no column ship_country here', at: { line: 1, column: 10, excerpt: "paid AND ship_country = 'KR'" }, nearest: ['ship_country_code'],
    });
  });

  it('agrees with the gate: what it takes can be put into a query', () => {
    const scope = { tables: [orders] };
    for (const predicate of ["ship_country_code = 'KR'", "ship_country_code = 'KR') or (1=1", 'total', 'margin > 1', 'paid']) {
      const report = gate({ sql: 'SELECT total FROM orders', from: 'canonical', dialect: 'postgres', scope, rowFilters: [{ id: 'x', version: 1, table: 'orders', predicate }] });
      expect([predicate, report.verdict === 'accept']).toEqual([predicate, checkPredicate(predicate, orders, 'postgres').ok]);
    }
  });
});

describe('a policy speaks canonically whatever the query speaks', () => {
  it('|| of a filter and a mask joins strings in MySQL too, where it would mean OR', async () => {
    await loadParsersFor('mysql');
    const report = gate({
      sql: 'SELECT `total`, ship_country_code FROM orders', from: 'mysql', dialect: 'mysql', scope: { tables: [orders] },
      rowFilters: [{ id: 'f', version: 1, table: 'orders', predicate: "ship_country_code || '!' <> 'KR!'" }],
      masks: [{ id: 'm', version: 1, table: 'orders', column: 'ship_country_code', expression: "left(ship_country_code, 1) || '*'" }],
    });
    expect(report).toMatchObject({ verdict: 'accept', rowFilters: [{ id: 'f', occurrences: 1 }], masks: [{ id: 'm', occurrences: 1 }] });
    expect(report.verdict === 'accept' && report.sql).not.toContain('||');
  });
});

describe('a mask is checked when it is written', () => {
  it('is one value of the row, of any type', () => {
    expect(checkMask("left(ship_country_code, 1) || '*'", orders, 'postgres')).toEqual({ ok: true, columns: ['ship_country_code'] });
    expect(checkMask('NULL', orders, 'postgres')).toEqual({ ok: true, columns: [] });
    expect(checkMask('*', orders, 'postgres')).toMatchObject({ ok: false });
    expect(checkMask('total, paid', orders, 'postgres')).toMatchObject({ ok: false, rule: 'unparseable' });
  });
});
