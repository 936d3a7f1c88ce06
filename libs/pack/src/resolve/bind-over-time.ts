import { TIME } from '../pack.js';
import { addUnits, startOf } from '../read/calendar.js';
import { currentOf } from './bind-periods.js';
import { labelOfRange, leavesOf, refuse, toPeriod, as, type Draft, type Stop } from './draft.js';
import { REASONS } from './reasons.js';

/**
 * A metric declared over time says what is asked of another one: by a breakdown it is a series, without one a single
 * figure (the total up to the end of the period; the period against an earlier one).
 */
export function bindOverTime(draft: Draft): Stop | undefined {
  const def = draft.overTime;
  asOfDay(draft);
  if (!def) return undefined;
  if (draft.metrics.length !== 1 || draft.compare || draft.series || draft.averageOver) return refuse(draft, 'no-correct-plan', { detail: REASONS.overTimeAlone(draft.ask.locale, def.label[draft.ask.locale]) });
  const grain = draft.dimensions.find((d) => d.ref === TIME)?.grain;
  if (def.kind === 'cumulative') {
    if (grain) draft.series = { kind: 'cumulative', by: grain, reset: def.reset };
    else upTo(draft, def.reset);
    return undefined;
  }
  if (grain === undefined) return againstEarlier(draft, def.against, def.show);
  const uneven = def.against !== grain && !(def.against === 'year' && (grain === 'month' || grain === 'quarter'));
  if (uneven) return refuse(draft, 'no-correct-plan', { detail: REASONS.unevenSeries(draft.ask.locale, grain, def.against) });
  draft.series = { kind: def.show, by: grain, ...(def.against === grain ? {} : { against: def.against }) };
  return undefined;
}

/** The running total at the end of the period, or today: from where it last began again. */
function upTo(draft: Draft, reset: 'month' | 'quarter' | 'year' | 'never'): void {
  const tomorrow = addUnits(draft.ask.today, 'day', 1);
  const said = draft.period?.to;
  const to = said && said < tomorrow ? said : tomorrow;
  const from = reset === 'never' ? null : startOf(addUnits(to, 'day', -1), reset, draft.pack.calendar);
  draft.period = { from, to, label: labelOfRange({ from, to, unit: 'span' }), assumed: true, ...(draft.period?.span ? { span: draft.period.span } : {}) };
  draft.notes = [...draft.notes.filter((n) => n.code !== 'all-time'), { code: 'assumed-period', params: { period: draft.period.label } }];
}

function againstEarlier(draft: Draft, against: 'month' | 'quarter' | 'year', show: 'change' | 'change-percent' | 'both'): Stop | undefined {
  if (!draft.period) {
    draft.period = toPeriod(currentOf(draft, against), null);
    draft.notes = [...draft.notes.filter((n) => n.code !== 'all-time'), { code: 'assumed-period', params: { period: draft.period.label } }];
  }
  const { from, to, parts } = draft.period;
  if (!from || !to || parts) return refuse(draft, 'unanswerable', { term: draft.period.label });
  const [before, until] = [addUnits(from, against, -1), addUnits(to, against, -1)];
  draft.compare = { period: { from: before, to: until, label: labelOfRange({ from: before, to: until, unit: 'span' }), assumed: true }, show };
  draft.intent = 'compare';
  return undefined;
}

/** "stock as of March 31": of a balance, the one known on that day; what came before it is not cut off. */
function asOfDay(draft: Draft): void {
  const asOf = draft.words.map((t) => as(t, 'period')?.range.asOf).find((day) => day !== undefined);
  const leaves = draft.metrics.flatMap((m) => leavesOf(draft.pack, m.ref));
  if (!asOf || draft.dimensions.some((d) => d.ref === TIME) || leaves.length === 0 || !leaves.every((leaf) => leaf.balance)) return;
  draft.period = { ...draft.period!, from: null, to: asOf };
}
