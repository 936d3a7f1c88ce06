import type { Grain } from '@countersign/contracts';
import type { CalendarDef } from '../pack.js';
import { addUnits, assumedYear, rangeOf, startOf } from './calendar.js';
import { isAcademicYear, isTermNoun, namesTerm, readTerms, secondYear, yearBeside } from './academic-words.js';
import { isQuiet, joined, type DateParts, type DateRange, type Token } from './token.js';

/** What periods are read with. */
export interface Today {
  today: string;
  calendar: CalendarDef;
}

interface Read {
  range: DateRange;
  to: number;
}

/** Replaces every run of items that names a time by one period. Ranges and open ends come in a second pass. */
export function readPeriods(tokens: Token[], question: string, now: Today): Token[] {
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; ) {
    const read = readRelative(tokens, i, now) ?? readFirstDay(tokens, i, out, now) ?? readParts(tokens, i, now) ?? readSecondDay(tokens, i, out, now);
    if (read) {
      out.push(joined(tokens, i, read.to, { t: 'period', range: read.range }, question));
      i = read.to;
    } else {
      const token = tokens[i++]!;
      // "current stock", "현재 재고": with no unit after it, it says nothing that the figure does not.
      out.push(token.lex.t === 'shift' && /^(?:(?:the )?current|현재)$/i.test(token.text) ? { ...token, lex: { t: 'filler' } } : token);
    }
  }
  return out;
}

/** "between 10 and 20 March 2026", "from 3rd to 9th May": the first day leans on the second for its month. */
function readFirstDay(tokens: Token[], i: number, out: Token[], now: Today): Read | null {
  const day = amountAt(tokens, i);
  const ends = tokens[i + 1]?.lex.t === 'ordinal-mark' ? i + 2 : i + 1;
  const link = nextSaid(tokens, ends);
  if (day === null || day < 1 || day > 31 || tokens[link] === undefined) return null;
  const opened = out.findLast((t) => !isQuiet(t))?.lex.t;
  if (!(tokens[link]!.lex.t === 'to' || tokens[link]!.lex.t === 'until' || (tokens[link]!.lex.t === 'and' && opened === 'between'))) return null;
  const last = readParts(tokens, nextSaid(tokens, link + 1), now);
  const { year, month, day: until, ...more } = last?.range.said ?? {};
  if (!last || month === undefined || until === undefined || until <= day || Object.keys(more).length > 0) return null;
  const range = rangeOf({ year: Number(last.range.from!.slice(0, 4)), month, day }, now.calendar);
  return range ? { range: { ...range, said: { ...(year === undefined ? {} : { year }), month, day }, assumed: year === undefined }, to: ends } : null;
}

/** "7일간" is how long, not which day. */
const WIDTH = /일\s?(?:간|동안|치)/;
const nextSaid = (tokens: Token[], i: number): number => {
  let j = i;
  while (isQuiet(tokens[j])) j++;
  return j;
};

/** "March 10 to 20", "3월 10일부터 20일까지": the second day leans on the first for its month. */
function readSecondDay(tokens: Token[], i: number, out: Token[], now: Today): Read | null {
  const day = amountAt(tokens, i);
  let j = out.length - 1;
  while (j >= 0 && (isQuiet(out[j]) || ['to', 'since', 'until', 'and'].includes(out[j]!.lex.t))) j--;
  const first = out[j]?.lex;
  const linked = out.slice(j + 1).some((t) => ['to', 'since', 'until'].includes(t.lex.t) || (t.lex.t === 'and' && (out.slice(0, j).some((o) => o.lex.t === 'between') || tokens[nextSaid(tokens, i + 2)]?.lex.t === 'between')));
  if (day === null || day > 31 || !linked || first?.t !== 'period' || first.range.said.day === undefined) return null;
  const { year, month, day: from } = first.range.said;
  if (month === undefined || from === undefined || day <= from) return null;
  // A number that counts something ("10 to 20 orders") has a counter or a noun; a day has 일, a year or nothing after it.
  const unit = unitAt(tokens, i + 1);
  if (unit !== null && (unit !== 'day' || WIDTH.test(tokens[i + 1]!.text))) return null;
  let to = unit === 'day' ? i + 2 : i + 1;
  let said: DateParts = { ...(year === undefined ? {} : { year }), month, day };
  if (unit === null) {
    while (glues(tokens[to])) to++;
    const later = amountAt(tokens, to);
    if (later !== null && YEARS(later)) {
      said = { ...said, year: later };
      to++;
    } else to = i + 1;
  }
  const range = rangeOf({ ...said, year: said.year ?? Number(first.range.from!.slice(0, 4)) }, now.calendar);
  return range ? { range: { ...range, said, assumed: said.year === undefined }, to } : null;
}

