import type { Expr } from './query.js';

/** A text in each language of the product. */
export interface SaidInBoth {
  en: string;
  ko: string;
}

/** Many rows of an entity point to one of another. */
export interface DeclaredReference {
  column: string;
  to: { entity: string; column: string };
  /** A row may point to none. */
  optional: boolean;
}

export interface DeclaredEntity {
  id: string;
  /** The entity whose table it is: another one where it is only a part that a table plays (a second address). */
  table: string;
  label: SaidInBoth;
  /** Columns that tell one row from all others. */
  key: string[];
  columns: string[];
  references: DeclaredReference[];
  /** Columns that are never NULL. */
  always: string[];
  /** Columns whose values are known, and all of these. */
  values: Record<string, string[]>;
}

/** One step along a declared reference: many `from` rows, one `to` row. */
export interface DeclaredStep {
  from: { entity: string; column: string };
  to: { entity: string; column: string };
}

/** An aggregate over the rows of one entity that pass a condition. */
export interface DeclaredAggregate {
  id: string;
  kind: 'count' | 'sum' | 'distinct' | 'avg' | 'min' | 'max';
  /** Entity whose rows are read. */
  of: string;
  /** What is aggregated; absent for count. Columns are qualified by their entity. */
  value?: Expr;
  /** What a row must pass; absent: every row counts. */
  where?: Expr;
  /** The joins that `value` and `where` need, each after what it starts from. */
  joins: DeclaredStep[];
  /** entity.column that dates the rows. */
  time?: string;
  /** Shown only where at least so many different values of a column are behind it. */
  smallGroup?: { of: Expr; least: number };
}

export interface DeclaredMetric {
  id: string;
  label: SaidInBoth;
  definition: SaidInBoth;
  /** Names that people give it, in any language. */
  names: string[];
  /** Only a part of others: no candidate may name it. */
  private: boolean;
  /** Arithmetic over `parts`: a column with the qualifier `['']` is the part of that id. Absent: no aggregate of one SELECT gives it. */
  value?: Expr;
  parts: DeclaredAggregate[];
  /** Other metrics that go by its name where rows are narrowed. */
  variants: string[];
}

export interface DeclaredFilter {
  id: string;
  label: SaidInBoth;
  definition: SaidInBoth;
  /** Entity whose rows it tests. */
  entity: string;
  /** Columns are qualified by their entity. */
  where: Expr;
}

/**
 * What a pack declares, as data that SQL can be built from and held against. Everything is in standard names; nothing of it
 * says how people ask.
 */
export interface Declarations {
  entities: DeclaredEntity[];
  metrics: DeclaredMetric[];
  filters: DeclaredFilter[];
}
