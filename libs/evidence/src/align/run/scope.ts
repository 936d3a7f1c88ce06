import { CannotFollow, type Moment, type Value } from './value.js';

/** Rows of one table or subquery. */
export interface Relation {
  columns: readonly string[];
  rows: readonly (readonly Value[])[];
}

/** The data a query runs on, by lower-case table name, and when it runs. */
export interface World {
  tables: ReadonlyMap<string, Relation>;
  now: Moment;
}

export interface ScopeColumn {
  /** Alias or name of the FROM entry; undefined: joined USING. */
  of: string | undefined;
  name: string;
}

/** A row under evaluation, and the rows of the queries around it. */
export interface Frame {
  row: readonly Value[];
  outer: Frame | undefined;
  /** The rows of a group: aggregates are over these. */
  group?: readonly Frame[];
  /** What the window calls gave for this row. */
  windows?: Value[];
}

export interface CompiledQuery {
  columns: readonly string[];
  /** Some column belongs to a query around it: the rows depend on where it stands. */
  correlated: boolean;
  run(outer: Frame | undefined): readonly (readonly Value[])[];
}

/** The CTEs in sight, innermost first. */
export interface Ctes {
  name: string;
  query: CompiledQuery;
  next: Ctes | undefined;
}

/** The names an expression sees. */
export interface Scope {
  columns: ScopeColumn[];
  outer: Scope | undefined;
  ctes: Ctes | undefined;
  world: World;
  /** Set when an expression reaches for a row further out than this. */
  reachesOut: boolean;
}

export type Evaluate = (frame: Frame) => Value;

const same = (a: string | undefined, b: string | undefined): boolean => a?.toLowerCase() === b?.toLowerCase();

/** Where a column's value is: so many queries out, at this place of the row. */
export function findColumn(scope: Scope, qualifier: readonly string[], name: string): Evaluate {
  const of = qualifier.at(-1);
  let depth = 0;
  for (let here: Scope | undefined = scope; here; here = here.outer, depth += 1) {
    const index = indexIn(here, of, name);
    if (index === -1) continue;
    for (let level: Scope | undefined = scope, i = 0; level && i < depth; level = level.outer, i += 1) level.reachesOut = true;
    return reader(depth, index);
  }
  throw new CannotFollow(`the column ${[...qualifier, name].join('.')}`);
}

export function indexIn({ columns }: Scope, of: string | undefined, name: string): number {
  if (of !== undefined) return columns.findIndex((column) => same(column.of, of) && same(column.name, name));
  const joined = columns.findIndex((column) => column.of === undefined && same(column.name, name));
  return joined === -1 ? columns.findIndex((column) => same(column.name, name)) : joined;
}

function reader(depth: number, index: number): Evaluate {
  if (depth === 0) return ({ row }) => row[index] ?? null;
  if (depth === 1) return ({ outer }) => outer?.row[index] ?? null;
  return (frame) => {
    let at: Frame | undefined = frame;
    for (let i = 0; i < depth; i += 1) at = at?.outer;
    return at?.row[index] ?? null;
  };
}
