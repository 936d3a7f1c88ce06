import type { BoundFilter, Interpretation } from '@countersign/contracts';
import { leavesOf } from '../describe/metric-parts.js';
import { TIME, type AggregateMetric, type Pack } from '../pack.js';
import { reaches } from './join-graph.js';
import { needMetric } from './metric-expr.js';

/** A figure that would add up, or rank, amounts in different units. */
export interface MixedUnit {
  /** The metric, and the part of it whose rows have different units. */
  metric: string;
  leaf: AggregateMetric;
  /** The dimension that says the unit. */
  dimension: string;
  /** `add`: the groups themselves mix units; `compare`: each group has one, but groups are set against each other. */
  how: 'add' | 'compare';
}

type Asked = Pick<Interpretation, 'metrics' | 'dimensions' | 'filters' | 'having' | 'limit' | 'limitWithin' | 'shareWithin' | 'order'>;

/**
 * The first figure of a question whose unit is not one. A unit is one where the question is narrowed to it, or broken
 * down by it or by things that each have one; a ranking, limit or share also sets the groups against each other.
 */
export function mixedUnit(pack: Pack, i: Asked): MixedUnit | undefined {
  for (const metric of [...i.metrics.map((m) => m.ref), ...i.having.map((h) => h.ref)]) {
    for (const leaf of leavesOf(pack, metric)) {
      const dimension = leaf.unitFrom?.dimension;
      if (dimension === undefined || narrowed(pack, i.filters, dimension)) continue;
      const has = i.dimensions.some((d) => says(pack, d.ref, dimension));
      if (!has) return { metric, leaf, dimension, how: 'add' };
      if (compares(pack, i, metric, dimension)) return { metric, leaf, dimension, how: 'compare' };
    }
  }
  return undefined;
}

/** The unit itself, or a thing that has exactly one. */
function says(pack: Pack, ref: string, dimension: string): boolean {
  if (ref === dimension) return true;
  const [unit, other] = [pack.dimensions.get(dimension), pack.dimensions.get(ref)];
  const isKey = other && pack.entities.get(other.entity)?.columns.get(other.column)?.role === 'key';
  return unit !== undefined && isKey === true && reaches(pack, other.entity, unit.entity);
}

const narrowed = (pack: Pack, filters: Pick<BoundFilter, 'ref' | 'op' | 'numerator'>[], dimension: string): boolean => filters.some((f) => f.op === 'eq' && !f.numerator && says(pack, f.ref, dimension));

function compares(pack: Pack, i: Asked, metric: string, dimension: string): boolean {
  const inside = (within: string[] | undefined): boolean => within?.some((ref) => says(pack, ref, dimension)) ?? false;
  if (i.having.some((h) => h.ref === metric)) return true;
  if (i.limit !== undefined && i.order.some((o) => o.ref === metric)) return !inside(i.limitWithin);
  return i.shareWithin !== undefined && !inside(i.shareWithin) && i.dimensions.some((d) => d.ref !== TIME);
}

/** The unit a metric's column is shown in: the declared one, the one the question is narrowed to, or none. */
export function unitShown(pack: Pack, { filters }: Pick<Interpretation, 'filters'>, ref: string): string {
  const def = needMetric(pack, ref);
  if (def.unit !== '' || def.kind === 'ratio') return def.unit;
  const dimension = leavesOf(pack, ref).map((leaf) => leaf.unitFrom?.dimension).find((d) => d !== undefined);
  const filter = filters.find((f) => f.ref === dimension && f.op === 'eq' && !f.numerator);
  return filter?.values.length === 1 ? filter.values[0]! : '';
}
