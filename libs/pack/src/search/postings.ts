import { searchStem } from './search-stem.js';
import { createCompounds } from './compounds.js';
import type { ColumnText, TableDocument } from './table-document.js';
import { TUNING, type SearchTuning } from './tuning.js';
import { Vocabulary } from './vocabulary.js';

const TABLE = 0;
const DATABASE = 1;
const DESCRIPTION = 2;
const COLUMN = 3;
const COLUMN_DESCRIPTION = 4;
const VALUE = 5;
const FIELDS = 6;
const NO_PARTS: readonly number[] & readonly string[] = [];

/** For each stem the tables that hold it, and how strongly: weighted over the fields, before saturation. */
export interface Postings {
  stems: Vocabulary;
  /** Stem of each word of the documents' vocabulary, and the stems of the words written together in it. */
  stemOf: Int32Array;
  partsOf: (readonly number[])[];
  compounds: (word: string) => readonly string[];
  /** Rows of stem s stand from starts[s] to starts[s + 1]. */
  starts: Int32Array;
  tables: Int32Array;
  strengths: Float32Array;
}

/** Does any document hold the stem? Words of tables that are gone keep their numbers. */
export const holds = ({ starts }: Postings, stem: number | undefined): stem is number => stem !== undefined && (starts[stem + 1] ?? 0) > (starts[stem] ?? 0);

/**
 * Turns documents into postings. A pure function of the documents, so an index that was updated table by table is the index
 * that would be built anew.
 */
export function buildPostings(documents: readonly TableDocument[], columns: ReadonlySet<ColumnText>, vocabulary: Vocabulary, tuning: SearchTuning = TUNING): Postings {
  const counts = countWords(documents, columns, vocabulary.words.length);
  const compounds = createCompounds((word) => counts[vocabulary.find(word) ?? -1] ?? 0);
  const stems = new Vocabulary();
  const stemOf = new Int32Array(vocabulary.words.length);
  const partsOf = vocabulary.words.map((word, id) => {
    stemOf[id] = stems.add(searchStem(word));
    const parts = counts[id] ? compounds(word) : NO_PARTS;
    return parts.length === 0 ? NO_PARTS : parts.map((part) => stems.add(searchStem(part)));
  });
  const lengths = documents.map(fieldLengths);
  const strength = strengthOf(lengths, tuning);
  const gathering: Gathering = { stemOf, partsOf, field: new Float32Array(FIELDS * stems.words.length), seenIn: new Int32Array(stems.words.length).fill(-1), part: tuning.part };
  const rows: { stems: Int32Array; strengths: Float32Array }[] = [];
  const starts = new Int32Array(stems.words.length + 1);
  const isNumber = stems.words.map((stem) => /^\p{N}+$/u.test(stem));
  documents.forEach((document, number) => {
    const { field } = gathering;
    const touched = gather(document, number, gathering);
    const strengths = new Float32Array(touched.length);
    for (let i = 0; i < touched.length; i++) {
      const stem = touched[i] ?? 0;
      strengths[i] = strength(field, stem * FIELDS, lengths[number] ?? [], isNumber[stem] ?? false);
      field.fill(0, stem * FIELDS, (stem + 1) * FIELDS);
      if (strengths[i] !== 0) starts[stem + 1] = (starts[stem + 1] ?? 0) + 1;
    }
    rows.push({ stems: Int32Array.from(touched), strengths });
  });
  return { stems, stemOf, partsOf, compounds, ...sortRows(rows, starts) };
}

/** How often each word occurs: in distinct column texts, table names, database names and descriptions. */
function countWords(documents: readonly TableDocument[], columns: ReadonlySet<ColumnText>, size: number): Int32Array {
  const counts = new Int32Array(size);
  const count = (words: Int32Array): void => {
    for (let i = 0; i < words.length; i++) counts[words[i] ?? 0] = (counts[words[i] ?? 0] ?? 0) + 1;
  };
  for (const { words, databaseWords, description } of documents) {
    count(words);
    count(databaseWords);
    count(description);
  }
  for (const { words, description } of columns) {
    count(words);
    count(description);
  }
  return counts;
}

