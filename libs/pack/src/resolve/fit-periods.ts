import { metricOf } from '../describe/refs.js';
import { as, refuse, type Draft, type Stop } from './draft.js';
import { REASONS } from './reasons.js';

/** "buyers in 2025 who ordered only once": members counted by what they did in a period are judged by what they did in it. */
export function fitPeriods(draft: Draft): Stop | undefined {
  const { pack, period, ask } = draft;
  // "January of each year", "Q1 by year": without a year it is none of them alone.
  const part = draft.words.find((t) => { const range = as(t, 'period')?.range; return range !== undefined && range.assumed && range.said.year === undefined && Object.keys(range.said).length > 0; });
  if (part && period?.assumed && draft.dimensions.some((d) => d.grain === 'year')) return refuse(draft, 'no-correct-plan', { detail: REASONS.partOfEachYear(ask.locale, part.text) });
  for (const filter of draft.filters) {
    if (filter.op !== 'exists' && filter.op !== 'not-exists') continue;
    const counted = draft.metrics.map((m) => metricOf(pack, m.ref)).find((def) => def && 'counts' in def && def.counts === filter.ref && def.of !== filter.ref && def.time !== undefined);
    if (!counted) continue;
    if (!period && filter.period) return refuse(draft, 'no-correct-plan', { detail: REASONS.whichClause(ask.locale, filter.period.label) });
    if (period) filter.period ??= period;
  }
  return undefined;
}