const amountAt = (tokens: Token[], i: number): number | null => {
  const lex = tokens[i]?.lex;
  return lex?.t === 'amount' && !lex.percent && !lex.currency && Number.isInteger(Number(lex.value)) ? Number(lex.value) : null;
};
const unitAt = (tokens: Token[], i: number): Grain | null => {
  const lex = tokens[i]?.lex;
  return lex?.t === 'unit' && !lex.grouped ? lex.unit : null;
};

/** "last 3 months", "this week", "3 months ago", "최근 6개월", "yesterday", "year to date". */
function readRelative(tokens: Token[], i: number, now: Today): Read | null {
  const { today, calendar } = now;
  const lex = tokens[i]!.lex;
  const terms = readTerms(tokens, i, now);
  if (terms) return terms;
  if (lex.t === 'to-date') return { range: { from: startOf(today, lex.unit, calendar), to: addUnits(today, 'day', 1), said: {}, unit: 'span', assumed: false }, to: i + 1 };
  if (lex.t === 'relative' && (lex.unit === 'day' || lex.unit === 'week')) return { range: shifted(lex.unit, lex.offset, now), to: i + 1 };
  if (lex.t === 'shift') {
    let j = i + 1;
    while (tokens[j]?.lex.t === 'include-current') j++;
    const count = amountAt(tokens, j);
    const unit = unitAt(tokens, count === null ? j : skipFull(tokens, j + 1));
    if (unit === null) return null;
    if (count === null) return unit === 'week' || unit === 'day' ? { range: shifted(unit, lex.offset, now), to: j + 1 } : null;
    const complete = j > i + 1 || tokens[j + 1]?.lex.t === 'include-current';
    return { range: rolling(count, unit, lex.rolling === true && !complete, lex.offset, now), to: skipFull(tokens, j + 1) + 1 };
  }
  const count = amountAt(tokens, i);
  // "the two most recent quarters"
  const recent = count === null ? undefined : tokens[i + 1]?.lex;
  const width = recent?.t === 'shift' && recent.rolling ? unitAt(tokens, i + 2) : null;
  // "orders over 100 last year" has a number and a year.
  if (count !== null && recent?.t === 'shift' && width !== null && /s$|[가-힣]/i.test(tokens[i + 2]!.text)) return { range: rolling(count, width, true, recent.offset, now), to: i + 3 };
  const unit = count === null ? null : unitAt(tokens, i + 1);
  if (count !== null && unit !== null && tokens[i + 2]?.lex.t === 'ago' && (unit === 'day' || unit === 'week')) return { range: shifted(unit, -count, now), to: i + 3 };
  return null;
}

/** Over "full", "complete" between the number and its unit. */
const skipFull = (tokens: Token[], i: number): number => (tokens[i]?.lex.t === 'include-current' ? i + 1 : i);

function shifted(unit: Grain, offset: number, { today, calendar }: Today): DateRange {
  const from = addUnits(startOf(today, unit, calendar), unit, offset);
  return { from, to: addUnits(from, unit, 1), said: {}, unit, assumed: false };
}

/** The last n units: the current one counts unless the words say otherwise; weeks, months and quarters are whole ones. */
export function rolling(count: number, unit: Grain, includeCurrent: boolean, offset: number, { today, calendar }: Today): DateRange {
  // The last year or two are twelve or twenty-four months, not calendar years.
  if (unit === 'year' && offset <= 0 && includeCurrent) return rolling(12 * count, 'month', includeCurrent, offset, { today, calendar });
  const current = startOf(today, unit, calendar);
  if (offset > 0) {
    const from = addUnits(current, unit, 1);
    return { from, to: addUnits(from, unit, count), said: {}, unit: 'span', assumed: false };
  }
  const to = includeCurrent ? addUnits(current, unit, 1) : current;
  return { from: addUnits(to, unit, -count), to, said: {}, unit: 'span', assumed: true, rolling: { count, unit } };
}

