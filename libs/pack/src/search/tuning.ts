/**
 * What search weighs, all in one place. None was fitted to one catalogue: each was chosen on all handed corpora but one and
 * checked on that one (see DECISIONS, "Weights of schema search").
 */
export interface SearchTuning {
  /** Per field: what an occurrence counts, and how much a long field of that kind counts against it (BM25F's b). */
  table: Weight;
  database: Weight;
  description: Weight;
  column: Weight;
  columnDescription: Weight;
  value: Weight;
  /** Most that descriptions and values can give one word: a wide table with long comments mentions everything. */
  mentioned: number;
  /** BM25's k1: how soon more occurrences stop counting. */
  saturation: number;
  /** Words inside a word written together. */
  part: number;
  synonym: number;
  abbreviation: number;
  /** Same beginning, other ending. */
  kin: number;
  glossary: number;
  /** Words of analysis, such as "average": hints at best. */
  weak: number;
  /** One or two digits. */
  shortNumber: number;
  /** A year, which is more often a condition than part of a name. */
  year: number;
  /** Two neighbouring words of the question written together. */
  joined: number;
  /** How much of what its database covers a table is given, and how a database's size counts against it. */
  coherence: number;
  databaseSize: number;
  /** A table that is a copy of another, when the question does not ask for copies. */
  copy: number;
  /** What tables found by words give to those they refer to, at most this share of the best table. */
  reference: number;
  referenceLimit: number;
  seeds: number;
  /** What a word is still worth once a chosen table holds it. */
  covered: number;
}

interface Weight {
  weight: number;
  length: number;
}

export const TUNING: SearchTuning = {
  table: { weight: 5, length: 0.75 },
  database: { weight: 2, length: 0.5 },
  description: { weight: 1.5, length: 0.6 },
  column: { weight: 1.5, length: 0.6 },
  columnDescription: { weight: 0.6, length: 0.5 },
  value: { weight: 0.4, length: 0.5 },
  mentioned: 0.3,
  saturation: 2.5,
  part: 0.8,
  synonym: 0.4,
  abbreviation: 0.6,
  kin: 0.4,
  glossary: 0.8,
  weak: 0.4,
  shortNumber: 0.5,
  year: 0.7,
  joined: 1,
  coherence: 0.8,
  databaseSize: 0.25,
  copy: 0.6,
  reference: 0.15,
  referenceLimit: 0.5,
  seeds: 6,
  covered: 0.85,
};
