import { TIME } from '../pack.js';
import { as, is, refuse, type Draft, type Stop } from './draft.js';
import { addGrain } from './bind-dimensions.js';

/** Running totals, and a trend with no grain said. */
export function bindSeries(draft: Draft): Stop | undefined {
  const { words } = draft;
  const cumulative = words.find((t) => is(t, 'cumulative') && !t.used);
  const time = draft.dimensions.find((d) => d.ref === TIME);
  if (cumulative) {
    if (!time) return refuse(draft, 'unanswerable', { term: cumulative.text });
    cumulative.used = true;
    draft.series = { kind: 'cumulative', by: time.grain! };
  }
  const { academic } = draft.pack.calendar;
  const trend = words.find((t) => is(t, 'trend') && !t.used);
  if (trend && !time && draft.metrics.length > 0 && !draft.dimensions.some((d) => d.ref === academic?.dimension || d.ref === academic?.yearDimension)) {
    trend.used = true;
    const period = words.map((t) => as(t, 'period')?.range).find((r) => r !== undefined);
    const grain = period?.unit === 'month' || period?.unit === 'week' ? 'day' : 'month';
    addGrain(draft, grain, null);
    draft.notes.push({ code: 'assumed-grain', params: { grain } });
  }
  return undefined;
}
