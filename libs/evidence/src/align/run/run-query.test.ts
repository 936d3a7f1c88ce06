import { describe, expect, it } from 'vitest';
import type { Expr, Query, Select } from '@countersign/contracts';
import { runQuery } from './run-query.js';
import { CannotFollow, Moment, momentOf, type Value } from './value.js';

const col = (name: string, of?: string): Expr => ({ kind: 'column', qualifier: of ? [of] : [], name });
const num = (n: number): Expr => ({ kind: 'number', text: String(n) });
const call = (name: string, args: Expr[], more: object = {}): Expr => ({ kind: 'call', name, args, distinct: false, orderBy: [], withinGroup: [], ...more });
const select = (items: Expr[], more: Partial<Select> = {}): Select => ({ kind: 'select', distinct: false, items: items.map((expr, i) => ({ expr, alias: `c${i}` })), from: [{ kind: 'table', name: ['t'], columnAliases: [] }], groupBy: [], windows: [], ...more });
const query = (body: Query['body'], more: Partial<Query> = {}): Query => ({ kind: 'query', body, orderBy: [], limit: null, offset: 0, ...more });

const rows: Value[][] = [[1, 'a', 10], [2, 'a', null], [3, 'b', 30], [4, null, 5]];
const world = { now: momentOf('2026-06-30') as Moment, tables: new Map([['t', { columns: ['id', 'k', 'v'], rows }], ['u', { columns: ['tid', 'w'], rows: [[1, 7], [1, 8], [9, 9], [null, 1]] }]]) };
const run = (q: Query): unknown[][] => runQuery(q, world).rows as unknown[][];

describe('runQuery', () => {
  it('treats NULL as unknown in conditions', () => {
    expect(run(query(select([col('id')], { where: { kind: 'unary', op: 'not', operand: { kind: 'binary', op: '=', left: col('k'), right: { kind: 'string', value: 'a' } } } })))).toEqual([[3]]);
    const inU = (negated: boolean): Query => query(select([col('id')], { where: { kind: 'in-query', operand: col('id'), query: query(select([col('tid')], { from: [{ kind: 'table', name: ['u'], columnAliases: [] }] })), negated } }));
    expect([run(inU(false)), run(inU(true))]).toEqual([[[1]], []]);
  });

  it('groups NULLs together, skips them in aggregates, and counts nothing as one row', () => {
    expect(run(query(select([col('k'), call('count', [col('v')]), call('sum', [col('v')])], { groupBy: [{ kind: 'group-expr', expr: col('k') }] })))).toEqual([['a', 1, 10], ['b', 1, 30], [null, 1, 5]]);
    expect(run(query(select([call('count', [{ kind: 'star', qualifier: [] }]), call('sum', [col('v')])], { where: { kind: 'boolean', value: false } })))).toEqual([[0, null]]);
  });

  it('keeps the rows of outer joins', () => {
    const join = (type: 'inner' | 'left' | 'full'): Query => query(select([col('id'), col('w')], { from: [{ kind: 'join', type, left: { kind: 'table', name: ['t'], columnAliases: [] }, right: { kind: 'table', name: ['u'], columnAliases: [] }, on: { kind: 'binary', op: '=', left: col('id', 't'), right: col('tid', 'u') }, using: [], natural: false }] }));
    expect(run(join('inner'))).toEqual([[1, 7], [1, 8]]);
    expect(run(join('left'))).toEqual([[1, 7], [1, 8], [2, null], [3, null], [4, null]]);
    expect(run(join('full'))).toHaveLength(7);
  });

  it('looks at the row around a correlated subquery', () => {
    const exists: Expr = { kind: 'exists', query: query(select([num(1)], { from: [{ kind: 'table', name: ['u'], columnAliases: [] }], where: { kind: 'binary', op: '=', left: col('tid', 'u'), right: col('id', 't') } })) };
    expect(run(query(select([col('id')], { where: exists })))).toEqual([[1]]);
  });

  it('runs windows over groups', () => {
    const share = call('sum', [call('count', [{ kind: 'star', qualifier: [] }])], { over: { partitionBy: [], orderBy: [] } });
    expect(run(query(select([col('k'), share], { groupBy: [{ kind: 'group-expr', expr: col('k') }] })))).toEqual([['a', 4], ['b', 4], [null, 4]]);
    const running = call('sum', [col('v')], { over: { partitionBy: [], orderBy: [{ expr: col('id'), direction: 'asc' }] } });
    expect(run(query(select([col('id'), running])))).toEqual([[1, 10], [2, 10], [3, 40], [4, 45]]);
  });

  it('orders NULLs last going up and first going down, and takes the first rows after', () => {
    const by = (direction: 'asc' | 'desc'): Query => query(select([col('id')]), { orderBy: [{ expr: col('v'), direction }], limit: 2 });
    expect([run(by('asc')), run(by('desc'))]).toEqual([[[4], [1]], [[2], [3]]]);
  });

  it('knows the days of months and weeks', () => {
    const day = (text: string): Expr => ({ kind: 'typed-literal', type: 'date', value: text });
    const month: Expr = { kind: 'binary', op: '+', left: day('2025-01-31'), right: { kind: 'typed-literal', type: 'interval', value: '1 month' } };
    const found = run(query(select([month, call('date_trunc', [{ kind: 'string', value: 'week' }, day('2026-06-28')]), call('extract', [{ kind: 'string', value: 'week' }, day('2027-01-01')])], { from: [] })))[0];
    expect(found?.map((value) => (value instanceof Moment ? new Date(value.ms).toISOString().slice(0, 10) : value))).toEqual(['2025-02-28', '2026-06-22', 53]);
  });

  it('says what it cannot follow instead of guessing', () => {
    expect(() => run(query(select([col('nowhere')])))).toThrow(CannotFollow);
    expect(() => run(query(select([col('id'), call('count', [{ kind: 'star', qualifier: [] }])], { groupBy: [{ kind: 'group-expr', expr: col('k') }] })))).toThrow('neither grouped nor aggregated');
    expect(() => run(query(select([call('regexp_count', [col('k')])])))).toThrow('regexp_count()');
  });
});
