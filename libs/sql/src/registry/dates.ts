import { family } from './entry.js';

/** Fields of EXTRACT and date_part that every entry of this family knows. */
export const DATE_FIELDS: ReadonlySet<string> = new Set([
  'century', 'day', 'decade', 'dow', 'doy', 'epoch', 'hour', 'isodow', 'isoyear', 'julian', 'microseconds', 'millennium', 'milliseconds',
  'minute', 'month', 'quarter', 'second', 'timezone', 'timezone_hour', 'timezone_minute', 'week', 'year',
]);

/** Ranges over numbers, dates and times. (lower and upper of a range share their entries with text.) */
export const RANGES = family('range', 'scalar', [
  ...['int4range', 'int8range', 'numrange', 'daterange', 'tsrange', 'tstzrange'].map((range) => `${range}(any, any, text?) -> any`),
  'isempty(any) -> boolean',
  'lower_inc(any) -> boolean',
  'upper_inc(any) -> boolean',
  'lower_inf(any) -> boolean',
  'upper_inf(any) -> boolean',
]);

export const DATES = family('date/time', 'scalar', [
  'current_date() -> date',
  'current_time() -> time',
  'current_timestamp() -> timestamptz',
  'localtime() -> time',
  'localtimestamp() -> timestamp',
  'now() -> timestamptz',
  'statement_timestamp() -> timestamptz',
  'transaction_timestamp() -> timestamptz',
  'clock_timestamp() -> timestamptz',
  'extract(text, any) -> number',
  'date_part(text, any) -> number',
  'date_trunc(text, any, text?) -> timestamp',
  'date_bin(interval, timestamp, timestamp) -> timestamp',
  'date_add(timestamptz, interval, text?) -> timestamptz',
  'date_subtract(timestamptz, interval, text?) -> timestamptz',
  'age(timestamp, timestamp?) -> interval',
  'date(any) -> date',
  'to_char(any, text) -> text',
  'to_date(text, text) -> date',
  'to_timestamp(any, text?) -> timestamptz',
  'to_number(text, text) -> number',
  'make_date(integer, integer, integer) -> date',
  'make_time(integer, integer, number) -> time',
  'make_timestamp(integer, integer, integer, integer, integer, number) -> timestamp',
  'make_timestamptz(integer, integer, integer, integer, integer, number, text?) -> timestamptz',
  'make_interval(integer?, integer?, integer?, integer?, integer?, integer?, number?) -> interval',
  'justify_days(interval) -> interval',
  'justify_hours(interval) -> interval',
  'justify_interval(interval) -> interval',
  'isfinite(any) -> boolean',
  'overlaps(any, any, any, any) -> boolean',
]);
