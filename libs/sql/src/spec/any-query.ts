import type { Expr, FromItem, OrderItem, Query, QueryBody, Select } from '@countersign/contracts';
import fc from 'fast-check';

/** Names and strings that tempt a reader: quotes, comments, keywords, other scripts. */
const NAME = fc.constantFrom('a', 'Order', 'select', 'from', 'a"b', "it's", 'a;b', '--x', '/*', '주문', 'x y', 'é', '%', ']', '`');
const TEXT = fc.oneof(fc.constantFrom('', "'", "''", '--', '/* */', ';', 'x"y', '$$', "a\\b", '매출', '{{x}}', ':a', '?', '\n'), fc.string({ maxLength: 6, unit: fc.constantFrom('a', "'", '"', ';', '-', '/', '*', ' ', '%', '$', '?') }));
const NUMBER = fc.constantFrom('0', '7', '1.50', '.5', '1e3', '12345678901234567890', '2.');

const literal: fc.Arbitrary<Expr> = fc.oneof(
  NUMBER.map((text): Expr => ({ kind: 'number', text })),
  TEXT.map((value): Expr => ({ kind: 'string', value })),
  fc.boolean().map((value): Expr => ({ kind: 'boolean', value })),
  fc.constant<Expr>({ kind: 'null' }),
  fc.constantFrom<Expr>({ kind: 'typed-literal', type: 'date', value: '2025-01-31' }, { kind: 'typed-literal', type: 'interval', value: '3 month' }, { kind: 'typed-literal', type: 'timestamptz', value: '2025-01-31 10:00' }),
);
const column: fc.Arbitrary<Expr> = fc.tuple(fc.option(NAME, { nil: undefined }), NAME).map(([q, name]) => ({ kind: 'column', qualifier: q === undefined ? [] : [q], name }));

const call = (name: string, args: Expr[]): Expr => ({ kind: 'call', name, args, distinct: false, orderBy: [], withinGroup: [] });

/** A folded minus is one constant to the grammar: neither a minus of a minus of a number nor a minus of 0 has a tree of its own. */
const hasNoNegative = (e: Expr): boolean => (e.kind === 'unary' && e.op === '-' && e.operand.kind === 'number') || (e.kind === 'number' && e.text === '0');

function exprs(query: fc.Arbitrary<Query>): fc.Arbitrary<Expr> {
  return fc.letrec<{ e: Expr }>((tie) => {
    const e = tie('e');
    const two = fc.tuple(e, e);
    return {
      e: fc.oneof(
        { maxDepth: 3, depthIdentifier: 'expr' },
        column,
        literal,
        fc.tuple(fc.constantFrom('+', '-', '*', '/', '||', '=', '<', '>=', '->>', '@>') as fc.Arbitrary<'+'>, two).map(([op, [left, right]]): Expr => ({ kind: 'binary', op, left, right })),
        fc.tuple(fc.constantFrom<'and' | 'or'>('and', 'or'), fc.array(e, { minLength: 2, maxLength: 3 }))
          .filter(([op, [first]]) => !(first!.kind === 'logical' && first!.op === op))
          .map(([op, operands]): Expr => ({ kind: 'logical', op, operands })),
        fc.tuple(fc.constantFrom<'-' | 'not' | '~'>('-', 'not', '~'), e)
          .filter(([op, x]) => !(op === '-' && hasNoNegative(x)) && !(op === 'not' && x.kind === 'in-query' && !x.negated))
          .map(([op, operand]): Expr => ({ kind: 'unary', op, operand })),
        fc.tuple(e, fc.boolean()).map(([operand, negated]): Expr => ({ kind: 'null-test', operand, negated })),
        fc.tuple(e, two, fc.boolean()).map(([operand, [low, high], negated]): Expr => ({ kind: 'between', operand, low, high, negated, symmetric: false })),
        // The grammar reads IN ((SELECT …)) as IN over the rows of the subquery.
        fc.tuple(e, fc.array(e, { minLength: 1, maxLength: 2 }), fc.boolean()).filter(([, items]) => items.length > 1 || items[0]!.kind !== 'subquery').map(([operand, items, negated]): Expr => ({ kind: 'in-list', operand, items, negated })),
        fc.tuple(e, e, fc.constantFrom<'like' | 'ilike' | 'similar' | 'regex' | 'iregex'>('like', 'ilike', 'regex', 'iregex'), fc.boolean()).map(([operand, pattern, type, negated]): Expr => ({ kind: 'like', type, operand, pattern, negated })),
        fc.tuple(two, fc.option(e, { nil: undefined })).map(([[when, then], otherwise]): Expr => ({ kind: 'case', branches: [{ when, then }], ...(otherwise ? { otherwise } : {}) })),
        e.filter((x) => x.kind !== 'string').map((operand): Expr => ({ kind: 'cast', operand, type: { name: 'numeric', modifiers: [12, 2], array: false } })),
        two.map((args) => call('coalesce', args)),
        e.map((x) => call('extract', [{ kind: 'string', value: 'year' }, x])),
        fc.tuple(e, e).map(([x, order]): Expr => ({ kind: 'call', name: 'sum', args: [x], distinct: false, orderBy: [], withinGroup: [], over: { partitionBy: [x], orderBy: [{ expr: order, direction: 'desc' }], frame: { unit: 'rows', start: { kind: 'unbounded-preceding' }, end: { kind: 'current-row' } } } })),
        query.map((q): Expr => ({ kind: 'exists', query: q })),
        query.map((q): Expr => ({ kind: 'subquery', query: q })),
        fc.tuple(e, query, fc.boolean()).map(([operand, q, negated]): Expr => ({ kind: 'in-query', operand, query: q, negated })),
      ),
    };
  }).e;
}

