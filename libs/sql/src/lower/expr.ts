import type { BinaryExpr, BooleanTest, CaseExpr, DistinctTest, Expr, QuantifiedExpr, Query, Select, TypeName } from '@countersign/contracts';
import { rulesOf } from '../dialects/rules-of.js';
import { normalType } from '../dialects/type-names.js';
import { asCondition, asValue, booleanLiteral, certainly } from './booleans.js';
import { lowerCall } from './calls.js';
import { besidePlain, exactly, exactlyTogether, exactRow, regrouped, textColumn } from './exact.js';
import { dateArithmetic } from './intervals.js';
import { lacks, plainQuery, type Low } from './lowering.js';
import { itemsOf } from './names.js';
import { lowerQuery, withoutValues } from './query.js';
import { typeOf } from './types.js';

/** An expression where the engine wants a value. */
export const value = (low: Low, e: Expr): Expr => asValue(low, lowered(low, e));

/** An expression where the engine wants a condition: WHERE, HAVING, ON, WHEN, AND, NOT. */
export function condition(low: Low, e: Expr): Expr {
  if (e.kind === 'boolean') return asCondition(low, e);
  return asCondition(low, lowered(low, e));
}

/** In the engine's terms; a condition or a value, as its kind is. */
function lowered(low: Low, e: Expr): Expr {
  const again = regrouped(low, e);
  if (again) return again;
  const one = (x: Expr): Expr => value(low, x);
  switch (e.kind) {
    case 'column': return (e.qualifier.length === 0 && low.merged.get(e.name)) || e;
    case 'star': case 'number': case 'null': case 'metric': case 'named-filter': return e;
    case 'string': return low.engine.string(low, e);
    case 'boolean': return booleanLiteral(low, e.value);
    case 'typed-literal': return literal(low, e);
    case 'unary': return e.op === 'not' ? { ...e, operand: condition(low, e.operand) } : { ...e, operand: one(e.operand) };
    case 'binary': {
      const early = low.engine.before?.(low, e) ?? (low.engine.dates && dateArithmetic(low, e, low.engine.dates));
      if (early) return early;
      return compared(low, e);
    }
    case 'logical': return { ...e, operands: e.operands.map((x) => condition(low, x)) };
    case 'null-test': return { ...e, operand: one(e.operand) };
    case 'boolean-test': return booleanTest(low, e);
    case 'distinct-test': return distinctTest(low, e);
    case 'between': return between(low, e);
    case 'in-list': {
      if (e.operand.kind === 'row' && low.dialect === 'tsql') return lacks(low, 'a comparison of rows', e.at);
      const items = e.items.map((i) => one(dated(low, i, e.operand)));
      const plain: Expr = { ...e, operand: one(e.operand), items };
      const exact: Expr = { ...plain, operand: exactRow(low, e.operand, plain.operand, e.items) };
      return e.negated ? exact : besidePlain([e.operand], plain, exact);
    }
    case 'in-query':
      if (e.operand.kind === 'row' && low.dialect === 'tsql') return lacks(low, 'a comparison of rows', e.at);
      return { ...e, operand: besideQuery(low, e.operand, e.query), query: listQuery(low, e.query) };
    case 'like': return low.engine.like(low, e, one(e.operand), one(e.pattern));
    case 'exists': return { ...e, query: lowerQuery(low, e.query, 'value') };
    case 'quantified': return quantified(low, e);
    case 'subquery': return { ...e, query: lowerQuery(low, e.query, 'value') };
    case 'row': return { ...e, items: e.items.map(one) };
    case 'case': return caseOf(low, e);
    case 'cast': return low.engine.cast(low, { ...e, type: namedAsRead(low, e.type) }, one(e.operand));
    case 'call': return lowerCall(low, e);
    case 'array': case 'subscript': return lacks(low, 'an array', e.at);
    case 'at-time-zone': return lacks(low, 'AT TIME ZONE', e.at);
  }
}

/** A string beside a date is a date to PostgreSQL; elsewhere settings of the session decide how it is read. */
function dated(low: Low, e: Expr, beside: Expr): Expr {
  if (e.kind !== 'string') return e;
  const type = typeOf(beside, low.env);
  return type === 'date' || type === 'timestamp' ? { kind: 'typed-literal', type: type === 'date' && /[: ]/.test(e.value.trim()) ? 'timestamp' : type, value: e.value, ...(e.at === undefined ? {} : { at: e.at }) } : e;
}

const COMPARISONS = new Set(['=', '<>', '<', '<=', '>', '>=']);

/** Both sides of an operator; of a comparison, so that text compares as PostgreSQL does. */
function exact(low: Low, op: string, left: Expr, right: Expr): [Expr, Expr] {
  const [l, r] = plainSides(low, left, right);
  if (!COMPARISONS.has(op)) return [l, r];
  if (left.kind === 'row' && right.kind === 'row') return [exactRow(low, left, l, [right]), r];
  const given = [dated(low, left, right), dated(low, right, left)];
  return exactlyTogether(low, given, [l, r]) as [Expr, Expr];
}

const plainSides = (low: Low, left: Expr, right: Expr): [Expr, Expr] => [value(low, dated(low, left, right)), value(low, dated(low, right, left))];

/** A comparison of any kind; of other operators nothing but their sides is lowered. */
export function compared(low: Low, e: BinaryExpr): Expr {
  const [left, right] = exact(low, e.op, e.left, e.right);
  const exactly = low.engine.operation(low, e, left, right) ?? { ...e, left, right };
  if (e.op !== '=' || (e.left.kind === 'string' && e.right.kind === 'string')) return exactly;
  const [l, r] = plainSides(low, e.left, e.right);
  return besidePlain([e.left, e.right], { ...e, left: l, right: r }, exactly);
}

