import type { Expr } from '@countersign/contracts';
import { metricOf } from '../describe/refs.js';
import { columnsIn, mapColumns } from '../load/walk-expr.js';
import type { AggregateMetric, MetricDef, Pack } from '../pack.js';
import { binary, nullIfZero, number, percentOf } from './expr.js';
import { NoPlan } from './no-plan.js';

/** A metric's value from its leaf aggregates: ratios from numerator and denominator, never an average of averages. */
export function metricExpr(pack: Pack, ref: string, leafValue: (leaf: AggregateMetric) => Expr): Expr {
  const def = needMetric(pack, ref);
  if (def.kind === 'ratio') {
    const [top, bottom] = [metricExpr(pack, def.numerator, leafValue), metricExpr(pack, def.denominator, leafValue)];
    if (def.percent) return percentOf(top, bottom);
    return binary(counts(pack, def.numerator) ? binary(number('1.0'), '*', top) : top, '/', nullIfZero(bottom));
  }
  if (def.kind === 'derived') return mapColumns(def.formula, (c) => metricExpr(pack, c.name, leafValue));
  return leafValue(def);
}

export function needMetric(pack: Pack, ref: string): MetricDef {
  const def = metricOf(pack, ref);
  if (!def) throw new NoPlan(`unknown metric ${ref}`);
  return def;
}

/** A whole number: dividing it needs care. */
export function counts(pack: Pack, ref: string): boolean {
  const def = needMetric(pack, ref);
  if (def.kind === 'count' || def.kind === 'distinct') return true;
  return def.kind === 'sum' && (def.unit === 'count' || columnsIn(def.value!).every((c) => pack.entities.get(c.qualifier[0] ?? '')?.columns.get(c.name)?.type === 'integer'));
}

/** Adds up over groups: may be shared out, accumulated. Averages, ratios and distinct counts do not. */
export function isAdditive(pack: Pack, ref: string): boolean {
  const def = needMetric(pack, ref);
  if (def.kind === 'derived') return addsUp(def.formula) && columnsIn(def.formula).every((c) => isAdditive(pack, c.name));
  return def.kind === 'count' || def.kind === 'sum';
}

/** Sums and differences of things that add up do; products and quotients do not. */
const addsUp = (formula: Expr): boolean => formula.kind === 'column' || (formula.kind === 'binary' && (formula.op === '+' || formula.op === '-') && addsUp(formula.left) && addsUp(formula.right));
