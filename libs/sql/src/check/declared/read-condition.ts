import type { Expr, InQueryExpr, Query } from '@countersign/contracts';
import { replaceNodes } from '../../walk.js';
import { levelOf, meaningOf, passed, withCtes, type Level } from './level.js';
import { ANY_ROW, asText, both, either, not, onColumn, type RowCondition } from './row-condition.js';

/** A condition as far as it can be compared; what can't be is kept as text. */
export function conditionIn(level: Level, e: Expr | undefined): RowCondition {
  if (!e) return ANY_ROW;
  return known(level, e) ?? asText(JSON.stringify(spelled(level, e)));
}

function known(level: Level, e: Expr): RowCondition | undefined {
  switch (e.kind) {
    case 'logical': return e.op === 'and' ? e.operands.reduce((all, one) => both(all, conditionIn(level, one)), ANY_ROW) : alternatives(level, e.operands);
    case 'unary': return e.op === 'not' ? negated(level, e.operand) : undefined;
    case 'column': return about(level, e, ['true'], true);
    case 'boolean': return e.value ? ANY_ROW : undefined;
    case 'boolean-test': return e.value === 'unknown' || e.negated ? undefined : about(level, e.operand, [String(e.value)], true);
    case 'cast': return known(level, e.operand);
    case 'binary': return compared(level, e);
    case 'in-list': {
      const values = e.items.map(written);
      return values.every((v) => v !== undefined) ? about(level, e.operand, values, !e.negated) : undefined;
    }
    case 'in-query': return e.negated ? undefined : among(level, e);
    case 'exists': return existing(level, e.query);
    default: return undefined;
  }
}

function alternatives(level: Level, operands: readonly Expr[]): RowCondition | undefined {
  const list = operands.map((one) => known(level, one));
  return list.every((one) => one !== undefined) ? either(list) : undefined;
}

function negated(level: Level, e: Expr): RowCondition | undefined {
  const inner = known(level, e);
  return inner && not(inner);
}

function compared(level: Level, { op, left, right }: Expr & { kind: 'binary' }): RowCondition | undefined {
  if (op !== '=' && op !== '<>') return undefined;
  // Two columns that are equal are a join, which is told apart elsewhere.
  if (left.kind === 'column' && right.kind === 'column') return op === '=' ? ANY_ROW : undefined;
  const [of, value] = written(right) === undefined ? [right, written(left)] : [left, written(right)];
  return value === undefined ? undefined : about(level, of, [value], op === '=');
}

function about(level: Level, e: Expr, values: readonly string[], isIn: boolean): RowCondition | undefined {
  const column = e.kind === 'cast' ? e.operand : e;
  if (column.kind !== 'column') return undefined;
  const meaning = meaningOf(level, column);
  if (!meaning) return undefined;
  if ('part' in meaning) return meaning.part.grouped ? undefined : about(meaning.part.level, meaning.expr, values, isIn);
  return onColumn(meaning.key, values, isIn);
}

function written(e: Expr): string | undefined {
  if (e.kind === 'string') return e.value;
  if (e.kind === 'number') return e.text;
  if (e.kind === 'boolean') return String(e.value);
  return e.kind === 'cast' ? written(e.operand) : undefined;
}

/** `order_id IN (SELECT order_id FROM orders WHERE …)` is what the order has to pass. */
function among(level: Level, { operand, query }: InQueryExpr): RowCondition | undefined {
  const inner = innerOf(level, query);
  const item = inner?.select.items[0]?.expr;
  if (!inner || operand.kind !== 'column' || item?.kind !== 'column') return undefined;
  const [here, there] = [meaningOf(level, operand), meaningOf(inner, item)];
  return here && there && 'key' in here && 'key' in there && here.key === there.key && isKeyOf(inner, there.key) ? passed(inner, undefined) : undefined;
}

/** EXISTS over the one row that the row points to. */
function existing(level: Level, query: Query): RowCondition | undefined {
  const inner = innerOf(level, query);
  const tied = inner?.rows.equalities.some(({ left, right }) => [[left, right], [right, left]].some(([a, b]) => {
    const own = inner.rows.relations.some(({ alias }) => alias === a!.alias) && !inner.rows.relations.some(({ alias }) => alias === b!.alias);
    const here = own ? meaningOf(inner, { kind: 'column', qualifier: [a!.alias], name: a!.column }) : undefined;
    const there = own ? meaningOf(level, { kind: 'column', qualifier: [b!.alias], name: b!.column }) : undefined;
    return here && there && 'key' in here && 'key' in there && here.key === there.key && isKeyOf(inner, here.key);
  }));
  return inner && tied ? passed(inner, undefined) : undefined;
}

function innerOf(level: Level, query: Query): Level | undefined {
  const { body } = query;
  return body.kind === 'select' && body.groupBy.length === 0 && !body.having && query.limit === null ? levelOf(level.around, level.budget, body, withCtes(query, level.ctes), level) : undefined;
}

/** Is it the key of the one entity whose rows a query gives? */
function isKeyOf({ grain }: Level, key: string): boolean {
  return grain?.entity !== undefined && grain.entity.key.length === 1 && key === `${grain.entity.id}.${grain.entity.key[0]}`;
}

/** Columns by what they are and not by the names of this query. */
function spelled(level: Level, e: Expr): unknown {
  return JSON.parse(JSON.stringify(replaceNodes(e, (node) => {
    const column = node as Expr;
    const meaning = column.kind === 'column' ? meaningOf(level, column) : undefined;
    return meaning && 'key' in meaning ? { kind: 'column', qualifier: [], name: meaning.key } : undefined;
  }), (key, value: unknown) => (key === 'at' ? undefined : value)));
}
