/** A moment as a database counts it, without a zone. `day`: a date, not a timestamp. */
export class Moment {
  constructor(
    readonly ms: number,
    readonly day: boolean,
  ) {}
}

/** A length of time; months have no fixed length. */
export class Duration {
  constructor(
    readonly months: number,
    readonly ms: number,
  ) {}
}

export type Value = null | number | string | boolean | Moment | Duration;

/** The query uses something that can't be worked out here. */
export class CannotFollow extends Error {
  constructor(readonly what: string) {
    super(what);
  }
}

export const DAY_MS = 86_400_000;

const DATE = /^\s*(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d(?:\.\d+)?))?)?/;

/** A date or timestamp as it is written; undefined when it is none. */
export function momentOf(text: string): Moment | undefined {
  const [whole, year, month, day, hour, minute, second] = DATE.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour ?? 0), Number(minute ?? 0)) + Number(second ?? 0) * 1000;
  return Number.isNaN(ms) ? undefined : new Moment(ms, hour === undefined);
}

/** A value with a name of its own, for grouping and joining; NULLs are alike. */
export function keyOf(value: Value): string {
  if (value === null) return 'n';
  if (value instanceof Moment) return `t${value.ms}`;
  if (value instanceof Duration) return `d${value.months}:${value.ms}`;
  if (typeof value === 'number') return `#${Object.is(value, -0) ? 0 : Number(value.toPrecision(12))}`;
  return typeof value === 'boolean' ? `b${String(value)}` : `s${value}`;
}

export const keysOf = (values: readonly Value[]): string => values.map(keyOf).join('\u0000');

/** Order of two values; undefined when either is NULL. Engines read text where the other side is a date or a number. */
export function compareValues(a: Value, b: Value): number | undefined {
  if (a === null || b === null) return undefined;
  if (a instanceof Moment || b instanceof Moment) return order(moment(a), moment(b));
  if (a instanceof Duration && b instanceof Duration) return order(lengthOf(a), lengthOf(b));
  if (typeof a === 'string' && typeof b === 'string') return order(a, b);
  const [x, y] = [numberOf(a), numberOf(b)];
  // Sums of the same figures in another order differ in the last bits.
  return Math.abs(x - y) <= 1e-9 * Math.max(1, Math.abs(x), Math.abs(y)) ? 0 : order(x, y);
}

function order<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const lengthOf = ({ months, ms }: Duration): number => months * 30 * DAY_MS + ms;

function moment(value: Value): number {
  const read = value instanceof Moment ? value : typeof value === 'string' ? momentOf(value) : undefined;
  if (!read) throw new CannotFollow('a date compared with something that is none');
  return read.ms;
}

export function numberOf(value: Value): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  if (Number.isNaN(read)) throw new CannotFollow('a number from something that is none');
  return read;
}

export function dateOf(value: Value): Moment {
  const read = value instanceof Moment ? value : typeof value === 'string' ? momentOf(value) : undefined;
  if (!read) throw new CannotFollow('a date from something that is none');
  return read;
}

/** A condition's value: true, false or unknown (NULL). */
export function truthOf(value: Value): boolean | null {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  throw new CannotFollow('a condition that is none');
}

/** A value as text, as engines print it. */
export function textOf(value: Value): string {
  if (value instanceof Moment) return new Date(value.ms).toISOString().slice(0, value.day ? 10 : 19).replace('T', ' ');
  if (value instanceof Duration || value === null) throw new CannotFollow('this as text');
  return String(value);
}
