import { addUnits, assumedYear, rangeOf, startOf } from './calendar.js';
import { closedByOpenEnds, edgesOfPeriods, sinceToDate } from './edges-of-periods.js';
import { rolling, type Today } from './periods.js';
import { isQuiet, joined, type DateParts, type DateRange, type Token } from './token.js';

const rangeAt = (token: Token | undefined): DateRange | null => (token?.lex.t === 'period' ? token.lex.range : null);

/** Periods that belong together become one: ranges, open ends, "today included", a restatement in brackets. */
export function readPeriodRanges(tokens: Token[], question: string, now: Today): Token[] {
  let out = fillNeighbours(edgesOfPeriods(tokens, question), now);
  out = currentOrNot(out, question, now);
  out = restated(out, question);
  out = wholeOf(out, question);
  out = ranges(out, question, now);
  out = weeksOf(out, question, now);
  return closedByOpenEnds(openEnds(sinceToDate(out, question), question), question);
}

/** "January to March 2025", "2025년 1분기와 2분기", "Q1 vs Q2 2025": a missing year is the neighbour's. */
function fillNeighbours(tokens: Token[], now: Today): Token[] {
  const at = tokens.flatMap((t, i) => (rangeAt(t) ? [i] : []));
  const set = (i: number, said: DateParts): void => {
    const range = rangeOf(said, now.calendar);
    if (range) tokens[i] = { ...tokens[i]!, lex: { t: 'period', range: { ...range, said, assumed: false } } };
  };
  const linked = (a: number, b: number): boolean => tokens.slice(a + 1, b).every((t) => isQuiet(t) || ['and', 'or', 'to', 'since', 'until', 'versus', 'from', 'between', 'within', 'compare', 'both'].includes(t.lex.t));
  for (let n = 1; n < at.length; n++) {
    const [a, b] = [at[n - 1]!, at[n]!];
    const [left, right] = [rangeAt(tokens[a])!, rangeAt(tokens[b])!];
    if (!linked(a, b) || sameParts(left.said, right.said)) continue;
    if (left.said.year !== undefined && right.assumed && right.said.year === undefined && Object.keys(right.said).length > 0) {
      set(b, { ...right.said, year: left.said.year, fiscal: left.said.fiscal });
      // December to January runs into the next year.
      const after = rangeAt(tokens[b]);
      if (after?.from && left.from && after.from < left.from && tokens.slice(a + 1, b).some((t) => ['to', 'since'].includes(t.lex.t))) set(b, { ...right.said, year: left.said.year + 1 });
    } else if (left.assumed && left.said.year === undefined && Object.keys(left.said).length > 0 && right.said.year !== undefined) set(a, { ...left.said, year: right.said.year, fiscal: right.said.fiscal });
  }
  for (let n = at.length - 1; n > 0; n--) {
    const [a, b] = [at[n - 1]!, at[n]!];
    const [left, right] = [rangeAt(tokens[a])!, rangeAt(tokens[b])!];
    if (left.assumed && left.said.year === undefined && Object.keys(left.said).length > 0 && right.said.year !== undefined && linked(a, b) && !sameParts(left.said, right.said)) set(a, { ...left.said, year: right.said.year });
  }
  return tokens;
}

/** "June vs June last year": the same part of two years, so neither leans on the other for its year. */
const sameParts = (a: DateParts, b: DateParts): boolean => (['half', 'quarter', 'month', 'day', 'term'] as const).every((part) => a[part] === b[part]);

/** "last 7 days, today included" / "excluding this month". */
function currentOrNot(tokens: Token[], question: string, now: Today): Token[] {
  const mark = tokens.findIndex((t) => t.lex.t === 'include-current');
  const at = tokens.findIndex((t) => rangeAt(t)?.rolling !== undefined);
  if (mark < 0) return tokens;
  if (at < 0) return asFarAs(tokens, mark, now);
  const { count, unit } = rangeAt(tokens[at])!.rolling!;
  const lex = tokens[mark]!.lex;
  const range = { ...rolling(count, unit, lex.t === 'include-current' && lex.value, -1, now), assumed: false };
  tokens[at] = { ...tokens[at]!, lex: { t: 'period', range } };
  tokens[mark] = { ...tokens[mark]!, used: true, lex: { t: 'filler' } };
  return tokens;
}

/** "this month up to yesterday": a period that is not over, as far as the words say. */
function asFarAs(tokens: Token[], mark: number, { today }: Today): Token[] {
  const lex = tokens[mark]!.lex;
  const at = tokens.findIndex((t) => (rangeAt(t)?.from ?? '9') <= today && (rangeAt(t)?.to ?? '') > today && rangeAt(t)!.unit !== 'day');
  const range = rangeAt(tokens[at]);
  if (!range || lex.t !== 'include-current' || !/today|yesterday|오늘|어제|금일/i.test(tokens[mark]!.text)) return tokens;
  tokens[at] = { ...tokens[at]!, lex: { t: 'period', range: { ...range, to: addUnits(today, 'day', lex.value ? 1 : 0), said: {}, unit: 'span' } } };
  tokens[mark] = { ...tokens[mark]!, used: true, lex: { t: 'filler' } };
  return tokens;
}

