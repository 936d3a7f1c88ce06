import type { Dialect } from '@countersign/contracts';
import type { NameKey } from '../../resolve/matching.js';
import { FROM_ROWS, hull, type Range } from './range.js';

/** What can be said of a value before any row is read. */
export interface Estimate {
  /** Characters, or bytes, at most and roughly. What a table holds is the table's, and counts as {@link COLUMN_SIZE}. */
  size: number;
  /** As a number or a time; absent: could be any. */
  range?: Range | undefined;
  /** What it is in sums; absent: a number or a text. */
  as?: 'date' | 'time' | 'span' | 'shape' | undefined;
  /** Members of an array. */
  parts?: number | undefined;
  /** Rows of the subquery that it comes from. */
  rows?: number | undefined;
  /** The text itself, where it is written out. */
  text?: string | undefined;
  /** Written out as a string: a number in it is compared as a text by some engines. */
  quoted?: boolean | undefined;
  /** It comes out of a table as it is. */
  stored?: boolean | undefined;
  /** A different value in (nearly) every row: a series, the only key of a grouping. */
  distinct?: boolean | undefined;
}

export const COLUMN_SIZE = 100;

/** A column of a table. */
export const OF_TABLE: Estimate = { size: COLUMN_SIZE, range: FROM_ROWS, stored: true };
/** A number or a condition that says nothing more. */
export const SHORT: Estimate = { size: 20 };

/** Parts of a value, at most: members of an array where they are counted, else its characters. */
export const partsOf = (of: Estimate): number => of.parts ?? of.size;

/** One of several values. */
export function oneOf(list: readonly Estimate[]): Estimate {
  const [first, ...rest] = list;
  return rest.reduce<Estimate>((a, b) => ({ parts: a.parts !== undefined && b.parts !== undefined ? Math.max(a.parts, b.parts) : undefined, size: Math.max(a.size, b.size), range: hull(a.range, b.range), as: a.as ?? b.as, quoted: a.quoted ?? b.quoted, stored: a.stored && b.stored }), first ?? SHORT);
}

/** How many rows a query makes by what it says: `made` of its own, times those of a table if it reads any. */
export interface Rows {
  made: number;
  table: boolean;
}

export interface NamedEstimate extends Estimate {
  name: string;
}

export interface QueryEstimate extends Rows {
  columns: readonly NamedEstimate[];
  /** There are columns of tables among them that nothing names (`*` without a scope). */
  open: boolean;
}

export interface Relation extends Rows {
  name: string | undefined;
  /** Absent: a table, whose columns are not known here. */
  columns?: ReadonlyMap<string, Estimate>;
  /** The same, in order. */
  list: readonly NamedEstimate[];
  open: boolean;
  /** What a column that it does not name may be; absent: one of a table. */
  rest?: Estimate;
}

export interface CteScope {
  name: string;
  /** Absent: declared further down, not usable yet. */
  estimate: QueryEstimate | undefined;
  outer: CteScope | undefined;
}

/** What holds for one whole query text. */
export interface Context {
  keyOf(name: string): string;
  nameKey: NameKey;
  dialect: Dialect;
  /** Digits of the long numbers that it computes, by what makes them: a recursion looks at the same place again. */
  digits: Map<object, number>;
}

/** A query level while it is estimated. */
export interface Level {
  ctx: Context;
  relations: Relation[];
  ctes: CteScope | undefined;
  parent: Level | undefined;
  /** How often this level may be computed, because of what is around it. */
  around: number;
  /** Rows that its FROM makes, and functions that give sets in its expressions. */
  rows: Rows;
  /** Rows that its own set functions outside FROM make. */
  sets: number;
}

/** What tables count for where they multiply what a query makes. */
export const TABLE_ROWS = 30;
/** Rows of a table that an aggregate may put into one value, for the size of it. */
export const AGGREGATED_ROWS = 50;

export const worth = ({ made, table }: Rows): number => made * (table ? TABLE_ROWS : 1);

/** The estimate of a column reference: the worst of what it may mean. */
export function columnOf(level: Level, qualifier: readonly string[], name: string): Estimate {
  const key = level.ctx.keyOf(name);
  const wanted = qualifier.length ? level.ctx.keyOf(qualifier.at(-1)!) : undefined;
  for (let here: Level | undefined = level; here; here = here.parent) {
    const relations = wanted === undefined ? here.relations : here.relations.filter((r) => r.name !== undefined && level.ctx.keyOf(r.name) === wanted);
    const found = relations.flatMap((r) => r.columns?.get(key) ?? []);
    if (found.length) return oneOf(found);
    const mayBeOfTable = relations.some((r) => !r.columns || r.open);
    if (wanted !== undefined ? relations.length : mayBeOfTable) return oneOf([...relations.map((r) => r.rest ?? OF_TABLE), ...(here.parent && wanted === undefined ? [columnOf(here.parent, qualifier, name)] : [])]);
  }
  return OF_TABLE;
}
