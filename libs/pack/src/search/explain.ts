import type { Chosen } from './choose-tables.js';
import type { WordEvidence } from './evidence-of-words.js';
import type { Postings } from './postings.js';
import type { ColumnHit, Place, Why } from './search-table.js';
import type { Snapshot } from './snapshot.js';
import type { ColumnText, TableDocument } from './table-document.js';

/** Columns shown of one table, and what the places of a word in a column count. */
const COLUMNS_OF_TABLE = 8;
const IN_NAME = 1;
const IN_DESCRIPTION = 0.4;
const IN_VALUES = 0.3;

/** Which words of the question a stem of the catalogue may be meant by. */
export interface AskedStems {
  /** 1 where a stem is meant at all: most are not, and this is quick to see. */
  meant: Uint8Array;
  by: Map<number, { word: number; weight: number }[]>;
}

export function askedStems(evidence: readonly WordEvidence[], size: number): AskedStems {
  const asked: AskedStems = { meant: new Uint8Array(size), by: new Map() };
  evidence.forEach(({ meanings }, word) => {
    for (const [stem, weight] of meanings) {
      asked.meant[stem] = 1;
      const known = asked.by.get(stem);
      if (known) known.push({ word, weight });
      else asked.by.set(stem, [{ word, weight }]);
    }
  });
  return asked;
}

/** Calls back for every word of the question that a word of the catalogue answers, itself or by a part of it. */
function answers(word: number, { stemOf, partsOf }: Postings, { meant, by }: AskedStems, tell: (asked: number, weight: number) => void): void {
  const stem = stemOf[word] ?? 0;
  if (meant[stem] === 1) for (const { word: asked, weight } of by.get(stem) ?? []) tell(asked, weight);
  for (const part of partsOf[word] ?? []) if (meant[part] === 1) for (const { word: asked, weight } of by.get(part) ?? []) tell(asked, weight);
}

interface Found {
  word: number;
  weight: number;
  place: Place;
  column?: string;
}

/** Why a table was found: each word of the question with where it met the table, and lifts that words don't explain. */
export function explain(table: number, { documents, postings, vocabulary }: Snapshot, evidence: readonly WordEvidence[], asked: AskedStems, referrers: string[]): Why[] {
  const document = documents[table];
  if (!document) return [];
  const found = foundIn(document, postings, asked);
  const why: Why[] = evidence.flatMap(({ term }, i) => {
    const at = found.get(i);
    return at ? [{ kind: 'word' as const, asked: term.asked, found: vocabulary.word(at.word), place: at.place, ...(at.column === undefined ? {} : { column: at.column }) }] : [];
  });
  if (referrers.length > 0) why.push({ kind: 'referenced', by: referrers });
  if (why.length === 0) why.push({ kind: 'database', name: document.database });
  return why;
}

/** For each word of the question the surest meaning, in the strongest place that has it. */
function foundIn(document: TableDocument, postings: Postings, asked: AskedStems): Map<number, Found> {
  const found = new Map<number, Found>();
  const look = (words: Int32Array, place: Place, column?: string): void => {
    for (const word of words) {
      answers(word, postings, asked, (question, weight) => {
        if (weight > (found.get(question)?.weight ?? 0)) found.set(question, { word, weight, place, ...(column === undefined ? {} : { column }) });
      });
    }
  };
  look(document.words, 'table');
  look(document.databaseWords, 'database');
  for (const { name, words } of document.columns) look(words, 'column', name);
  look(document.description, 'description');
  for (const { name, description } of document.columns) look(description, 'column description', name);
  for (const { name, values } of document.columns) look(values, 'value', name);
  return found;
}

/** Columns of the chosen tables that hold words of the question: its rare words count more, as they do for tables. */
export function rankColumns(chosen: readonly Chosen[], { documents, postings }: Snapshot, evidence: readonly WordEvidence[], asked: AskedStems): ColumnHit[] {
  const scoreOf = (column: ColumnText): number => {
    const gained = new Map<number, number>();
    for (const [words, place] of [[column.words, IN_NAME], [column.description, IN_DESCRIPTION], [column.values, IN_VALUES]] as const) {
      for (const word of words) {
        answers(word, postings, asked, (question, weight) => {
          const gain = weight * place * (evidence[question]?.most ?? 0);
          if (gain > (gained.get(question) ?? 0)) gained.set(question, gain);
        });
      }
    }
    // A name that says more than was asked fits less.
    return [...gained.values()].reduce((sum, gain) => sum + gain, 0) / (1 + 0.1 * column.words.length);
  };
  return chosen.flatMap(({ table }) => columnsOf(documents[table], scoreOf)).sort((a, b) => b.score - a.score);
}

function columnsOf(document: TableDocument | undefined, scoreOf: (column: ColumnText) => number): ColumnHit[] {
  if (!document) return [];
  return document.columns
    .map((column) => ({ table: document.table, name: column.name, score: scoreOf(column) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, COLUMNS_OF_TABLE);
}
