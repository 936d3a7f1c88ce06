import type { Grain } from '@countersign/contracts';
import { field, truncate } from './run/dates.js';
import { keyOf, Moment, momentOf, type Value } from './run/value.js';

/** A way to read a key so that the same bucket reads the same on both sides. */
export interface Reading {
  expected: (value: Value) => string;
  given: (value: Value) => string;
}

const plain = (value: Value): string => keyOf(typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value);
const PLAIN: Reading = { expected: plain, given: plain };

/** A day that a bucket's name lies in: '2025-03', '2025-Q1', 2025, a date. */
function dayIn(value: Value): Moment | undefined {
  if (value instanceof Moment) return value;
  if (typeof value === 'number') return value >= 1900 && value <= 2200 ? new Moment(Date.UTC(value, 0, 1), true) : value >= 190_001 && value <= 220_012 ? new Moment(Date.UTC(Math.floor(value / 100), (value % 100) - 1, 1), true) : undefined;
  if (typeof value !== 'string') return undefined;
  const [, year, mark, part] = /^(\d{4})\D{0,2}?(?:(Q|W|\D)?\D?(\d{1,2})(?:\D{0,2}))?$/i.exec(value.trim()) ?? [];
  const full = momentOf(value);
  if (full) return full;
  if (year === undefined) return undefined;
  if (part === undefined) return new Moment(Date.UTC(Number(year), 0, 1), true);
  if (/w/i.test(mark ?? '')) return new Moment(truncate('week', new Moment(Date.UTC(Number(year), 0, 4), true)).ms + (Number(part) - 1) * 7 * 86_400_000, true);
  return new Moment(Date.UTC(Number(year), /q/i.test(value) || /분기/.test(value) ? (Number(part) - 1) * 3 : Number(part) - 1, 1), true);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The number within the year, as engines and people write it: 3, '03', 'Q1', 'March', '3월'. */
function partOf(value: Value): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return keyOf(value);
  const month = MONTHS.indexOf(value.trim().slice(0, 3).toLowerCase());
  if (month !== -1 && /^[a-z]+\.?$/i.test(value.trim())) return String(month + 1);
  const digits = /^\D{0,2}(\d{1,2})\D{0,2}$/.exec(value.trim())?.[1];
  return digits === undefined ? keyOf(value) : String(Number(digits));
}

/** The ways a time bucket can be written; other keys read as they are. */
export function readings(grain: Grain | undefined): Reading[] {
  if (!grain) return [PLAIN];
  const bucket = (value: Value): string => {
    const day = dayIn(value);
    return day ? String(truncate(grain, day).ms) : keyOf(value);
  };
  const inYear = (unit: string): Reading => ({ expected: (value) => { const day = dayIn(value); return day ? String(field(unit, day)) : keyOf(value); }, given: partOf });
  return grain === 'year' ? [{ expected: bucket, given: bucket }] : [{ expected: bucket, given: bucket }, inYear(grain)];
}
