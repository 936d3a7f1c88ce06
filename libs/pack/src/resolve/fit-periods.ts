import { metricOf } from '../describe/refs.js';
import { as, leavesOf, refuse, type Draft, type Stop } from './draft.js';
import { REASONS } from './reasons.js';

/** "buyers in 2025 who ordered only once": members counted by what they did in a period are judged by what they did in it. */
export function fitPeriods(draft: Draft): Stop | undefined {
  const { pack, period, ask } = draft;
  // "orders at the end of May": of what happens, the last day is not said to be meant.
  const end = draft.words.find((t) => as(t, 'period')?.range.endOf);
  if (end && (draft.dimensions.some((d) => d.grain !== undefined) || !draft.metrics.every((m) => leavesOf(pack, m.ref).every((leaf) => leaf.balance)))) return refuse(draft, 'unanswerable', { term: end.text });
  // "January of each year", "Q1 by year": without a year it is none of them alone.
  const part = draft.words.find((t) => { const range = as(t, 'period')?.range; return range !== undefined && range.assumed && range.said.year === undefined && Object.keys(range.said).length > 0; });
  if (part && period?.assumed && draft.dimensions.some((d) => d.grain === 'year')) return refuse(draft, 'no-correct-plan', { detail: REASONS.partOfEachYear(ask.locale, part.text) });
  // "paid amount by order month": the months of other rows than the figure is dated by.
  const unit = draft.words.find((t) => as(t, 'unit') && t.grouped);
  const before = unit && draft.words[draft.words.indexOf(unit) - 1];
  const named = [...pack.entities.values()].find((e) => e.time !== undefined && unit && (as(before, 'entity')?.ref === e.id && ask.question.slice(before!.end, unit.start).trim() === '' || unit.text.toLowerCase().startsWith(`${e.label.en} `)));
  const dates = draft.metrics.flatMap((m) => leavesOf(pack, m.ref).flatMap((leaf) => leaf.time ?? []));
  if (unit && named && dates.length > 0 && !dates.some((time) => time === named.time)) return refuse(draft, 'unanswerable', { term: ask.question.slice(Math.min(unit.start, as(before, 'entity')?.ref === named.id ? before!.start : unit.start), unit.end) });
  for (const filter of draft.filters) {
    if (filter.op !== 'exists' && filter.op !== 'not-exists') continue;
    const counted = draft.metrics.map((m) => metricOf(pack, m.ref)).find((def) => def && 'counts' in def && def.counts === filter.ref && def.of !== filter.ref && def.time !== undefined);
    if (!counted) continue;
    if (!period && filter.period) return refuse(draft, 'no-correct-plan', { detail: REASONS.whichClause(ask.locale, filter.period.label) });
    if (period) filter.period ??= period;
  }
  return undefined;
}
