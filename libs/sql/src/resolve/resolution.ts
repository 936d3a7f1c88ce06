import type { TableRef } from '@countersign/contracts';
import type { KnownTable, VisibleCatalogue } from './catalogue.js';
import type { Level } from './visible.js';

/** Where a reference stands; a denied column is refused in each, and the message says which. */
export type Clause = 'select' | 'predicate' | 'join' | 'group' | 'order';

/** The CTEs in sight, innermost first. */
export interface CteScope {
  name: string;
  /** `undefined`: declared further down, not usable yet. */
  columns: string[] | undefined;
  outer: CteScope | undefined;
}

export interface Env {
  ctes: CteScope | undefined;
  /** Levels an expression of this query may reach beyond its own FROM. */
  outer: Level | undefined;
}

/** What resolution collects on its way. */
export interface Resolution {
  catalogue: VisibleCatalogue;
  /** Each reference to a table of the scope, by the node in the resolved tree. */
  tables: Map<TableRef, KnownTable>;
  /** `table.column`, real names. */
  columns: Set<string>;
  /** Tables whose `*` left denied columns out. */
  narrowed: Set<string>;
}

export function findCte(scope: CteScope | undefined, name: string): CteScope | undefined {
  for (let here = scope; here; here = here.outer) if (here.name === name) return here;
  return undefined;
}