/** Parts in any order: "June 30, 2026", "2026년 6월 30일", "Q4 of last year", "H1", "2025-06". */
function readParts(tokens: Token[], i: number, now: Today): Read | null {
  const said: DateParts = {};
  let to = i;
  for (let j = i; j < tokens.length; ) {
    const part = onePart(tokens, j, now);
    if (part && merges(said, part.said)) {
      Object.assign(said, part.said);
      j = to = part.to;
    } else if (shortYear(said, tokens[j])) {
      said.year = 2000 + amountAt(tokens, j)!;
      j = to = j + 1;
    } else if (to > i && glues(tokens[j])) j++;
    else break;
  }
  if (to === i || (said.day !== undefined && said.month === undefined)) return null;
  // "fiscal Q3 2025": the year may come later; "this fiscal" alone is the current one.
  if (said.fiscal && Object.keys(said).length === 1 && !/year|도$/i.test(tokens[i]!.text)) return null;
  if (said.fiscal && Object.keys(said).length === 1) said.year = Number(now.today.slice(0, 4));
  const complete = said.year === undefined ? { ...said, year: assumedYear(said, now.today, now.calendar) } : said;
  const range = rangeOf(complete, now.calendar);
  return range ? { range: { ...range, said, assumed: said.year === undefined }, to } : null;
}

/** "Q1 26": a year of two digits right after a quarter or half, which no day follows. */
function shortYear(said: DateParts, token: Token | undefined): boolean {
  const n = token ? amountAt([token], 0) : null;
  return (said.quarter !== undefined || said.half !== undefined) && said.year === undefined && n !== null && n >= 20 && n <= 39 && token!.text.length === 2;
}

/** Words that may stand inside a date: "Q4 of 2025", "June, 2025", "2025년의 4분기". */
const glues = (token: Token | undefined): boolean => token !== undefined && ((token.lex.t === 'filler' && /^(?:of|in|the|for|,)$/i.test(token.text)) || (token.lex.t === 'particle' && token.text === '의') || token.text === ',' || token.text === '.');

function merges(said: DateParts, part: DateParts): boolean {
  if (Object.keys(part).some((key) => key !== 'fiscal' && key !== 'academic' && said[key as keyof DateParts] !== undefined)) return false;
  const all = { ...said, ...part };
  const finer = [all.half, all.quarter, all.month, all.term].filter((v) => v !== undefined).length;
  return finer <= 1 && !(all.day !== undefined && (all.quarter !== undefined || all.half !== undefined));
}

const YEARS = (n: number): boolean => n >= 1990 && n <= 2099;

