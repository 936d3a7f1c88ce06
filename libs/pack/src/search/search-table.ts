/** One table of a catalogue, as a line of the file behind `--catalog` says it. */
export interface SearchTable {
  /** Full name, parts joined by dots; what stands before the last dot is its database (or schema). */
  table: string;
  description?: string | undefined;
  columns: readonly SearchColumn[];
  foreignKeys?: readonly SearchForeignKey[] | undefined;
}

export interface SearchColumn {
  name: string;
  type: string;
  description?: string | undefined;
  /** Some of its values, as hints. */
  values?: readonly unknown[] | undefined;
}

export interface SearchForeignKey {
  columns: readonly string[];
  /** Full name, or the name within the same database. */
  refTable: string;
  refColumns: readonly string[];
}

/** Where in a table a word was found. */
export type Place = 'table' | 'description' | 'column' | 'column description' | 'value' | 'database';

export type Why =
  /** A word of the question and the word of the catalogue it met; `column` for the last three places of a column. */
  | { kind: 'word'; asked: string; found: string; place: Place; column?: string }
  /** Tables found by words refer to this one. */
  | { kind: 'referenced'; by: string[] }
  /** Other tables of its database hold the question's other words. */
  | { kind: 'database'; name: string };

export interface TableHit {
  name: string;
  /** Comparable within one answer only; never rises down the list. */
  score: number;
  why: Why[];
}

export interface ColumnHit {
  table: string;
  name: string;
  score: number;
}

export interface SearchHits {
  tables: TableHit[];
  columns: ColumnHit[];
}

/** Phrases that mean the same, in any language; `names`: what they are called in catalogues, looked for but not asked by. */
export interface GlossaryEntry {
  phrases: readonly string[];
  names?: readonly string[];
}
export type Glossary = readonly GlossaryEntry[];
