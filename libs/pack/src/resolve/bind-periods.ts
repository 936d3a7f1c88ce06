import type { Period } from '@countersign/contracts';
import { TIME } from '../pack.js';
import { addUnits, rangeOf } from '../read/calendar.js';
import { earlier } from '../read/period-ranges.js';
import { isHangul, type DateParts, type DateRange, type Token } from '../read/token.js';
import { addGrain } from './bind-dimensions.js';
import { as, is, leavesOf, refuse, spanOf, toPeriod, type Draft, type Stop } from './draft.js';
import { REASONS } from './reasons.js';

const GRAINS = ['year', 'quarter', 'month', 'week', 'day'] as const;

/** Finds when: one period, two to compare, several side by side, each against the one before, or all time. */
export function bindPeriods(draft: Draft): Stop | undefined {
  const { words } = draft;
  const now = { today: draft.ask.today, calendar: draft.pack.calendar };
  let periods = words.filter((t) => is(t, 'period') && !t.used);
  periods = spread(draft, periods);
  overPeriods(words);
  const marks = words.filter((t) => is(t, 'versus') && !t.used);
  // "vs the same month last year" says which; a bare "vs" beside it says no more.
  const versus = marks.find((t) => as(t, 'versus')!.unit !== undefined) ?? marks[0];
  const against = as(versus, 'versus')?.unit;
  const change = words.find((t) => is(t, 'change') && !t.used);
  // "declined payments": what they are is said, not what became of their number.
  if (change && /^(?:declined|dropped|increased|decreased|changed)$/i.test(change.text) && is(words[words.indexOf(change) + 1], 'entity', 'metric') && !words.slice(0, words.indexOf(change)).some((t) => is(t, 'entity', 'metric', 'dimension', 'how-many'))) return refuse(draft, 'unanswerable', { term: change.text });
  const picked = words.find((t) => is(t, 'change') && !t.used && picksChanged(draft, t));
  if (picked) return refuse(draft, 'no-correct-plan', { detail: REASONS.thoseThatChanged(draft.ask.locale, picked.text) });
  inPercent(words, change);
  // "What % did … change": the percentage is of the change, not of a whole.
  const share = change ? words.find((t) => is(t, 'share') && !t.used) : undefined;
  if (share) {
    share.used = true;
    change!.lex = { t: 'change', show: 'change-percent' };
  }
  const comparing = versus !== undefined || change !== undefined || words.some((t) => is(t, 'compare'));
  // "month over month change in 2025": the finer unit is the breakdown.
  const width = as(periods[0], 'period')?.range.unit;
  if (periods.length === 1 && against && width && finer(against, width)) addGrain(draft, against, null);
  const time = draft.dimensions.find((d) => d.ref === TIME);
  for (const t of words) if (is(t, 'all-time', 'compare', 'trend')) t.used = true;
  periods.forEach((t) => (t.used = true));
  if (periods.length === 2 && comparing && !time) return compareTwo(draft, periods, versus, change);
  // A week has no like a year before that people agree on.
  if (periods.length === 0 && as(versus, 'versus')?.of === 'week') return refuse(draft, 'unanswerable', { term: versus!.text });
  if (periods.length <= 1 && against && !time) {
    const named = as(periods[0], 'period')?.range;
    const period = named ? sameSpan(draft, named, versus!) : baseOf(draft, as(versus, 'versus')!.of ?? against, against);
    versus!.used = true;
    draft.period = toPeriod(period, periods[0] ?? null);
    setCompare(draft, toPeriod({ ...earlier(period, against, now), unit: period.unit }, null), change);
    return undefined;
  }
  // "net revenue growth in 2025" leaves only the year before to grow from.
  if (change && !time && periods.length === 1 && marks.length === 0 && width === 'year') {
    const { range } = as(periods[0], 'period')!;
    draft.period = toPeriod(range, periods[0]!);
    draft.notes.push({ code: 'assumed-comparison' });
    setCompare(draft, toPeriod({ ...earlier(range, 'year', now), unit: range.unit }, null), change);
    return undefined;
  }
  if (time && (change || (against && versus)) && periods.length <= 1) {
    const stop = bindSeries(draft, time.grain!, against, change);
    if (stop) return stop;
  }
  if (periods.length >= 2) for (const t of marks) t.used = true;
  if (change && periods.length >= 2 && time) change.used = false;
  if (periods.length > 1) return several(draft, periods, time !== undefined);
  draft.period = periods[0] ? toPeriod(as(periods[0], 'period')!.range, periods[0]) : null;
  // What lies ahead wholly has no rows yet: asking for it is asking for a forecast.
  if (draft.period?.from && draft.period.from > draft.ask.today) return refuse(draft, 'unanswerable', { term: periods[0]!.text });
  if (draft.period === null && draft.metrics.some((m) => leavesOf(draft.pack, m.ref).some((l) => l.time))) draft.notes.push({ code: 'all-time' });
  if (draft.period?.assumed) draft.notes.push({ code: 'assumed-period', params: { period: draft.period.label } });
  return undefined;
}

