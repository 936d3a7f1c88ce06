/**
 * Where a number or a time may lie, from what the query says: written out (`text`), so far from now (`clock`, in seconds), or so far
 * from what some row holds (`rows`). Times that are written out are seconds since 1970.
 */
export interface Range {
  base: 'text' | 'clock' | 'rows';
  low: number;
  high: number;
}

export const exactly = (n: number): Range | undefined => (Number.isNaN(n) ? undefined : { base: 'text', low: n, high: n });
export const between = (low: number, high: number): Range => ({ base: 'text', low, high });
export const FROM_ROWS: Range = { base: 'rows', low: 0, high: 0 };
export const NOW: Range = { base: 'clock', low: 0, high: 0 };

const DAY = 86_400;
export const YEAR = 366 * DAY;

/** What rows hold, where a bound has to be put on it: a count or a key, or a time of the last ten years. */
const ROW_NUMBERS = between(-1_000, 1_000);
const ROW_TIMES = between(-10 * YEAR, 0);
/** The gate has no clock: now is some time between 2020 and 2045. */
const CLOCK = between(1_577_836_800, 2_366_841_600);

/** Values of either. Unknown when one is, or when they can't be compared. */
export function hull(a: Range | undefined, b: Range | undefined): Range | undefined {
  if (!a || !b) return undefined;
  if (a.base === b.base) return { base: a.base, low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
  // A number beside one of a row is a default for it: coalesce(max(n), 0).
  const [rows, other] = a.base === 'rows' ? [a, b] : [b, a];
  return rows.base === 'rows' && other.base === 'text' ? { ...rows, low: rows.low + Math.min(0, other.low), high: rows.high + Math.max(0, other.high) } : undefined;
}

export function moved(a: Range | undefined, low: number, high: number): Range | undefined {
  return a && checked({ base: a.base, low: a.low + low, high: a.high + high });
}

export function plus(a: Range | undefined, b: Range | undefined): Range | undefined {
  if (!a || !b) return undefined;
  if (b.base === 'text') return moved(a, b.low, b.high);
  return a.base === 'text' ? moved(b, a.low, a.high) : a.base === 'rows' && b.base === 'rows' ? { base: 'rows', low: a.low + b.low, high: a.high + b.high } : undefined;
}

export function minus(a: Range | undefined, b: Range | undefined): Range | undefined {
  if (!a || !b) return undefined;
  if (a.base === 'clock' && b.base === 'clock') return checked(between(a.low - b.high, a.high - b.low));
  if (b.base === 'text') return moved(a, -b.high, -b.low);
  return { base: 'rows', low: Math.min(0, a.low - b.high), high: Math.max(0, a.high - b.low) };
}

/** What rows hold may be multiplied by this much and still be counted as what they hold. */
const SMALL_FACTOR = 10;

export function times(a: Range | undefined, b: Range | undefined): Range | undefined {
  if (!a || !b) return undefined;
  if (a.base === 'text' && b.base === 'text') return corners(a, b, (x, y) => [x * y]);
  const [rows, factor] = b.base === 'text' ? [a, b] : [b, a];
  return factor.base === 'text' && Math.max(-factor.low, factor.high) <= SMALL_FACTOR ? corners({ ...rows, base: 'text' }, factor, (x, y) => [x * y], rows.base) : undefined;
}

/** Integers are cut off, others are not, and a tree does not tell which: both. */
export function dividedBy(a: Range | undefined, b: Range | undefined): Range | undefined {
  if (!a || !b || (b.base === 'text' && b.low <= 0 && b.high >= 0)) return undefined;
  if (b.base === 'text') return a.base === 'text' || Math.min(Math.abs(b.low), Math.abs(b.high)) >= 1 ? corners(a, b, (x, y) => [x / y, Math.trunc(x / y)], a.base) : undefined;
  // A row's whole number may be 1 and not less; by a fraction everything grows.
  return a.base === 'text' ? undefined : FROM_ROWS;
}

export function remainder(a: Range | undefined, b: Range | undefined): Range | undefined {
  if (!b) return undefined;
  if (b.base !== 'text') return a && FROM_ROWS;
  const most = Math.max(Math.abs(b.low), Math.abs(b.high));
  return between(-most, most);
}

export function power(a: Range | undefined, b: Range | undefined): Range | undefined {
  return a?.base === 'text' && b?.base === 'text' ? corners(a, b, (x, y) => [x ** y]) : undefined;
}

export function negative(a: Range | undefined): Range | undefined {
  return a && (a.base === 'clock' ? undefined : { base: a.base, low: -a.high, high: -a.low });
}

function corners(a: Range, b: Range, f: (x: number, y: number) => number[], base: Range['base'] = 'text'): Range | undefined {
  const all = [a.low, a.high].flatMap((x) => [b.low, b.high].flatMap((y) => f(x, y)));
  return checked({ base, low: Math.min(...all), high: Math.max(...all) });
}

const checked = (r: Range): Range | undefined => (Number.isNaN(r.low) || Number.isNaN(r.high) ? undefined : r);

/** The numbers or times that it may be, with assumptions about the clock and about what rows hold. */
export function settled(r: Range | undefined, as: 'numbers' | 'times'): Range | undefined {
  if (!r || r.base === 'text') return r;
  const base = r.base === 'clock' || as === 'times' ? CLOCK : ROW_NUMBERS;
  const more = r.base === 'rows' && as === 'times' ? ROW_TIMES : between(0, 0);
  return between(base.low + r.low + more.low, base.high + r.high + more.high);
}

/** How far it may be from one to the other, at most. */
export function distance(from: Range | undefined, to: Range | undefined, as: 'numbers' | 'times'): number | undefined {
  if (!from || !to) return undefined;
  if (from.base === to.base) {
    const assumed = from.base !== 'rows' ? 0 : as === 'times' ? 10 * YEAR : ROW_NUMBERS.high;
    return Math.max(to.high - from.low, from.high - to.low) + assumed;
  }
  const [a, b] = [settled(from, as)!, settled(to, as)!];
  return Math.max(b.high - a.low, a.high - b.low);
}