export function distinctColumns(documents: readonly TableDocument[]): Set<ColumnText> {
  const columns = new Set<ColumnText>();
  for (const document of documents) for (const column of document.columns) columns.add(column);
  return columns;
}

interface Gathering {
  stemOf: Int32Array;
  partsOf: (readonly number[])[];
  /** Per stem and field, all zero between documents. */
  field: Float32Array;
  /** Last document that held the stem. */
  seenIn: Int32Array;
  part: number;
}

/** Adds a document's words up per stem and field; returns the stems it touched. */
function gather(document: TableDocument, number: number, { stemOf, partsOf, field, seenIn, part }: Gathering): number[] {
  const touched: number[] = [];
  const add = (stem: number, place: number, amount: number): void => {
    if (seenIn[stem] !== number) {
      seenIn[stem] = number;
      touched.push(stem);
    }
    field[stem * FIELDS + place] = (field[stem * FIELDS + place] ?? 0) + amount;
  };
  const put = (words: Int32Array, place: number): void => {
    for (let i = 0; i < words.length; i++) {
      const word = words[i] ?? 0;
      add(stemOf[word] ?? 0, place, 1);
      const parts = partsOf[word] ?? NO_PARTS;
      if (parts.length > 0) for (const stem of parts) add(stem, place, part);
    }
  };
  put(document.words, TABLE);
  put(document.databaseWords, DATABASE);
  put(document.description, DESCRIPTION);
  for (const column of document.columns) {
    put(column.words, COLUMN);
    put(column.description, COLUMN_DESCRIPTION);
    put(column.values, VALUE);
  }
  return touched;
}

function fieldLengths(document: TableDocument): number[] {
  const lengths = [document.words.length, document.databaseWords.length, document.description.length, 0, 0, 0];
  for (const { words, description, values } of document.columns) {
    lengths[COLUMN] = (lengths[COLUMN] ?? 0) + words.length;
    lengths[COLUMN_DESCRIPTION] = (lengths[COLUMN_DESCRIPTION] ?? 0) + description.length;
    lengths[VALUE] = (lengths[VALUE] ?? 0) + values.length;
  }
  return lengths;
}

/** BM25F: fields weighted, long fields counting less. A number counts in names only: everything else is full of them. */
function strengthOf(all: readonly number[][], t: SearchTuning) {
  // Of those that have the field at all: where few tables are described, a description is not long for being there.
  const means = Array.from({ length: FIELDS }, (_, i) => mean(all.flatMap((lengths) => lengths[i] || [])));
  const weights = [t.table, t.database, t.description, t.column, t.columnDescription, t.value];
  return (field: Float32Array, at: number, lengths: number[], isNumber: boolean): number => {
    const given = (i: number): number => {
      const count = field[at + i] ?? 0;
      const { weight = 0, length = 0 } = weights[i] ?? {};
      return count === 0 ? 0 : (weight * count) / (1 - length + (length * (lengths[i] ?? 0)) / (means[i] || 1));
    };
    const named = given(TABLE) + given(DATABASE);
    if (isNumber) return named;
    return named + given(DESCRIPTION) + given(COLUMN) + Math.min(t.mentioned, given(COLUMN_DESCRIPTION) + given(VALUE));
  };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / (numbers.length || 1);
}

/** Counting sort: rows by table become rows by stem. */
function sortRows(rows: { stems: Int32Array; strengths: Float32Array }[], starts: Int32Array): Pick<Postings, 'starts' | 'tables' | 'strengths'> {
  for (let stem = 1; stem < starts.length; stem++) starts[stem] = (starts[stem] ?? 0) + (starts[stem - 1] ?? 0);
  const next = starts.slice();
  const total = starts.at(-1) ?? 0;
  const [tables, strengths] = [new Int32Array(total), new Float32Array(total)];
  rows.forEach((row, table) => {
    for (let i = 0; i < row.stems.length; i++) {
      const strength = row.strengths[i] ?? 0;
      if (strength === 0) continue;
      const stem = row.stems[i] ?? 0;
      const at = next[stem] ?? 0;
      next[stem] = at + 1;
      tables[at] = table;
      strengths[at] = strength;
    }
  });
  return { starts, tables, strengths };
}
