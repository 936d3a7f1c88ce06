import type { Candidate, Interpretation, Query, Refusal } from '@countersign/contracts';
import type { Pack } from '../pack.js';
import { NoPlan } from './no-plan.js';
import { WHY } from './why-not.js';
import { planComparison } from './plan-comparison.js';
import { planFigures } from './plan-figures.js';
import { planList } from './plan-list.js';
import { planShare } from './plan-share.js';
import { planAverage } from './plan-average.js';
import { planSeries } from './plan-series.js';
import { mixedUnit } from './units.js';
import { planWithin } from './plan-windows.js';

/** A query with what its columns show and why its aggregates are right. */
export interface Planned {
  query: Query;
  columns: Candidate['columns'];
  proofs: string[];
}

export type Plan = ({ outcome: 'planned' } & Planned) | { outcome: 'refuse'; refusal: Refusal };

/**
 * Compiles an interpretation to a query over the pack's standard names. Every aggregate keeps the grain it was declared
 * at (see `proofs`); where no such query exists the answer is a refusal, never a query that is nearly right.
 *
 * @example planQuery(pack, interpretation) // { outcome: 'planned', query, columns, proofs }
 */
export function planQuery(pack: Pack, interpretation: Interpretation): Plan {
  try {
    oneUnit(pack, interpretation);
    return { outcome: 'planned', ...planner(interpretation)(pack, interpretation) };
  } catch (error) {
    if (!(error instanceof NoPlan)) throw error;
    return { outcome: 'refuse', refusal: { code: 'no-correct-plan', params: { detail: error.detail[interpretation.locale] }, nearest: [] } };
  }
}

/** Units are checked here too: not every interpretation comes from the resolver, which asks. */
function oneUnit(pack: Pack, i: Interpretation): void {
  const mixed = mixedUnit(pack, i);
  if (mixed) throw new NoPlan(WHY.mixedUnits(mixed.leaf.label, pack.dimensions.get(mixed.dimension)!.label, mixed.how));
}

function planner(i: Interpretation): (pack: Pack, interpretation: Interpretation) => Planned {
  if (i.intent === 'list' || i.entity !== undefined) return planList;
  if (i.averageOver) return planAverage;
  if (i.compare) return planComparison;
  if (i.shareWithin) return planShare;
  if (i.series) return planSeries;
  if (i.limitWithin && i.limitWithin.length > 0) return planWithin;
  return planFigures;
}
