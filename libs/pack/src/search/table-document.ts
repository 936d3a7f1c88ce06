import { EMPTY_WORDS } from './language/question-words.js';
import { searchStem } from './search-stem.js';
import type { SearchColumn, SearchForeignKey, SearchTable } from './search-table.js';
import { splitWords } from './split-words.js';
import type { Vocabulary } from './vocabulary.js';

/** Hints of values are read this far; a catalogue may carry whole columns. */
const VALUES_READ = 20;
const VALUE_LENGTH = 80;

/** A column as words. Columns with the same texts share one, so a warehouse of yearly tables costs little more than one year. */
export interface ColumnText {
  name: string;
  /** The name without blanks, marks and case: equal keys are found by it. */
  flat: string;
  /** What the name says the column identifies: "customer_id" → customer. */
  identifies?: { whole: string; last: string };
  words: Int32Array;
  /** Words of the description that the name does not have. */
  description: Int32Array;
  values: Int32Array;
}

export interface TableDocument {
  table: string;
  database: string;
  /** Last part of the full name. */
  name: string;
  words: Int32Array;
  databaseWords: Int32Array;
  description: Int32Array;
  columns: ColumnText[];
  foreignKeys: readonly SearchForeignKey[];
}

export interface DocumentReader {
  read(table: SearchTable): TableDocument;
  /** Forgets the columns that are not in use: an index that lives for months must not hold every column there ever was. */
  keep(inUse: ReadonlySet<ColumnText>): void;
}

/** Reads tables into words; columns with the same texts are read once. */
export function createDocumentReader(vocabulary: Vocabulary): DocumentReader {
  const columns = new Map<string, ColumnText>();
  const readColumn = (column: SearchColumn): ColumnText => {
    const values = valueText(column.values);
    const key = `${column.name}\u0000${column.description ?? ''}\u0000${values}`;
    let text = columns.get(key);
    if (!text) columns.set(key, (text = columnText(column, values, vocabulary)));
    return text;
  };
  return {
    read(table) {
      const dot = table.table.lastIndexOf('.');
      const [database, name] = [table.table.slice(0, Math.max(0, dot)), table.table.slice(dot + 1)];
      return {
        table: table.table, database, name,
        words: vocabulary.addAll(splitWords(name)),
        databaseWords: vocabulary.addAll([...new Set(splitWords(database))]),
        description: vocabulary.addAll(splitWords(table.description ?? '').filter((word) => !EMPTY_WORDS.has(word))),
        columns: table.columns.map(readColumn),
        foreignKeys: table.foreignKeys ?? [],
      };
    },
    keep(inUse) {
      if (columns.size === inUse.size) return;
      for (const [key, column] of columns) if (!inUse.has(column)) columns.delete(key);
    },
  };
}

function columnText({ name, description }: SearchColumn, values: string, vocabulary: Vocabulary): ColumnText {
  const words = splitWords(name);
  const stems = new Set(words.map(searchStem));
  const identifies = identified(name);
  return {
    name,
    flat: flatName(name),
    ...(identifies ? { identifies } : {}),
    words: vocabulary.addAll(words),
    description: vocabulary.addAll(splitWords(description ?? '').filter((word) => !EMPTY_WORDS.has(word) && !stems.has(searchStem(word)))),
    values: vocabulary.addAll([...new Set(splitWords(values))]),
  };
}

/** Numbers, dates and codes without letters say nothing a question would. */
function valueText(values: readonly unknown[] | undefined): string {
  if (!values) return '';
  return values.slice(0, VALUES_READ).flatMap((value) => (typeof value === 'string' && /\p{L}/u.test(value) ? value.slice(0, VALUE_LENGTH) : [])).join(' ');
}

const KEY_NAME = /^(.+?)[_ ]*(?:id|key|code|no|nr|num|number|uuid|guid|sid|fk|sk)$/i;

function identified(name: string): ColumnText['identifies'] | undefined {
  const base = KEY_NAME.exec(name)?.[1];
  if (base === undefined) return undefined;
  return { whole: searchStem(flatName(base)), last: searchStem(splitWords(base).at(-1) ?? '') };
}

/** A name without blanks, marks and case. */
export function flatName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
