import type { DeclaredAggregate, DeclaredMetric, Expr } from '@countersign/contracts';
import type { DeclaredNames } from '../../rewrite/metric-names.js';
import { replaceNodes } from '../../walk.js';
import { countMeasure, differentOf, measureOf, rowArithmetic, type Figure, type Summed, type Taken } from './figure.js';
import { addEntity } from './level.js';
import { add, atom, combine, constant, rename, sameQuotient, whole, type Polynomial, type Quotient } from './polynomial.js';
import { ANY_ROW, asText, both, either, keyOf, not, onColumn, withRowOf, type RowCondition } from './row-condition.js';

/** A part of a metric in the form that figures are compared in. */
export interface DeclaredPart {
  part: DeclaredAggregate;
  /** What a sum adds up. */
  value?: Polynomial;
  condition: RowCondition;
}

/** Values that columns may have, by 'entity.column'. */
export type KnownValues = ReadonlyMap<string, readonly string[]>;

const read = new WeakMap<DeclaredAggregate, DeclaredPart>();

/** Read once: a part is compared with every figure. */
export function partOf(names: DeclaredNames, part: DeclaredAggregate): DeclaredPart {
  const known = read.get(part) ?? readPart(names, part);
  read.set(part, known);
  return known;
}

function readPart(names: DeclaredNames, part: DeclaredAggregate): DeclaredPart {
  const entities = new Set<string>();
  for (const entity of [part.of, ...part.joins.map(({ to }) => to.entity)]) addEntity(names, entity, entities);
  const value = part.value && part.kind === 'sum' ? valueOf(names, part.value) : undefined;
  return { part, ...(value ? { value } : {}), condition: both(part.where ? conditionOf(names, part.where) : ANY_ROW, withRowOf(entities)) };
}

function valueOf(names: DeclaredNames, e: Expr): Polynomial | undefined {
  switch (e.kind) {
    case 'number': return constant(e.text);
    case 'column': return atom(names.keyOf(e.qualifier[0]!, e.name));
    case 'binary': return e.op === '+' || e.op === '-' || e.op === '*' || e.op === '/' ? rowArithmetic(e.op, valueOf(names, e.left), valueOf(names, e.right)) : undefined;
    default: return undefined;
  }
}

/** The conditions that formulas have; what else there is is kept as text, spelled as that of a query. */
function conditionOf(names: DeclaredNames, e: Expr): RowCondition {
  return known(names, e) ?? asText(JSON.stringify(replaceNodes(e, (node) => {
    const column = node as Expr;
    return column.kind === 'column' ? { kind: 'column', qualifier: [], name: names.keyOf(column.qualifier[0]!, column.name) } : undefined;
  })));
}

function known(names: DeclaredNames, e: Expr): RowCondition | undefined {
  const on = (of: Expr, values: Expr[], isIn: boolean): RowCondition | undefined => {
    const texts = values.map((v) => (v.kind === 'string' ? v.value : v.kind === 'number' ? v.text : v.kind === 'boolean' ? String(v.value) : undefined));
    return of.kind === 'column' && texts.every((text) => text !== undefined) ? onColumn(names.keyOf(of.qualifier[0]!, of.name), texts, isIn) : undefined;
  };
  switch (e.kind) {
    case 'column': return on(e, [{ kind: 'boolean', value: true }], true);
    case 'binary': return e.op === '=' || e.op === '<>' ? on(e.left, [e.right], e.op === '=') : undefined;
    case 'in-list': return on(e.operand, e.items, !e.negated);
    case 'unary': {
      const inner = known(names, e.operand);
      return e.op === 'not' && inner ? not(inner) : undefined;
    }
    case 'logical': {
      if (e.op === 'and') return e.operands.reduce((all, one) => both(all, conditionOf(names, one)), ANY_ROW);
      const list = e.operands.map((one) => known(names, one));
      return list.every((one) => one !== undefined) ? either(list) : undefined;
    }
    default: return undefined;
  }
}

const nameOf = ({ measure, condition }: Taken, values: KnownValues): string => `${measure} | ${keyOf(condition, values)}`;

/** The metric's figure over rows that also pass `narrowing`. */
function declaredFigure(names: DeclaredNames, metric: DeclaredMetric, narrowing: RowCondition, values: KnownValues): Quotient | undefined {
  const figures = new Map(metric.parts.map((part) => [part.id, partFigure(names, partOf(names, part), narrowing, values)]));
  return metric.value && compose(metric.value, figures);
}

function partFigure(names: DeclaredNames, { part, value, condition }: DeclaredPart, narrowing: RowCondition, values: KnownValues): Quotient | undefined {
  const of = names.owner(part.of)!;
  const taken = (measure: string): Polynomial => atom(nameOf({ measure, condition: both(condition, narrowing) }, values));
  if (part.kind === 'count') return whole(taken(countMeasure(of, of.id)));
  if (part.kind === 'distinct') return part.value?.kind === 'column' ? whole(taken(differentOf(names.keyOf(part.value.qualifier[0]!, part.value.name)))) : undefined;
  if (part.kind !== 'sum' || !value) return undefined;
  let over: Polynomial = new Map();
  for (const [product, f] of value) over = add(over, rename(new Map([['x', f]]), () => [...taken(measureOf(product.replaceAll(' · ', ' × '), of.id)).keys()][0]!));
  return whole(over);
}

function compose(e: Expr, parts: ReadonlyMap<string, Quotient | undefined>): Quotient | undefined {
  switch (e.kind) {
    case 'number': {
      const n = constant(e.text);
      return n && whole(n);
    }
    case 'column': return parts.get(e.name);
    case 'call': return (e.name === 'nullif' || e.name === 'coalesce') && e.args[0] ? compose(e.args[0], parts) : undefined;
    case 'binary': {
      const [left, right] = [compose(e.left, parts), compose(e.right, parts)];
      return left && right && (e.op === '+' || e.op === '-' || e.op === '*' || e.op === '/') ? combine(e.op, left, right) : undefined;
    }
    default: return undefined;
  }
}

/**
 * Does a figure compute the metric, whatever further conditions its rows pass? They are the same for all that it is made of, so
 * that they are those of one of its aggregates.
 */
export function computes(names: DeclaredNames, figure: Figure, metric: DeclaredMetric, values: KnownValues): boolean {
  // Whether enough are behind it no query by hand can be trusted to ask.
  if (metric.parts.some(({ smallGroup }) => smallGroup)) return false;
  const name = (id: string): string => {
    const taken = figure.taken.get(id);
    return taken ? nameOf(taken, values) : id;
  };
  const given: Quotient = { over: rename(figure.value.over, name), under: rename(figure.value.under, name) };
  return [...figure.taken.values()].some(({ condition }) => {
    const declared = declaredFigure(names, metric, condition, values);
    return declared !== undefined && sameQuotient(given, declared);
  });
}

/** Do all rows of a sum pass what the part declares? */
export const passes = (sum: Summed, { condition }: DeclaredPart, values: KnownValues): boolean => keyOf(both(sum.condition, condition), values) === keyOf(sum.condition, values);
