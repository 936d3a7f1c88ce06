import type { Expr } from '@countersign/contracts';
import { metricOf } from '../describe/refs.js';
import { mapColumns } from '../load/walk-expr.js';
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
  return def.kind === 'count' || def.kind === 'distinct' || (def.kind === 'sum' && def.unit === 'count');
}

/** Adds up over groups: may be shared out, accumulated. Averages, ratios and distinct counts do not. */
export function isAdditive(pack: Pack, ref: string): boolean {
  const def = needMetric(pack, ref);
  if (def.kind === 'derived') return true;
  return def.kind === 'count' || def.kind === 'sum';
}