function onePart(tokens: Token[], i: number, now: Today): { said: DateParts; to: number } | null {
  const lex = tokens[i]?.lex;
  if (!lex) return null;
  switch (lex.t) {
    case 'date': {
      const [y, m, d] = lex.text.split(/[-./]/).map(Number);
      // "2025-1학기" is a term of a year, not a month of it.
      const term = d === undefined && isTermNoun(tokens[i + 1], now) ? now.calendar.academic!.terms.filter((t) => t.regular)[m! - 1] : undefined;
      if (term) return { said: { year: y!, academic: true, term: term.id }, to: i + 2 };
      return { said: { year: y, month: m, ...(d === undefined ? {} : { day: d }) }, to: i + 1 };
    }
    case 'month':
      return { said: { month: lex.n }, to: i + 1 };
    case 'half':
      return lex.n === undefined ? null : { said: { half: lex.n }, to: i + 1 };
    case 'academic-term': {
      // "Fall" alone may be another word; beside a year or "term" it is none.
      const other = tokens[i]!.others.find((o) => o.t !== 'academic-term');
      if (other && !namesTerm(tokens, i, now)) {
        tokens[i]!.lex = other;
        return null;
      }
      return { said: { term: lex.id }, to: isTermNoun(tokens[i + 1], now) ? i + 2 : i + 1 };
    }
    case 'dimension':
      return isAcademicYear(tokens[i], now) ? yearBeside(tokens, i + 1) : null;
    case 'fiscal':
      return yearAfter(tokens, i + 1, { fiscal: true });
    case 'quarter-mark':
      return marked(tokens, i + 1, 'quarter', 4);
    case 'half-mark':
      return marked(tokens, i + 1, 'half', 2);
    case 'ordinal': {
      const unit = tokens[i + 1]?.lex;
      if (unit?.t === 'unit' && unit.unit === 'quarter') return { said: { quarter: lex.n }, to: i + 2 };
      return unit?.t === 'half' && lex.n <= 2 ? { said: { half: lex.n }, to: i + 2 } : null;
    }
    case 'relative':
      return { said: relativeParts(lex.unit, lex.offset, now), to: i + 1 };
    case 'shift': {
      const month = tokens[i + 1]?.lex;
      if (month?.t === 'month' && lex.offset <= 0) return { said: { year: yearOfMonth(month.n, lex.offset, now), month: month.n }, to: i + 2 };
      const unit = unitAt(tokens, i + 1);
      // "the last quarter of 2025" is its fourth.
      if (lex.offset === -1 && unit === 'quarter' && yearFollows(tokens, i + 2)) return { said: { quarter: 4 }, to: i + 2 };
      if (lex.offset === -1 && unit === 'month' && yearFollows(tokens, i + 2)) return { said: { month: 12 }, to: i + 2 };
      return unit && unit !== 'day' && unit !== 'week' ? { said: relativeParts(unit, lex.offset, now), to: i + 2 } : null;
    }
    case 'amount':
      return numbered(tokens, i, now);
    case 'unit':
      // "the year 2025", "quarter 3"
      return lex.grouped ? null : unitNumber(tokens, i, lex.unit);
    default:
      return null;
  }
}

/** "this June" is this year's; "last June" the latest one before this month. */
const yearOfMonth = (month: number, offset: number, { today }: Today): number => Number(today.slice(0, 4)) - (offset < 0 && month >= Number(today.slice(5, 7)) ? 1 : 0);

/** "… of 2025", "… of last year". */
function yearFollows(tokens: Token[], i: number): boolean {
  if (!/^of$/i.test(tokens[i]?.text ?? '')) return false;
  const next = tokens[i + 1]?.lex;
  return YEARS(amountAt(tokens, i + 1) ?? 0) || (next?.t === 'relative' && next.unit === 'year') || (next?.t === 'shift' && unitAt(tokens, i + 2) === 'year');
}

function unitNumber(tokens: Token[], i: number, unit: Grain): { said: DateParts; to: number } | null {
  const n = amountAt(tokens, i + 1);
  if (n === null) return null;
  if (unit === 'year' && YEARS(n)) return { said: { year: n }, to: i + 2 };
  return unit === 'quarter' && n <= 4 && n >= 1 ? { said: { quarter: n }, to: i + 2 } : null;
}

function yearAfter(tokens: Token[], i: number, said: DateParts): { said: DateParts; to: number } | null {
  const n = amountAt(tokens, i);
  if (n !== null && YEARS(n)) return { said: { ...said, year: n }, to: unitAt(tokens, i + 1) === 'year' ? i + 2 : i + 1 };
  if (n !== null && n < 100 && n >= 10) return { said: { ...said, year: 2000 + n }, to: i + 1 };
  return n === null && i > 0 ? { said, to: i } : null;
}

function marked(tokens: Token[], i: number, part: 'quarter' | 'half', most: number): { said: DateParts; to: number } | null {
  const n = amountAt(tokens, i);
  return n !== null && n >= 1 && n <= most ? { said: { [part]: n }, to: i + 1 } : null;
}

/** "last year" gives a year, "last month" a year and a month: parts, so that "last year's Q4" can add to them. */
function relativeParts(unit: Grain, offset: number, { today, calendar }: Today): DateParts {
  const from = addUnits(startOf(today, unit, calendar), unit, offset);
  const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))];
  if (unit === 'year') return { year };
  return unit === 'quarter' ? { year, quarter: Math.ceil(month / 3) } : { year, month, ...(unit === 'day' ? { day: Number(from.slice(8, 10)) } : {}) };
}

