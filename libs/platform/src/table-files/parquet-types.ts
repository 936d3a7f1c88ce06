import type { Cell } from '@countersign/contracts';
import type { SchemaElement } from 'hyparquet';
import type { Table, ValueKind } from './table.js';

/** A column of a Parquet file: its declaration, a word for it, and how exact text becomes a value. */
export interface ParquetColumn {
  element: SchemaElement;
  type: string;
  value(text: string): unknown;
}

type Kind = Exclude<ValueKind, 'number'> | 'decimal' | 'instant';
/** What all cells of a column so far can be written as, exactly. */
interface Seen {
  kind: Kind;
  scale: number;
  whole: number;
  zone: boolean | undefined;
}

const INTEGER = /^-?\d{1,19}$/;
const DECIMAL = /^-?(\d+)(?:\.(\d+))?$/;
const FLOAT = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|NaN|-?Infinity)$/;
const TIMESTAMP = /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?(Z|[+-]\d\d(?::?\d\d)?)?$/;
/** Digits of a decimal that an int64 holds. */
const DECIMAL_DIGITS = 18;
const DAY_MS = 86_400_000;

/**
 * The narrowest Parquet type that holds every cell of each column exactly; a column with one cell that does not fit is text. All rows
 * are looked at: a file's types stand at no place that could be corrected later.
 */
export async function parquetColumns(table: Table, names: readonly string[]): Promise<ParquetColumn[]> {
  const seen = table.columns.map(({ kind }): Seen => ({ kind: kind === 'number' ? 'decimal' : kind, scale: 0, whole: 0, zone: undefined }));
  for await (const batch of table.rows()) {
    seen.forEach((column, at) => {
      if (column.kind === 'text') return;
      for (const row of batch) look(column, row[at] ?? null);
    });
  }
  return seen.map((column, at) => declared(column, names[at] ?? ''));
}

function look(column: Seen, cell: Cell): void {
  if (cell !== null && !fits(column, cell)) column.kind = 'text';
}

function fits(column: Seen, text: string): boolean {
  switch (column.kind) {
    case 'integer': return INTEGER.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
    case 'decimal': return fitsDecimal(column, text);
    case 'float': return FLOAT.test(text);
    case 'boolean': return /^(t|f|true|false)$/i.test(text);
    case 'date': return dayOf(text) !== undefined;
    case 'timestamp': return fitsTimestamp(column, text);
    default: return true;
  }
}

function fitsDecimal(column: Seen, text: string): boolean {
  const parts = DECIMAL.exec(text);
  if (!parts) return false;
  column.whole = Math.max(column.whole, (parts[1] ?? '').replace(/^0+/, '').length);
  column.scale = Math.max(column.scale, (parts[2] ?? '').length);
  return column.whole + column.scale <= DECIMAL_DIGITS;
}

function fitsTimestamp(column: Seen, text: string): boolean {
  const zone = TIMESTAMP.exec(text)?.[6] !== undefined;
  column.zone ??= zone;
  return column.zone === zone && microsOf(text) !== undefined;
}

function declared({ kind, scale, zone }: Seen, name: string): ParquetColumn {
  const element = (type: SchemaElement['type'], rest: Partial<SchemaElement> = {}): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...(type ? { type } : {}), ...rest }) as SchemaElement;
  switch (kind) {
    case 'integer': return { element: element('INT64'), type: 'INT64', value: BigInt };
    case 'decimal': return { element: element('INT64', { converted_type: 'DECIMAL', precision: DECIMAL_DIGITS, scale, logical_type: { type: 'DECIMAL', precision: DECIMAL_DIGITS, scale } }), type: `DECIMAL(${DECIMAL_DIGITS},${scale})`, value: (text) => unscaled(text, scale) };
    case 'float': return { element: element('DOUBLE'), type: 'DOUBLE', value: Number };
    case 'boolean': return { element: element('BOOLEAN'), type: 'BOOLEAN', value: (text) => /^t/i.test(text) };
    case 'date': return { element: element('INT32', { converted_type: 'DATE', logical_type: { type: 'DATE' } }), type: 'DATE', value: dayOf };
    case 'timestamp': return { element: element('INT64', { logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: zone ?? false, unit: 'MICROS' } }), type: `TIMESTAMP(MICROS${zone ? ', UTC' : ''})`, value: microsOf };
    default: return { element: element('BYTE_ARRAY', { converted_type: 'UTF8', logical_type: { type: 'STRING' } }), type: 'STRING', value: (text) => text };
  }
}

/** '-1.5' at scale 2 is -150n. */
function unscaled(text: string, scale: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

/** Days since 1970; undefined for what is no day of the calendar. */
function dayOf(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? undefined : date.getTime() / DAY_MS;
}

function microsOf(text: string): bigint | undefined {
  const parts = TIMESTAMP.exec(text);
  const day = parts ? dayOf(parts[1] ?? '') : undefined;
  if (!parts || day === undefined) return undefined;
  const [hour, minute, second] = [Number(parts[2]), Number(parts[3]), Number(parts[4])];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const seconds = day * 86_400 + (hour * 60 + minute) * 60 + second - offsetSeconds(parts[6] ?? 'Z');
  return BigInt(seconds) * 1_000_000n + BigInt((parts[5] ?? '').padEnd(6, '0'));
}

function offsetSeconds(zone: string): number {
  if (zone === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', '') || '0')];
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60;
}
