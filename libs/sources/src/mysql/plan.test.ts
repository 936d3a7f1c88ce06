import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateOf } from './plan.js';

const table = (name: string, access: string, rows: number, more: object = {}) => ({ table: { table_name: name, access_type: access, rows, filtered: 100, ...more } });
const plan = (block: object) => JSON.stringify({ query_block: { select_id: 1, ...block } });
const join = (...steps: object[]) => ({ nested_loop: steps });

describe('an estimate from a plan of MariaDB', () => {
  it('multiplies what a nested loop reads', () => {
    const found = estimateOf(plan(join(table('orders', 'ALL', 1_000), table('lines', 'ref', 5))));
    expect(found).toMatchObject({ available: true, cost: 6_000, rows: 5_000, fullScans: ['orders'] });
    expect(found.plan.map((n) => [n.relation, n.node, n.cost])).toEqual([['orders', 'ALL', 1_000], ['lines', 'ref', 5_000]]);
  });

  it('sees a cross join behind a buffer', () => {
    expect(estimateOf(plan(join(table('a', 'ALL', 1_000), { 'block-nl-join': table('c', 'ALL', 3_000) }))).cost).toBe(3_001_000);
  });

  it('adds up a union, whose own figure the server leaves at nothing', () => {
    const part = (name: string, rows: number) => ({ query_block: join(table(name, 'ALL', rows)) });
    expect(estimateOf(plan({ union_result: { table_name: '<union1,2>', query_specifications: [part('a', 1_000), part('b', 3_000)] } }))).toMatchObject({ cost: 4_000, rows: 4_000 });
  });

  it('counts a subquery once for each row outside', () => {
    const outside = join(table('a', 'ALL', 1_000));
    const dependent = { subqueries: [{ expression_cache: { state: 'uninitialized', query_block: join(table('c', 'ALL', 3_000)) } }] };
    expect(estimateOf(plan({ ...outside, ...dependent })).cost).toBe(3_001_000);
  });

  it('counts what a derived table is made from once', () => {
    const derived = table('<derived2>', 'ref', 10, { materialized: { query_block: join(table('c', 'ALL', 3_000)) } });
    expect(estimateOf(plan(join(table('a', 'ALL', 100), derived)))).toMatchObject({ cost: 100 + 1_000 + 3_000, fullScans: ['a', 'c'] });
  });

  it('has a figure for a statement without tables', () => {
    expect(estimateOf(plan({ table: { message: 'No tables used' } }))).toMatchObject({ available: true, rows: 1 });
  });

  it('takes MySQL’s own cost where it is larger', () => {
    expect(estimateOf(JSON.stringify({ query_block: { cost_info: { query_cost: '1234.50' }, table: { table_name: 't', access_type: 'ALL', rows_examined_per_scan: 100, filtered: '10.00' } } }))).toMatchObject({ cost: 1235, rows: 100, fullScans: ['t'] });
  });

  it('never costs less for one more table, however large the figures', () => {
    const step = fc.record({ rows: fc.double({ min: 1, max: 1e300, noNaN: true }), filtered: fc.double({ min: 0.01, max: 100, noNaN: true }) });
    fc.assert(fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), step, (steps, more) => {
      const of = (list: typeof steps) => estimateOf(plan(join(...list.map(({ rows, filtered }) => ({ table: { table_name: 't', access_type: 'ALL', rows, filtered } })))));
      const [before, after] = [of(steps), of([...steps, more])];
      expect(after.cost).toBeGreaterThanOrEqual(before.cost!);
      expect(Number.isSafeInteger(after.cost) && Number.isSafeInteger(after.rows)).toBe(true);
    }));
  });
});