/** "최근 3개월(4~6월)": what stands in brackets right after a period says the same, more exactly. */
function restated(tokens: Token[], question: string): Token[] {
  for (let i = 0; i + 2 < tokens.length; i++) {
    if (!rangeAt(tokens[i]) || tokens[i + 1]!.text !== '(') continue;
    const close = tokens.findIndex((t, j) => j > i && t.text === ')');
    const inside = close < 0 ? [] : tokens.slice(i + 2, close).filter((t) => !isQuiet(t));
    if (inside.length === 0 || !inside.every((t) => rangeAt(t) || ['to', 'and', 'from', 'since', 'until'].includes(t.lex.t))) continue;
    const [first, last] = [rangeAt(inside[0])!, rangeAt(inside.at(-1))!];
    if (!first || !last) continue;
    const range: DateRange = { from: first.from, to: last.to, said: {}, unit: 'span', assumed: false };
    return [...tokens.slice(0, i), joined(tokens, i, close + 1, { t: 'period', range }, question), ...tokens.slice(close + 1)];
  }
  return tokens;
}

/** "5월 한 달": the width again, of a period just said. */
function wholeOf(tokens: Token[], question: string): Token[] {
  const at = tokens.findIndex((t, i) => rangeAt(t) !== null && as1(tokens[i + 1]) && tokens[i + 2]?.lex.t === 'unit');
  const unit = tokens[at + 2]?.lex;
  if (at < 0 || unit?.t !== 'unit' || unit.grouped || rangeAt(tokens[at])!.unit !== unit.unit) return tokens;
  return [...tokens.slice(0, at), joined(tokens, at, at + 3, tokens[at]!.lex, question), ...tokens.slice(at + 3)];
}

/** "the week of 4 May", "week ending 10 May", "5월 4일이 있는 주", "5월 4일부터 7일간": a stretch said by one of its days. */
function weeksOf(tokens: Token[], question: string, now: Today): Token[] {
  for (let i = 0; i < tokens.length; i++) {
    const day = rangeAt(tokens[i]);
    if (!day?.from || day.unit !== 'day') continue;
    let lead = i - 1;
    while (lead >= 0 && isQuiet(tokens[lead])) lead--;
    const before = tokens[lead]?.lex;
    const after = stretchAfter(tokens, i);
    const found = before?.t === 'week-of' ? { from: lead, to: i + 1, range: weekOf(day.from, before.edge, now) } : after && { from: i, to: after.to, range: after.range(day.from, now) };
    if (!found) continue;
    const range: DateRange = { ...found.range, said: {}, assumed: day.assumed };
    return weeksOf([...tokens.slice(0, found.from), joined(tokens, found.from, found.to, { t: 'period', range }, question), ...tokens.slice(found.to)], question, now);
  }
  return tokens;
}

type Stretch = Pick<DateRange, 'from' | 'to' | 'unit'>;

/** A week by the day it begins with is that week, whatever day the calendar's weeks begin on. */
function weekOf(day: string, edge: 'starts' | 'ends' | undefined, { calendar }: Today): Stretch {
  const from = edge === 'starts' ? day : edge === 'ends' ? addUnits(day, 'day', -6) : startOf(day, 'week', calendar);
  return { from, to: addUnits(from, 'week', 1), unit: edge && from !== startOf(from, 'week', calendar) ? 'span' : 'week' };
}

/** Korean says the stretch after its day: "…이 포함된 주", "…부터 일주일", "…부터 7일간". */
function stretchAfter(tokens: Token[], i: number): { to: number; range: (day: string, now: Today) => Stretch } | undefined {
  const mark = skipQuiet(tokens, i + 1);
  const kind = tokens[mark]?.lex;
  const next = skipQuiet(tokens, mark + 1);
  const unit = (at: number) => (tokens[at]?.lex.t === 'unit' && !tokens[at].lex.grouped ? tokens[at].lex.unit : undefined);
  const holds = kind?.t === 'have' && kind.side === 'prev';
  const week = unit(mark) === 'week' ? mark : holds && unit(next) === 'week' ? next : undefined;
  if (week !== undefined) return { to: week + 1, range: (day, now) => weekOf(day, undefined, now) };
  const count = tokens[next]?.lex;
  const width = unit(next + 1);
  if (kind?.t !== 'since' || kind.side !== 'prev' || count?.t !== 'amount' || width === undefined) return undefined;
  return { to: next + 2, range: (day) => ({ from: day, to: addUnits(day, width, Number(count.value)), unit: 'span' }) };
}

