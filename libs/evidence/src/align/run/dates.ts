import { CannotFollow, DAY_MS, Duration, Moment, numberOf, type Value } from './value.js';

/** `unit` in any spelling: 'MONTH', 'months', 'mm', 'Q'. */
export function unitOf(text: string): string {
  const word = text.trim().toLowerCase().replace(/s$/, '');
  const unit = UNITS[word];
  if (unit === undefined) throw new CannotFollow(`the date unit ${text}`);
  return unit;
}

const UNITS: Readonly<Record<string, string>> = {
  year: 'year', yyyy: 'year', yy: 'year', y: 'year', syyyy: 'year', quarter: 'quarter', qq: 'quarter', q: 'quarter',
  month: 'month', mm: 'month', mon: 'month', m: 'month', week: 'week', wk: 'week', ww: 'week', iw: 'week', isowk: 'week', iso_week: 'week',
  day: 'day', dd: 'day', d: 'day', ddd: 'day', j: 'day', hour: 'hour', hh: 'hour', hh24: 'hour', minute: 'minute', mi: 'minute', second: 'second', ss: 'second',
  dow: 'dow', isodow: 'isodow', doy: 'doy', isoyear: 'isoyear', epoch: 'epoch', dayofyear: 'doy', dy: 'doy',
};

const utc = ({ ms }: Moment): Date => new Date(ms);
const at = (year: number, month: number, day = 1): number => Date.UTC(year, month, day);

/** First instant of the unit the moment is in; weeks begin on Monday. */
export function truncate(unit: string, value: Moment): Moment {
  const d = utc(value);
  const [year, month] = [d.getUTCFullYear(), d.getUTCMonth()];
  const day = Math.floor(value.ms / DAY_MS) * DAY_MS;
  switch (unitOf(unit)) {
    case 'year': return new Moment(at(year, 0), value.day);
    case 'quarter': return new Moment(at(year, month - (month % 3)), value.day);
    case 'month': return new Moment(at(year, month), value.day);
    case 'week': return new Moment(day - ((d.getUTCDay() + 6) % 7) * DAY_MS, value.day);
    case 'day': return new Moment(day, value.day);
    case 'hour': return new Moment(Math.floor(value.ms / 3_600_000) * 3_600_000, false);
    default: throw new CannotFollow(`dates cut to ${unit}`);
  }
}

export function field(unit: string, value: Moment): number {
  const d = utc(value);
  switch (unitOf(unit)) {
    case 'year': return d.getUTCFullYear();
    case 'quarter': return Math.floor(d.getUTCMonth() / 3) + 1;
    case 'month': return d.getUTCMonth() + 1;
    case 'day': return d.getUTCDate();
    case 'hour': return d.getUTCHours();
    case 'minute': return d.getUTCMinutes();
    case 'second': return d.getUTCSeconds();
    case 'dow': return d.getUTCDay();
    case 'isodow': return d.getUTCDay() || 7;
    case 'doy': return Math.floor((value.ms - at(d.getUTCFullYear(), 0)) / DAY_MS) + 1;
    case 'week': return isoWeek(value).week;
    case 'isoyear': return isoWeek(value).year;
    case 'epoch': return value.ms / 1000;
    default: throw new CannotFollow(`the ${unit} of a date`);
  }
}

export function isoWeek(value: Moment): { year: number; week: number } {
  const thursday = truncate('week', value).ms + 3 * DAY_MS;
  const year = new Date(thursday).getUTCFullYear();
  return { year, week: Math.floor((thursday - at(year, 0)) / (7 * DAY_MS)) + 1 };
}

/** Months keep the day where the month has it. */
export function addTo(value: Moment, { months, ms }: Duration, sign = 1): Moment {
  const d = utc(value);
  const first = at(d.getUTCFullYear(), d.getUTCMonth() + sign * months);
  const [target, next] = [new Date(first), at(new Date(first).getUTCFullYear(), new Date(first).getUTCMonth() + 1)];
  const days = Math.round((next - target.getTime()) / DAY_MS);
  const moved = months === 0 ? value.ms : first + (Math.min(d.getUTCDate(), days) - 1) * DAY_MS + (((value.ms % DAY_MS) + DAY_MS) % DAY_MS);
  return new Moment(moved + sign * ms, value.day && ms % DAY_MS === 0);
}

