import type { Answers } from './answers.js';
import type { Chosen } from './choose-tables.js';
import type { WordEvidence } from './evidence-of-words.js';
import type { ColumnHit } from './search-table.js';
import type { Snapshot } from './snapshot.js';
import type { ColumnText, TableDocument } from './table-document.js';

/** Columns shown of one table, and what the places of a word in a column count. */
const COLUMNS_OF_TABLE = 8;
const IN_NAME = 1;
const IN_DESCRIPTION = 0.4;
const IN_VALUES = 0.3;
/** A name that says more than was asked fits less. */
const PER_WORD = 0.1;

/** What a word still counts when the table's own name says it: "order_id" is no better answer to "orders" than its table is. */
const SAID_BY_TABLE = 0.3;

/** Columns of the chosen tables that hold words of the question: its rare words count more, as they do for tables. */
export function rankColumns(chosen: readonly Chosen[], { documents }: Snapshot, evidence: readonly WordEvidence[], answers: Answers): ColumnHit[] {
  return chosen.flatMap(({ table }) => columnsOf(documents[table], evidence, answers)).sort((a, b) => b.score - a.score);
}

function columnsOf(document: TableDocument | undefined, evidence: readonly WordEvidence[], answers: Answers): ColumnHit[] {
  if (!document) return [];
  const said = new Set(answers.of(document.words).map(({ asked }) => asked));
  const worth = evidence.map(({ rarity }, asked) => rarity * (said.has(asked) ? SAID_BY_TABLE : 1));
  return document.columns
    .map((column) => ({ table: document.table, name: column.name, score: columnScore(column, worth, answers) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, COLUMNS_OF_TABLE);
}

function columnScore(column: ColumnText, worth: readonly number[], answers: Answers): number {
  const { name, description, values } = answers.column(column);
  if (name.length + description.length + values.length === 0) return 0;
  const gained = new Map<number, number>();
  for (const [found, place] of [[name, IN_NAME], [description, IN_DESCRIPTION], [values, IN_VALUES]] as const) {
    for (const { asked, weight } of found) gained.set(asked, Math.max(gained.get(asked) ?? 0, weight * place * (worth[asked] ?? 0)));
  }
  let sum = 0;
  for (const gain of gained.values()) sum += gain;
  return sum / (1 + PER_WORD * column.words.length);
}
