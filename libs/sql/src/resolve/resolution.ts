import type { TableRef } from '@countersign/contracts';
import type { KnownTable, VisibleCatalogue } from './catalogue.js';
import { closestName, type NameKey } from './matching.js';
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
  /** How the language of the text compares names. */
  nameKey: NameKey;
  /** HAVING, and expressions in ORDER BY, may use output names. */
  outputNames: boolean;
  /** An expression without alias has a name that ORDER BY and other levels may say: PostgreSQL's way. */
  impliedNames: boolean;
  /** Each reference to a table of the scope, by the node in the resolved tree. */
  tables: Map<TableRef, KnownTable>;
  /** `table.column`, real names. */
  columns: Set<string>;
  /** Tables whose `*` left denied columns out. */
  narrowed: Set<string>;
}

export function findCte(scope: CteScope | undefined, name: string, key: NameKey): CteScope | undefined {
  const inSight: CteScope[] = [];
  for (let here = scope; here; here = here.outer) inSight.push(here);
  return closestName(inSight, name, key)[0];
}