const LENGTHS: Readonly<Record<string, readonly [months: number, ms: number]>> = {
  year: [12, 0], quarter: [3, 0], month: [1, 0], week: [0, 7 * DAY_MS], day: [0, DAY_MS], hour: [0, 3_600_000], minute: [0, 60_000], second: [0, 1000],
};

export function durationOf(amount: number, unit: string): Duration {
  const [months, ms] = LENGTHS[unitOf(unit)] ?? [undefined, 0];
  if (months === undefined) throw new CannotFollow(`an interval of ${unit}`);
  return new Duration(months * amount, ms * amount);
}

/** '1 month', '3 mons 2 days', '-7 day'. */
export function intervalOf(text: string): Duration {
  let [months, ms, seen] = [0, 0, false];
  for (const [, amount = '', unit = ''] of text.matchAll(/([-+]?\d+(?:\.\d+)?)\s*([a-z]+)/gi)) {
    const part = durationOf(Number(amount), unit);
    [months, ms, seen] = [months + part.months, ms + part.ms, true];
  }
  if (!seen) throw new CannotFollow(`the interval '${text}'`);
  return new Duration(months, ms);
}

const PARTS: readonly (readonly [string, (value: Moment) => string])[] = [
  ['YYYY', (v) => String(field('year', v))], ['IYYY', (v) => String(isoWeek(v).year)], ['%Y', (v) => String(field('year', v))], ['yyyy', (v) => String(field('year', v))],
  ['%m', (v) => two(field('month', v))], ['%d', (v) => two(field('day', v))], ['%x', (v) => String(isoWeek(v).year)], ['%v', (v) => two(isoWeek(v).week)], ['%u', (v) => two(isoWeek(v).week)],
  ['%M', (v) => MONTHS[field('month', v) - 1] ?? ''], ['%b', (v) => (MONTHS[field('month', v) - 1] ?? '').slice(0, 3)], ['%c', (v) => String(field('month', v))],
  ['MM', (v) => two(field('month', v))], ['DD', (v) => two(field('day', v))], ['dd', (v) => two(field('day', v))], ['IW', (v) => two(isoWeek(v).week)], ['WW', (v) => two(isoWeek(v).week)],
  ['HH24', (v) => two(field('hour', v))], ['MI', (v) => two(field('minute', v))], ['SS', (v) => two(field('second', v))], ['Q', (v) => String(field('quarter', v))],
  ['Month', (v) => MONTHS[field('month', v) - 1] ?? ''], ['Mon', (v) => (MONTHS[field('month', v) - 1] ?? '').slice(0, 3)],
];
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const two = (n: number): string => String(n).padStart(2, '0');

/** A date by a format of any engine. */
export function formatted(value: Moment, format: string): string {
  let [text, rest] = ['', format];
  while (rest !== '') {
    const quoted = /^"([^"]*)"/.exec(rest);
    const part = quoted ? undefined : PARTS.find(([letters]) => rest.startsWith(letters));
    if (!quoted && !part && !/^[-/.,:_ \dTWQ년월일분기주]/.test(rest)) {
      const filler = /^(?:FM|TM)/.exec(rest);
      if (!filler) throw new CannotFollow(`the date format ${format}`);
      rest = rest.slice(2);
      continue;
    }
    text += quoted ? (quoted[1] ?? '') : part ? part[1](value) : rest.charAt(0);
    rest = rest.slice(quoted ? quoted[0].length : (part?.[0].length ?? 1));
  }
  return text;
}

export function madeDate(parts: readonly Value[]): Moment {
  const [year = 0, month = 1, day = 1] = parts.map(numberOf);
  return new Moment(at(year, month - 1, day), true);
}

/** Boundaries of the unit crossed from one moment to the other. */
export function unitsBetween(unit: string, from: Moment, to: Moment): number {
  const [a, b] = [utc(from), utc(to)];
  const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  switch (unitOf(unit)) {
    case 'year': return b.getUTCFullYear() - a.getUTCFullYear();
    case 'quarter': return Math.floor((b.getUTCFullYear() * 12 + b.getUTCMonth()) / 3) - Math.floor((a.getUTCFullYear() * 12 + a.getUTCMonth()) / 3);
    case 'month': return months;
    case 'day': return Math.floor(to.ms / DAY_MS) - Math.floor(from.ms / DAY_MS);
    default: throw new CannotFollow(`${unit} between dates`);
  }
}