/** A number that a unit, a mark or its own size makes a part of a date. */
function numbered(tokens: Token[], i: number, now: Today): { said: DateParts; to: number } | null {
  const n = amountAt(tokens, i);
  if (n === null) return null;
  const after = tokens[i + 1]?.lex;
  // "3개월" is how long; "3월" is which one.
  if (after?.t === 'unit' && tokens[i + 2]?.lex.t !== 'ago' && /^(?:개월|달|개 ?분기|분기간)/.test(tokens[i + 1]!.text)) return null;
  if (isAcademicYear(tokens[i + 1], now) && YEARS(n)) return { said: { year: n, academic: true }, to: i + 2 };
  const spelled = YEARS(n) ? secondYear(tokens, i, n, now) : null;
  if (spelled !== null) return { said: { year: n, academic: true }, to: spelled };
  if (after?.t === 'fiscal' && YEARS(n)) return { said: { year: n, fiscal: true }, to: i + 2 };
  if (after?.t === 'quarter-mark' && n >= 1 && n <= 4) return { said: { quarter: n }, to: i + 2 };
  if (after?.t === 'half-mark' && n >= 1 && n <= 2) return { said: { half: n }, to: i + 2 };
  if (after?.t === 'ordinal-mark') {
    const unit = tokens[i + 2]?.lex;
    if (unit?.t === 'unit' && unit.unit === 'quarter' && n <= 4) return { said: { quarter: n }, to: i + 3 };
    if (unit?.t === 'half' && n <= 2) return { said: { half: n }, to: i + 3 };
    return nearMonth(tokens, i, i + 2) && n <= 31 ? { said: { day: n }, to: i + 2 } : null;
  }
  // "4~6월": the first number takes the unit of the second.
  const other = after?.t === 'to' ? amountAt(tokens, i + 2) : null;
  const unit = after?.t === 'unit' ? after.unit : other !== null && unitAt(tokens, i + 3) ? unitAt(tokens, i + 3) : null;
  const to = after?.t === 'unit' ? i + 2 : i + 1;
  if (unit !== null && !(after?.t === 'unit' && after.grouped)) {
    if (tokens[i + 2]?.lex.t === 'ago' && after?.t === 'unit') return { said: relativeParts(unit, -n, now), to: i + 3 };
    if (unit === 'year') return YEARS(n) ? { said: { year: n }, to } : n >= 20 && n <= 50 ? { said: { year: 2000 + n }, to } : null;
    if (unit === 'quarter' && n >= 1 && n <= 4) return { said: { quarter: n }, to };
    // "3 months" is a width, "3월" a month.
    if (unit === 'month' && n >= 1 && n <= 12 && /월/.test(tokens[after?.t === 'unit' ? i + 1 : i + 3]?.text ?? '')) return { said: { month: n }, to };
    if (unit === 'day' && n >= 1 && n <= 31 && /^일(?!간)/.test(tokens[after?.t === 'unit' ? i + 1 : i + 3]?.text ?? '')) return { said: { day: n }, to };
    return null;
  }
  if (tokens[i - 1]?.text === "'" && n >= 10 && n <= 50) return { said: { year: 2000 + n }, to: i + 1 };
  if (YEARS(n) && !countedOrCompared(tokens, i)) return { said: { year: n }, to: i + 1 };
  return n >= 1 && n <= 31 && nearMonth(tokens, i, i + 1) ? { said: { day: n }, to: i + 1 } : null;
}

const countedOrCompared = (tokens: Token[], i: number): boolean => {
  const lex = tokens[i]?.lex;
  // "growth 2025 over 2024" compares years.
  if (/^over$/i.test(tokens[i - 1]?.text ?? '') && tokens.some((t) => t.lex.t === 'change')) return false;
  return (lex?.t === 'amount' && lex.counter) || (tokens[i - 1]?.lex.t === 'compare-number' && tokens[i - 1]?.text !== '=');
};

/** A bare number is a day of the month only beside the name of a month. */
function nearMonth(tokens: Token[], i: number, after: number): boolean {
  let j = after;
  while (isQuiet(tokens[j])) j++;
  return tokens[i - 1]?.lex.t === 'month' || tokens[j]?.lex.t === 'month';
}