/** "categories where net revenue fell", "which channels grew", "감소한 카테고리": only some of them are asked for, by how they changed. */
function picksChanged({ words, dimensions, entity }: Draft, change: Token): boolean {
  if ((dimensions.every((d) => d.ref === TIME) && entity === undefined) || words.some((t) => is(t, 'top', 'rank'))) return false;
  const at = words.indexOf(change);
  if (isHangul(change.text)) return is(words[at + 1], 'do') ? is(words[at + 2], 'dimension', 'entity', 'term') : /[한된은든난]$/.test(change.text) && is(words[at + 1], 'dimension', 'entity', 'term');
  return /^(?:fell|rose|grew|declined|dropped|shrank|increased|decreased|changed|went (?:up|down))$/i.test(change.text) && words.slice(0, at).some((t) => is(t, 'rel') || (is(t, 'which') && is(words[words.indexOf(t) + 1], 'dimension', 'entity', 'term')));
}

/** "over" is a limit on a number; beside a period it compares with an earlier one ("H1 2026 over H1 2025"), or only says when. */
function overPeriods(words: Token[]): void {
  words.forEach((token, i) => {
    if (!is(token, 'compare-number') || !/^over$/i.test(token.text) || !is(words[i + 1], 'period')) return;
    if (words.slice(0, i).some((t) => is(t, 'period'))) token.lex = { t: 'versus', side: 'next' };
    else token.used = true;
  });
}

/** "growth …, in percent": how the change is given. */
function inPercent(words: Token[], change: Token | undefined): void {
  const percent = change && words.find((t) => is(t, 'percent') && !t.used);
  if (!percent) return;
  percent.used = true;
  change.lex = { t: 'change', show: /point|p$|포인트/i.test(percent.text) ? 'change' : 'change-percent' };
}

const WIDTHS = ['day', 'week', 'month', 'quarter', 'half', 'year'];
const finer = (unit: string, width: string): boolean => WIDTHS.includes(width) && WIDTHS.indexOf(unit) < WIDTHS.indexOf(width);

/** "H1 …, 2024 vs 2025": a part without a year belongs to each year named; "Q1 2025 vs 2024" likewise. */
function spread(draft: Draft, tokens: Token[]): Token[] {
  const said = (t: Token): DateParts => as(t, 'period')!.range.said;
  const set = (t: Token, parts: DateParts): void => {
    const range = rangeOf(parts, draft.pack.calendar);
    if (range) t.lex = { t: 'period', range: { ...range, said: parts, assumed: false } };
  };
  const yearOnly = (t: Token): boolean => Object.keys(said(t)).filter((k) => k !== 'fiscal').join() === 'year';
  const loose = tokens.filter((t) => as(t, 'period')!.range.assumed && Object.keys(said(t)).length > 0 && said(t).year === undefined);
  const years = tokens.filter(yearOnly);
  if (loose.length === 1 && years.length >= 1 && loose.length + years.length === tokens.length) {
    for (const t of years) set(t, { ...said(loose[0]!), ...said(t) });
    loose[0]!.used = true;
    return years;
  }
  if (loose.length > 1 && years.length === 1 && loose.length + 1 === tokens.length) {
    for (const t of loose) set(t, { ...said(t), ...said(years[0]!) });
    years[0]!.used = true;
    return loose;
  }
  const versus = draft.words.some((t) => is(t, 'versus', 'compare')) || shared(draft, tokens);
  const finer = tokens.filter((t) => !yearOnly(t) && said(t).year !== undefined);
  if (versus && tokens.length === 2 && years.length === 1 && finer.length === 1) set(years[0]!, { ...said(finer[0]!), year: said(years[0]!).year });
  return tokens;
}

