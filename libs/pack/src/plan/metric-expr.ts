import type { Expr } from '@countersign/contracts';
import { metricOf } from '../describe/refs.js';
import { columnsIn, mapColumns } from '../load/walk-expr.js';
import type { AggregateMetric, MetricDef, Pack } from '../pack.js';
import { binary, call, nullIfZero, number, percentOf } from './expr.js';
import { NoPlan } from './no-plan.js';
import { WHY } from './why-not.js';

/** A metric's value from its leaf aggregates: ratios from numerator and denominator, never an average of averages. */
export function metricExpr(pack: Pack, ref: string, leafValue: (leaf: AggregateMetric) => Expr): Expr {
  const def = needMetric(pack, ref);
  if (def.kind === 'ratio') {
    const [top, bottom] = [metricExpr(pack, def.numerator, leafValue), metricExpr(pack, def.denominator, leafValue)];
    if (def.percent) return percentOf(top, bottom);
    return binary(counts(pack, def.numerator) ? binary(number('1.0'), '*', top) : top, '/', nullIfZero(bottom));
  }
  if (def.kind === 'derived') return mapColumns(def.formula, (c) => metricExpr(pack, c.name, leafValue));
  return def.zeroWithoutRows ? call('coalesce', [leafValue(def), number('0')]) : leafValue(def);
}

export function needMetric(pack: Pack, ref: string): MetricDef {
  const def = metricOf(pack, ref);
  if (!def) throw new NoPlan(WHY.unknown(ref));
  return def;
}

/** A whole number: dividing it needs care. */
export function counts(pack: Pack, ref: string): boolean {
  const def = needMetric(pack, ref);
  if (def.kind === 'count' || def.kind === 'distinct') return true;
  return def.kind === 'sum' && (def.unit === 'count' || columnsIn(def.value!).every((c) => pack.entities.get(c.qualifier[0] ?? '')?.columns.get(c.name)?.type === 'integer'));
}

/** Adds up over disjoint groups of members: may be shared out. Averages, ratios and distinct counts do not. */
export function isAdditive(pack: Pack, ref: string): boolean {
  const def = needMetric(pack, ref);
  if (def.kind === 'derived') return isLinear(pack, def.formula, isAdditive);
  return def.kind === 'count' || (def.kind === 'sum' && def.balance?.take !== 'average');
}

/** Adds up over periods too: may be accumulated, spread over days. A balance does not. */
export function addsUpOverTime(pack: Pack, ref: string): boolean {
  const def = needMetric(pack, ref);
  if (def.kind === 'derived') return isLinear(pack, def.formula, addsUpOverTime);
  return isAdditive(pack, ref) && 'balance' in def === false;
}

/** Sums, differences and fixed multiples of what adds up add up; products, quotients and constants do not. */
function isLinear(pack: Pack, formula: Expr, adds: (pack: Pack, ref: string) => boolean): boolean {
  switch (formula.kind) {
    case 'column':
      return adds(pack, formula.name);
    case 'unary':
      return formula.op !== 'not' && isLinear(pack, formula.operand, adds);
    case 'binary': {
      const { op, left, right } = formula;
      if (op === '+' || op === '-') return isLinear(pack, left, adds) && isLinear(pack, right, adds);
      if (op === '*') return (left.kind === 'number' && isLinear(pack, right, adds)) || (right.kind === 'number' && isLinear(pack, left, adds));
      return op === '/' && right.kind === 'number' && isLinear(pack, left, adds);
    }
    default:
      return false;
  }
}
