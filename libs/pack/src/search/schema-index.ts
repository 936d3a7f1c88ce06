import type { Glossary, SearchHits, SearchTable } from './search-table.js';
import { searchSnapshot } from './search-snapshot.js';
import { takeSnapshot, type Snapshot } from './snapshot.js';
import { createDocumentReader, type TableDocument } from './table-document.js';
import { TUNING, type SearchTuning } from './tuning.js';
import { Vocabulary } from './vocabulary.js';

export interface SchemaIndex {
  /** Tables held. */
  readonly size: number;
  /** Adds a table, or replaces the one of the same name. The next search pays for it, once for all changes before it. */
  set(table: SearchTable): void;
  /** @returns whether there was such a table */
  remove(name: string): boolean;
  /** Best tables first, at most `k` (10), and the columns in them that the question seems to mean. */
  search(question: string, options?: { k?: number }): SearchHits;
}

export interface SchemaIndexOptions {
  /** Phrases that mean the same, such as a pack's terms; they come on top of a starter glossary of everyday words. */
  glossary?: Glossary;
  tuning?: SearchTuning;
}

/**
 * An index of tables and columns that answers which of them a question is about. Deterministic: the same tables, in whatever
 * order and by whatever updates they came, give the same answer.
 *
 * @param tables the catalogue to begin with
 * @example
 * const index = createSchemaIndex([{ table: 'shop.orders', columns: [{ name: 'order_date', type: 'date' }] }]);
 * index.search('orders by date').tables[0]?.name // 'shop.orders'
 */
export function createSchemaIndex(tables: Iterable<SearchTable>, { glossary = [], tuning = TUNING }: SchemaIndexOptions = {}): SchemaIndex {
  const vocabulary = new Vocabulary();
  const reader = createDocumentReader(vocabulary);
  const documents = new Map<string, TableDocument>();
  let snapshot: Snapshot | undefined;
  const index: SchemaIndex = {
    get size() {
      return documents.size;
    },
    set(table) {
      documents.set(table.table, reader.read(table));
      snapshot = undefined;
    },
    remove(name) {
      snapshot = undefined;
      return documents.delete(name);
    },
    search(question, { k = 10 } = {}) {
      if (!snapshot) {
        snapshot = takeSnapshot(documents.values(), vocabulary, glossary, tuning);
        reader.keep(snapshot.columns);
      }
      return searchSnapshot(snapshot, question, k);
    },
  };
  for (const table of tables) index.set(table);
  return index;
}