/** "2024년과 2025년 3분기", "Q3 2024 and 2025": a bare year on the far side of a finer period has the same part in mind. */
function shared(draft: Draft, [first, second, ...more]: Token[]): boolean {
  if (!first || !second || more.length > 0) return false;
  const between = draft.words.slice(draft.words.indexOf(first) + 1, draft.words.indexOf(second));
  const bare = isHangul(draft.ask.question) ? first : second;
  return between.length === 1 && is(between[0], 'and') && Object.keys(as(bare, 'period')!.range.said).join() === 'year';
}

function compareTwo(draft: Draft, periods: Token[], versus: Token | undefined, change: Token | undefined): Stop | undefined {
  if (versus) versus.used = true;
  const ranges = periods.map((t) => ({ t, range: as(t, 'period')!.range }));
  if (ranges.some(({ range }) => range.from === null || range.to === null)) return refuse(draft, 'unanswerable', { term: periods.map((t) => t.text).join(' / ') });
  // The later of the two is what is compared with the earlier one, in whatever order they were said.
  ranges.sort((a, b) => (a.range.from! < b.range.from! ? 1 : -1));
  // "지난달 … 전월과 비교": the month before is the one before that.
  const [later, former] = [ranges[0]!, ranges[1]!];
  const { unit } = later.range;
  // "June vs June 2026", in 2026: which other June is meant is not said.
  const unsaid = (range: DateRange): boolean => range.assumed && Object.keys(range.said).length > 0;
  if (later.range.from === former.range.from && (unsaid(later.range) || unsaid(former.range))) return refuse(draft, 'unanswerable', { term: periods.map((t) => t.text).join(' / ') });
  if (later.range.from === former.range.from && later.range.to === former.range.to && unit !== 'half' && unit !== 'term' && unit !== 'span') former.range = { ...earlier(former.range, unit, { today: draft.ask.today, calendar: draft.pack.calendar }), unit };
  draft.period = toPeriod(ranges[0]!.range, ranges[0]!.t);
  setCompare(draft, toPeriod(ranges[1]!.range, ranges[1]!.t), change);
  return undefined;
}

function setCompare(draft: Draft, period: Period, change: Token | undefined): void {
  if (change) change.used = true;
  for (const t of draft.words) if (is(t, 'change', 'versus', 'between')) t.used = true;
  draft.compare = { period, show: as(change, 'change')?.show ?? 'both' };
  draft.intent = 'compare';
}

/** "This year against the same period last year": as far as this one has come. */
function sameSpan({ ask }: Draft, range: DateRange, versus: Token): DateRange {
  const tomorrow = addUnits(ask.today, 'day', 1);
  const running = range.from !== null && range.to !== null && range.from < tomorrow && range.to > tomorrow;
  return running && /동기|같은 기간|이맘때|same (?:period|time)/i.test(versus.text) ? { ...range, to: tomorrow, unit: 'span' } : range;
}

/** With no period named, the current unit as far as it has come, so that its part of a year is not set against a whole one. */
function baseOf(draft: Draft, unit: (typeof GRAINS)[number], against: (typeof GRAINS)[number]): DateRange {
  const current = currentOf(draft, unit);
  const tomorrow = addUnits(draft.ask.today, 'day', 1);
  return unit === 'year' && against === 'year' && current.to! > tomorrow ? { ...current, to: tomorrow, unit: 'span' } : current;
}

/** The unit that holds today, for "month over month" with no month named. */
export function currentOf(draft: Draft, unit: 'year' | 'quarter' | 'month' | 'week' | 'day'): DateRange {
  const [year, month, day] = draft.ask.today.split('-').map(Number) as [number, number, number];
  const said: DateParts = unit === 'year' ? { year } : unit === 'quarter' ? { year, quarter: Math.ceil(month / 3) } : unit === 'month' ? { year, month } : { year, month, day };
  return { ...rangeOf(said, draft.pack.calendar)!, said, assumed: true };
}

