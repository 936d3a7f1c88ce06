import type { Cell, ResultColumn } from '@countersign/contracts';
import { readExact } from './exact.js';

/** Columns of a result by what they are for; indexes. */
export interface Shape {
  /** Columns that name a row: where an id has a label beside it, the label. */
  keys: number[];
  metrics: number[];
  /** The one of the keys that is time, if any. */
  time: number | undefined;
}

/**
 * What the columns of a result are for. Where the proposer did not say, a column of numbers counts as a metric
 * and any other as a key.
 */
export function shapeOf(columns: readonly ResultColumn[], rows: readonly Cell[][]): Shape {
  const told = columns.some(({ role }) => role === 'metric');
  const metrics = columns.flatMap(({ role }, i) => (role === 'metric' || (!told && role === 'other' && isNumeric(rows, i)) ? [i] : []));
  const named = columns.flatMap(({ role }, i) => (metrics.includes(i) || (told && role === 'other') ? [] : [i]));
  const keys = named.filter((i) => !(columns[i]?.role === 'dimension' && columns[i + 1]?.role === 'label'));
  return { keys, metrics, time: keys.find((i) => columns[i]?.grain !== undefined) };
}

function isNumeric(rows: readonly Cell[][], column: number): boolean {
  const cells = rows.map((row) => row[column] ?? null).filter((cell) => cell !== null);
  return cells.length > 0 && cells.every((cell) => readExact(cell) !== undefined);
}

/** What a column is called in a sentence. */
export function nameOf(column: ResultColumn | undefined): string {
  return column?.label ?? column?.name ?? '';
}

/** A name at the beginning of a sentence. */
export function capital(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
