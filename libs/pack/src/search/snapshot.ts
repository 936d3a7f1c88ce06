import { createExpansions } from './expansions.js';
import { learnAbbreviations } from './learned-abbreviations.js';
import { buildPostings, distinctColumns, type Postings } from './postings.js';
import { findRelations, type Relations } from './relations.js';
import type { Glossary } from './search-table.js';
import type { ColumnText, TableDocument } from './table-document.js';
import type { SearchTuning } from './tuning.js';
import type { Vocabulary } from './vocabulary.js';

/** Everything derived from the documents, for as long as none changes. */
export interface Snapshot {
  documents: readonly TableDocument[];
  /** Column texts in use. */
  columns: ReadonlySet<ColumnText>;
  vocabulary: Vocabulary;
  postings: Postings;
  relations: Relations;
  expand: ReturnType<typeof createExpansions>;
  tuning: SearchTuning;
}

export function takeSnapshot(unordered: Iterable<TableDocument>, vocabulary: Vocabulary, glossary: Glossary, tuning: SearchTuning): Snapshot {
  // In order of name, so that sums and ties come out the same however the tables came.
  const documents = [...unordered].sort((a, b) => (a.table < b.table ? -1 : 1));
  const columns = distinctColumns(documents);
  const postings = buildPostings(documents, columns, vocabulary, tuning);
  const abbreviations = learnAbbreviations(columns, vocabulary);
  return { documents, columns, vocabulary, postings, relations: findRelations(documents), expand: createExpansions(postings, abbreviations, glossary, tuning), tuning };
}