function bindSeries(draft: Draft, grain: (typeof GRAINS)[number], against: (typeof GRAINS)[number] | undefined, change: Token | undefined): Stop | undefined {
  const yearBefore = against === 'year' && (grain === 'month' || grain === 'quarter');
  if (against !== undefined && against !== grain && !yearBefore) return refuse(draft, 'no-correct-plan', { detail: REASONS.unevenSeries(draft.ask.locale, grain, against) });
  for (const t of draft.words) if (is(t, 'change', 'versus')) t.used = true;
  draft.series = { kind: as(change, 'change')?.show ?? 'both', by: grain, ...(yearBefore ? { against } : {}) };
  return undefined;
}

/** Said in the question, it need not be asked. */
const TOGETHER = /\b(?:together|combined|altogether|in total|the sum of)\b|합쳐|합산|합계|합해|통틀어/i;

/** Several periods side by side: with a breakdown by time their union; else one row each when they are of one width. */
function several(draft: Draft, periods: Token[], byTime: boolean): Stop | undefined {
  const ranges = periods.map((t) => as(t, 'period')!.range).sort((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1));
  if (ranges.some((r, i) => i > 0 && (r.from === null || ranges[i - 1]!.to === null || r.from < ranges[i - 1]!.to!))) return refuse(draft, 'unanswerable', { term: periods.map((t) => t.text).join(' / ') });
  // "from January to March for 2024, 2025 and 2026": the years after the first have no months of their own.
  if (ranges.some((r) => r.unit === 'span') && ranges.filter((r) => r.unit === 'year').length > 1) return refuse(draft, 'unanswerable', { term: periods.map((t) => t.text).join(' / ') });
  // "in 2025 but not in 2026": the second takes something away, and is no part of a whole.
  const away = draft.words.find((t) => is(t, 'not', 'have-not', 'do-not') && t.start > periods[0]!.start && t.start < periods.at(-1)!.start);
  if (away) return refuse(draft, 'unanswerable', { term: draft.ask.question.slice(away.start, periods.at(-1)!.end) });
  const [first] = ranges as [DateRange, ...DateRange[]];
  draft.period = unionOf(periods);
  const either = draft.words.find((t) => is(t, 'some') || (is(t, 'or') && t.start > periods[0]!.start && t.start < periods.at(-1)!.start));
  if (either) either.used = true;
  if (either) return undefined;
  if (byTime) return undefined;
  const unit = first.unit;
  const together = draft.ask.choices[draft.period.label];
  if (together === 'together' || (together === undefined && TOGETHER.test(draft.ask.question))) return undefined;
  const { academic } = draft.pack.calendar;
  if (academic && ranges.every((r) => r.said.term !== undefined)) {
    if (together !== 'each') return askTogether(draft, periods);
    const ref = academic.dimension;
    if (!draft.dimensions.some((d) => d.ref === ref)) draft.dimensions.push({ ref, label: draft.pack.dimensions.get(ref)!.label[draft.ask.locale] });
    return undefined;
  }
  if ((together === 'each' || draft.metrics.length > 0) && unit !== 'span' && unit !== 'half' && unit !== 'term' && ranges.every((r) => r.unit === unit)) {
    if (together !== 'each') return askTogether(draft, periods);
    addGrain(draft, unit, null);
    return undefined;
  }
  return askTogether(draft, periods);
}

/** Several periods as one with parts. */
export function unionOf(periods: Token[]): Period {
  const ranges = periods.map((t) => as(t, 'period')!.range).sort((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1));
  return {
    from: ranges[0]!.from, to: ranges.at(-1)!.to, label: periods.map((t) => toPeriod(as(t, 'period')!.range, null).label).join(', '), assumed: false,
    parts: ranges.map(({ from, to }) => ({ from, to })), span: { start: periods[0]!.start, end: periods.at(-1)!.end },
  };
}

function askTogether(draft: Draft, periods: Token[]): Stop {
  const ko = draft.ask.locale === 'ko';
  const choice = (ref: string, label: string, definition: string, usual: boolean) => ({ ref, label, definition, usual });
  return {
    clarify: {
      term: draft.period!.label,
      kind: 'period',
      span: { start: spanOf(periods[0]!).start, end: spanOf(periods.at(-1)!).end },
      choices: [
        choice('each', ko ? '기간별로 따로' : 'each by itself', ko ? '기간마다 한 행' : 'One row for each period', true),
        choice('together', ko ? '모두 합쳐서' : 'all together', ko ? '모든 기간을 합친 값 하나' : 'One figure over all the periods', false),
      ],
    },
  };
}