function selects(query: fc.Arbitrary<Query>): fc.Arbitrary<Select> {
  const e = exprs(query);
  const table: fc.Arbitrary<FromItem> = fc.tuple(fc.array(NAME, { minLength: 1, maxLength: 2 }), fc.option(NAME, { nil: undefined })).map(([name, alias]) => ({ kind: 'table', name, ...(alias === undefined ? {} : { alias }), columnAliases: [] }));
  const derived: fc.Arbitrary<FromItem> = fc.tuple(query, NAME).map(([q, alias]) => ({ kind: 'derived-table', query: q, alias, columnAliases: [], lateral: false }));
  const leaf = fc.oneof(table, derived);
  const join: fc.Arbitrary<FromItem> = fc.tuple(leaf, leaf, fc.constantFrom<'inner' | 'left' | 'full'>('inner', 'left', 'full'), e).map(([left, right, type, on]) => ({ kind: 'join', type, left, right, on, using: [], natural: false }));
  return fc.tuple(
    fc.boolean(),
    fc.array(fc.tuple(e, fc.option(NAME, { nil: undefined })).map(([expr, alias]) => ({ expr, ...(alias === undefined ? {} : { alias }) })), { minLength: 1, maxLength: 3 }),
    fc.array(fc.oneof(leaf, join), { minLength: 1, maxLength: 2 }),
    fc.option(e, { nil: undefined }),
    fc.array(e.filter((x) => x.kind !== 'row'), { maxLength: 2 }),
  ).map(([distinct, items, from, where, groups]) => ({ kind: 'select', distinct, items, from, ...(where ? { where } : {}), groupBy: groups.map((expr) => ({ kind: 'group-expr', expr })), windows: [] }));
}

/** Queries in the normal form that readers produce: every tree here can come out of a text. */
export const anyQuery: fc.Arbitrary<Query> = fc.letrec<{ query: Query; leafQuery: Query }>((tie) => {
  const select = selects(fc.oneof({ maxDepth: 2, depthIdentifier: 'query' }, tie('leafQuery'), tie('query')));
  const body: fc.Arbitrary<QueryBody> = fc.oneof(
    { weight: 3, arbitrary: select },
    { weight: 1, arbitrary: fc.tuple(select, select, fc.constantFrom<'union' | 'intersect' | 'except'>('union', 'intersect', 'except'), fc.boolean()).map(([left, right, op, all]): QueryBody => ({ kind: 'set-operation', op, all, left, right })) },
  );
  const order: fc.Arbitrary<OrderItem[]> = fc.array(fc.tuple(column, fc.constantFrom<'asc' | 'desc'>('asc', 'desc'), fc.constantFrom<'first' | 'last' | undefined>('first', 'last', undefined)).map(([expr, direction, nulls]) => ({ expr, direction, ...(nulls ? { nulls } : {}) })), { maxLength: 2 });
  return {
    leafQuery: fc.constant<Query>({ kind: 'query', body: { kind: 'select', distinct: false, items: [{ expr: { kind: 'column', qualifier: [], name: 'a' } }], from: [{ kind: 'table', name: ['t'], columnAliases: [] }], groupBy: [], windows: [] }, orderBy: [], limit: 3, offset: 0 }),
    query: fc.tuple(body, order, fc.option(fc.nat(5000), { nil: null }), fc.nat(3)).map(([b, orderBy, limit, offset]): Query => ({ kind: 'query', body: b, orderBy, limit, offset })),
  };
}).query;
