import { columnsIn } from '../load/walk-expr.js';
import type { AggregateMetric, Pack } from '../pack.js';
import { metricOf } from './refs.js';

/** Entity whose members a metric counts; undefined for amounts. */
export function countedBy(pack: Pack, metric: string): string | undefined {
  const def = metricOf(pack, metric);
  return def && def.kind !== 'ratio' && def.kind !== 'derived' ? def.counts : undefined;
}

/** The aggregates a metric is made of. */
export function leavesOf(pack: Pack, ref: string): AggregateMetric[] {
  const def = metricOf(pack, ref);
  if (!def) return [];
  if (def.kind === 'ratio') return [...leavesOf(pack, def.numerator), ...leavesOf(pack, def.denominator)];
  if (def.kind !== 'derived') return [def];
  return [...new Set(columnsIn(def.formula).map((c) => c.name))].flatMap((name) => leavesOf(pack, name));
}
