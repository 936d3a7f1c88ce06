import { between, exactly, type Range } from './range.js';
import type { Estimate } from './estimate.js';

const DAY = 86_400;

/** Seconds of one, a month and a year counted as everyone does. */
export const UNITS: Readonly<Record<string, number>> = {
  microsecond: 1e-6, millisecond: 1e-3, second: 1, minute: 60, hour: 3600, day: DAY, week: 7 * DAY, month: 30 * DAY, quarter: 90 * DAY, year: 360 * DAY, decade: 3_600 * DAY, century: 36_000 * DAY, millennium: 360_000 * DAY,
};
const SHORT_UNITS: Readonly<Record<string, string>> = {
  us: 'microsecond', usec: 'microsecond', ms: 'millisecond', msec: 'millisecond', s: 'second', sec: 'second', ss: 'second', m: 'minute', min: 'minute', mi: 'minute', n: 'minute', h: 'hour', hr: 'hour', hh: 'hour', d: 'day', dd: 'day', w: 'week', wk: 'week', ww: 'week', mon: 'month', mm: 'month',
  mth: 'month', y: 'year', yr: 'year', yy: 'year', yyyy: 'year', q: 'quarter', qq: 'quarter', dec: 'decade', c: 'century', mil: 'millennium', centuries: 'century', millennia: 'millennium', dayofyear: 'day', dy: 'day', weekday: 'day', dw: 'day', mcs: 'microsecond', ns: 'microsecond', nanosecond: 'microsecond',
};

/** Seconds of a unit of time by any of its names; undefined for one nobody knows. */
export function unitSeconds(name: string): number | undefined {
  const word = name.toLowerCase();
  for (const spelled of [word, word.replace(/s$/, '')]) {
    const unit = Object.hasOwn(SHORT_UNITS, spelled) ? SHORT_UNITS[spelled]! : spelled;
    if (Object.hasOwn(UNITS, unit)) return UNITS[unit];
  }
  return undefined;
}

/** Seconds of an interval as written: `1 day 02:00`, `PT0.001S`, `-3 mons`, `1-2`, `5`; undefined where a part of it is not understood. */
export function intervalSeconds(text: string): number | undefined {
  const body = text.trim().toLowerCase();
  if (/^[+-]?infinity$/.test(body)) return body.startsWith('-') ? -Infinity : Infinity;
  if (body.startsWith('p')) return isoSeconds(body);
  let rest = body.replace(/^@\s*/, '');
  const ago = /\bago$/.test(rest);
  rest = rest.replace(/\bago$/, '').trim();
  let sum = 0;
  const take = (pattern: RegExp, seconds: (m: RegExpExecArray) => number | undefined): boolean => {
    const m = pattern.exec(rest);
    if (!m) return false;
    const s = seconds(m);
    if (s === undefined) return false;
    sum += s;
    rest = rest.slice(m[0].length).trim();
    return true;
  };
  const sign = (s: string | undefined): number => (s === '-' ? -1 : 1);
  while (rest !== '') {
    const taken = take(/^([+-]?)(\d+):(\d+)(?::(\d+(?:\.\d*)?))?/, (m) => sign(m[1]) * (Number(m[2]) * 3600 + Number(m[3]) * 60 + Number(m[4] ?? 0)))
      || take(/^([+-]?)(\d+)-(\d+)(?![\d:])/, (m) => sign(m[1]) * (Number(m[2]) * UNITS['year']! + Number(m[3]) * UNITS['month']!))
      || take(/^([+-]?\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]+)/, (m) => times(Number(m[1]), unitSeconds(m[2]!)))
      || take(/^([+-]?\d*\.?\d+)$/, (m) => Number(m[1]));
    if (!taken) return undefined;
  }
  return ago ? -sum : sum;
}

const times = (n: number, unit: number | undefined): number | undefined => (unit === undefined ? undefined : n * unit);

function isoSeconds(text: string): number | undefined {
  const m = /^p((?:-?[\d.]+[ymwd])*)(?:t((?:-?[\d.]+[hms])*))?$/.exec(text);
  if (!m) return undefined;
  const part = (piece: string, units: Readonly<Record<string, string>>): number => [...piece.matchAll(/(-?[\d.]+)([a-z])/g)].reduce((sum, [, n, u]) => sum + Number(n) * UNITS[units[u!]!]!, 0);
  const sum = part(m[1]!, { y: 'year', m: 'month', w: 'week', d: 'day' }) + part(m[2] ?? '', { h: 'hour', m: 'minute', s: 'second' });
  return Number.isNaN(sum) ? undefined : sum;
}

/** Seconds since 1970 of a date as written, roughly: a zone does not count. */
export function timeRange(text: string): Range | undefined {
  const body = text.trim().toLowerCase();
  if (body === 'infinity' || body === '-infinity') return exactly(body === 'infinity' ? Infinity : -Infinity);
  if (body === 'epoch') return exactly(0);
  const m = /^(\d{4,6})[-/.]?(\d\d?)[-/.]?(\d\d?)(?:[t ]+(\d\d?):(\d\d)(?::(\d\d))?.*)?$/.exec(body);
  if (m && !body.includes('bc')) {
    const [year, month, day, hour, minute, second] = m.slice(1).map((d) => Number(d ?? 0));
    return exactly(secondsOf(year!, month!, day!) + hour! * 3600 + minute! * 60 + second!);
  }
  // In another order of its parts the year is the same.
  const year = /(?<![\d])(\d{4})(?![\d])/.exec(body);
  return year && !body.includes('bc') ? yearsRange(Number(year[1]), Number(year[1])) : undefined;
}

export const yearsRange = (first: number, last: number): Range => between(secondsOf(first, 1, 1), secondsOf(last + 1, 1, 1));

/** Not by the calendar, but for any year, and in order. */
const secondsOf = (year: number, month: number, day: number): number => (year - 1970) * 31_556_952 + (month - 1) * 2_629_746 + (day - 1) * DAY;

export function writtenEstimate(text: string): Estimate {
  const quoted: Estimate = { size: text.length, text, quoted: true };
  if (text.length > 60) return quoted;
  if (text.trim() !== '' && !Number.isNaN(Number(text))) return { ...quoted, range: exactly(Number(text)) };
  const time = timeRange(text);
  if (time && /\d/.test(text)) return { ...quoted, range: time, as: 'time' };
  const span = /^[\s@]*[pP+\-\d.]/.test(text) ? intervalSeconds(text) : undefined;
  return span === undefined ? quoted : { ...quoted, range: exactly(span), as: 'span' };
}