/** The value that is looked for in a query's only column. */
function besideQuery(low: Low, operand: Expr, query: Query): Expr {
  const lone = value(low, operand);
  if (operand.kind === 'row' && lone.kind === 'row') return { ...lone, items: lone.items.map((item, i) => exactly(low, operand.items[i]!, item, textColumn(low, query, i) ? 'text' : 'anything')) };
  const other = typeOf(operand, low.env);
  return other === undefined || other === 'text' ? exactly(low, operand, lone, textColumn(low, query, 0) ? 'text' : 'anything') : lone;
}

function booleanTest(low: Low, e: BooleanTest): Expr {
  if (e.value === 'unknown') return { kind: 'null-test', operand: value(low, e.operand), negated: e.negated };
  const operand = condition(low, e.operand);
  const asked = e.value ? operand : ({ kind: 'unary', op: 'not', operand } as Expr);
  return certainly(low, asked, !e.negated);
}

/** Two NULLs are not distinct; nothing is unknown. */
function distinctTest(low: Low, e: DistinctTest): Expr {
  const [left, right] = exact(low, '=', e.left, e.right);
  const isNull = (operand: Expr): Expr => ({ kind: 'null-test', operand, negated: false });
  const equal: Expr = { kind: 'binary', op: '=', left, right };
  const same: Expr = neverNull(low, e.left) || neverNull(low, e.right) ? equal : { kind: 'logical', op: 'or', operands: [equal, { kind: 'logical', op: 'and', operands: [isNull(left), isNull(right)] }] };
  return certainly(low, same, e.negated);
}

function between(low: Low, e: Extract<Expr, { kind: 'between' }>): Expr {
  const given = [e.operand, dated(low, e.low, e.operand), dated(low, e.high, e.operand)];
  const [operand, low_, high] = exactlyTogether(low, given, given.map((x) => value(low, x))) as [Expr, Expr, Expr];
  if (!e.symmetric) return { ...e, operand, low: low_, high };
  const side = (a: Expr, b: Expr): Expr => ({ kind: 'between', operand, low: a, high: b, negated: e.negated, symmetric: false });
  return { kind: 'logical', op: e.negated ? 'and' : 'or', operands: [side(low_, high), side(high, low_)] };
}

/** The rows of IN, ANY and ALL; a limited query goes into one more where the engine wants that. */
function listQuery(outer: Low, query: Query): Query {
  // A table made of the rows compares by its own collation.
  const low: Low = outer.engine.byCodePoint ? { ...outer, apart: true } : outer;
  const limited = low.engine.noLimitInList && (query.limit !== null || query.offset > 0);
  if (!limited) return lowerQuery(low, query, 'value');
  const all: Select = { kind: 'select', distinct: false, items: itemsOf(withoutValues(query.body)), from: [{ kind: 'derived-table', query: lowerQuery(low, query, 'relation'), alias: 'q', columnAliases: [], lateral: false }], groupBy: [], windows: [] };
  return plainQuery({ body: all });
}

function quantified(low: Low, e: QuantifiedExpr): Expr {
  if (e.right.kind === 'query') return { ...e, left: besideQuery(low, e.left, e.right), right: listQuery(low, e.right) };
  const [op, list] = [e.op, e.right];
  if (list.kind === 'array' && ((op === '=' && e.quantifier === 'any') || (op === '<>' && e.quantifier === 'all'))) {
    return condition(low, { kind: 'in-list', operand: e.left, items: list.items, negated: op === '<>', ...(e.at === undefined ? {} : { at: e.at }) });
  }
  return lacks(low, 'ANY over an array', e.at);
}

function caseOf(low: Low, e: CaseExpr): Expr {
  return {
    ...e,
    ...(e.operand ? { operand: exactlyTogether(low, [e.operand, ...e.branches.map((b) => b.when)], [value(low, e.operand), ...e.branches.map((b) => b.when)])[0]! } : {}),
    branches: e.branches.map((b) => ({ when: e.operand ? value(low, b.when) : condition(low, b.when), then: value(low, b.then) })),
    ...(e.otherwise ? { otherwise: value(low, e.otherwise) } : {}),
  };
}

/** The type under the one name that the engine's reader has for it. */
function namedAsRead(low: Low, type: TypeName): TypeName {
  const { types } = rulesOf(low.dialect);
  return types ? normalType(types, type) : type;
}

/** Dates and times written out in full: engines don't agree on anything shorter. */
function literal(low: Low, e: Extract<Expr, { kind: 'typed-literal' }>): Expr {
  if (e.type === 'interval') return lacks(low, 'an interval that is not added to a date', e.at);
  if (e.type === 'timestamptz' || e.type === 'time') return low.dialect === 'tsql' ? e : lacks(low, 'a time or a time with its zone', e.at);
  const [, day, clock, seconds] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,6})?)?)?$/.exec(e.value.trim()) ?? [];
  if (!day) return lacks(low, `the ${e.type} ${e.value}`, e.at);
  if (e.type === 'date') return { ...e, value: day };
  return { ...e, value: `${day} ${clock ?? '00:00'}${seconds ?? ':00'}` };
}

/** Can it be NULL, as far as the tree tells? Only where the answer saves text. */
export function neverNull(low: Low, e: Expr): boolean {
  if (e.kind === 'call') return e.name === 'count' || e.name === 'row_number' || e.name === 'rank' || e.name === 'dense_rank' || (e.name === 'coalesce' && e.args.some((a) => neverNull(low, a)));
  if (e.kind === 'null-test' || e.kind === 'exists' || e.kind === 'number' || e.kind === 'boolean' || e.kind === 'typed-literal') return true;
  return e.kind === 'string' && typeOf(e, low.env) === 'text' && e.value !== '';
}