const as1 = (token: Token | undefined): boolean => token?.lex.t === 'amount' && token.lex.value === '1';

/** A to B, between A and B, A부터 B까지, A~B: from the first day of A to the last of B. */
function ranges(tokens: Token[], question: string, now: Today): Token[] {
  for (let i = 0; i < tokens.length; i++) {
    const left = rangeAt(tokens[i]);
    if (!left) continue;
    let j = i + 1;
    const links: Token[] = [];
    while (j < tokens.length && !rangeAt(tokens[j]) && (isQuiet(tokens[j]) || ['to', 'until', 'since', 'and', 'within', 'from'].includes(tokens[j]!.lex.t))) links.push(tokens[j++]!);
    const right = rangeAt(tokens[j]);
    if (!right) continue;
    let lead = i - 1;
    while (lead >= 0 && isQuiet(tokens[lead])) lead--;
    const opened = lead >= 0 && ['between', 'from', 'since'].includes(tokens[lead]!.lex.t);
    const link = links.filter((t) => !isQuiet(t));
    const isTo = (t: Token): boolean => t.lex.t === 'to' || t.lex.t === 'until' || t.others.some((o) => o.t === 'to');
    const between = opened && tokens[lead]!.lex.t === 'between';
    const tail = skipQuiet(tokens, j + 1);
    const betweenAfter = tokens[tail]?.lex.t === 'between';
    // "change from Q1 to Q2" names two ends to compare, not the stretch between them.
    if ((opened || link.every((t) => t.text === '에서')) && tokens.some((t) => t.lex.t === 'change')) continue;
    const runs = link.some((t) => t.lex.t === 'since') || (link.length > 0 && link.every(isTo)) || ((between || betweenAfter) && link.some((t) => t.lex.t === 'and'));
    if (!runs || (right.to !== null && left.from !== null && right.to <= left.from)) continue;
    const range: DateRange = { from: left.from, to: right.to, said: {}, unit: 'span', assumed: left.assumed && right.assumed };
    const ends = betweenAfter ? tail + 1 : ['until', 'to'].includes(tokens[tail]?.lex.t ?? '') && tokens[tail]!.lex.t === 'until' ? tail + 1 : j + 1;
    const from = opened ? lead : i;
    return ranges([...tokens.slice(0, from), joined(tokens, from, ends, { t: 'period', range }, question), ...tokens.slice(ends)], question, now);
  }
  return tokens;
}

const skipQuiet = (tokens: Token[], i: number): number => {
  while (isQuiet(tokens[i])) i++;
  return i;
};

/** since, until, before, after: one end stays open. */
function openEnds(tokens: Token[], question: string): Token[] {
  for (let i = 0; i < tokens.length; i++) {
    const range = rangeAt(tokens[i]);
    if (!range || (range.unit === 'span' && range.from === null)) continue;
    let lead = i - 1;
    while (lead >= 0 && isQuiet(tokens[lead])) lead--;
    const tail = skipQuiet(tokens, i + 1);
    const before = tokens[lead]?.lex;
    const after = tokens[tail]?.lex;
    const next = before && 'side' in before && before.side === 'next' ? bounded(range, before) : null;
    if (next) return openEnds([...tokens.slice(0, lead), joined(tokens, lead, i + 1, { t: 'period', range: next }, question), ...tokens.slice(i + 1)], question);
    const prev = after && 'side' in after && after.side === 'prev' ? bounded(range, after) : null;
    if (prev) return openEnds([...tokens.slice(0, i), joined(tokens, i, tail + 1, { t: 'period', range: prev }, question), ...tokens.slice(tail + 1)], question);
  }
  return tokens;
}

function bounded(range: DateRange, { t: kind, asOf, end }: { t: string; asOf?: boolean; end?: boolean }): DateRange | null {
  const open = { said: {}, unit: 'span' as const, assumed: range.assumed };
  if (kind === 'since') return { ...open, from: range.from, to: null, ...(asOf && range.to ? { asOf: range.to } : {}), ...(end ? { endOf: true } : {}) };
  if (kind === 'until') return { ...open, from: null, to: range.to };
  if (kind === 'before') return { ...open, from: null, to: range.from };
  if (kind === 'after') return { ...open, from: range.to, to: null };
  return null;
}

/** The same range one unit earlier ("compared with the previous year"): whole units stay whole. */
export function earlier(range: DateRange, unit: 'year' | 'quarter' | 'month' | 'week' | 'day', now: Today): DateRange {
  // A week keeps its days of the week: 52 weeks before.
  const [width, count] = range.unit === 'week' && unit === 'year' ? (['week', -52] as const) : ([unit, -1] as const);
  const move = (day: string | null): string | null => (day === null ? null : addUnits(day, width, count));
  return { from: move(range.from), to: move(range.to), said: {}, unit: range.unit, assumed: range.assumed && assumedYear(range.said, now.today, now.calendar) > 0 };
}
