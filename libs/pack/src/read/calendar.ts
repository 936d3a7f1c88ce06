import type { Grain } from '@countersign/contracts';
import type { CalendarDef } from '../pack.js';
import { academicRange } from './academic.js';
import type { DateParts, DateRange } from './token.js';

/** Days as text, arithmetic in UTC: no clock and no zone is ever read. */
const dayOf = (year: number, month: number, day: number): string => new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
const partsOf = (day: string): [number, number, number] => [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))];

/** The day `count` units later (earlier when negative). Months keep to their length. */
export function addUnits(day: string, unit: Grain, count: number): string {
  const [y, m, d] = partsOf(day);
  if (unit === 'day') return dayOf(y, m, d + count);
  if (unit === 'week') return dayOf(y, m, d + 7 * count);
  const months = unit === 'month' ? count : unit === 'quarter' ? 3 * count : 12 * count;
  const last = partsOf(dayOf(y, m + months + 1, 0))[2];
  return dayOf(y, m + months, Math.min(d, last));
}

/**
 * First day of the unit that holds a day.
 * @example startOf('2026-06-30', 'quarter', calendar) // '2026-04-01'
 */
export function startOf(day: string, unit: Grain, calendar: CalendarDef): string {
  const [y, m, d] = partsOf(day);
  if (unit === 'day') return day;
  if (unit === 'week') {
    const first = { sunday: 0, monday: 1, saturday: 6 }[calendar.weekStart];
    return dayOf(y, m, d - ((new Date(Date.UTC(y, m - 1, d)).getUTCDay() - first + 7) % 7));
  }
  if (unit === 'month') return dayOf(y, m, 1);
  if (unit === 'quarter') return dayOf(y, m - ((m - 1) % 3), 1);
  return dayOf(y, 1, 1);
}

/** The range that said parts name; the year must be there. Null for a day that does not exist. */
export function rangeOf(said: DateParts, calendar: CalendarDef): { from: string; to: string; unit: DateRange['unit'] } | null {
  const { year = 0 } = said;
  if ((said.term !== undefined || said.academic) && calendar.academic) {
    const range = academicRange(calendar.academic, { year, ...(said.term === undefined ? {} : { term: said.term }), whole: said.academic === true });
    return range && { ...range, unit: 'term' };
  }
  // A fiscal year is named by the calendar year it begins in.
  const first = said.fiscal ? calendar.fiscalMonth : 1;
  const span = (month: number, months: number) => ({ from: dayOf(year, month, 1), to: dayOf(year, month + months, 1) });
  if (said.month !== undefined && said.day !== undefined) {
    const from = dayOf(year, said.month, said.day);
    return partsOf(from)[1] === said.month ? { from, to: addUnits(from, 'day', 1), unit: 'day' } : null;
  }
  if (said.month !== undefined) return { ...span(said.month, 1), unit: 'month' };
  if (said.quarter !== undefined) return { ...span(first + 3 * (said.quarter - 1), 3), unit: 'quarter' };
  if (said.half !== undefined) return { ...span(first + 6 * (said.half - 1), 6), unit: 'half' };
  return { ...span(first, 12), unit: 'year' };
}

/** The year to take when none was said: the latest that has begun by today. */
export function assumedYear(said: DateParts, today: string, calendar: CalendarDef): number {
  const [year] = partsOf(today);
  const range = rangeOf({ ...said, year }, calendar);
  return range !== null && range.from > today ? year - 1 : year;
}

/**
 * How many units a half-open stretch of days has; undefined when it does not begin and end with one.
 * @example unitsIn('2026-05-01', '2026-06-01', 'day', calendar) // 31
 */
export function unitsIn(from: string, to: string, unit: Grain, calendar: CalendarDef): number | undefined {
  if (unit === 'day') return (Date.parse(to) - Date.parse(from)) / 86_400_000;
  if (startOf(from, unit, calendar) !== from || startOf(to, unit, calendar) !== to) return undefined;
  if (unit === 'week') return (Date.parse(to) - Date.parse(from)) / (7 * 86_400_000);
  const months = 12 * (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
  return months / (unit === 'month' ? 1 : unit === 'quarter' ? 3 : 12);
}
