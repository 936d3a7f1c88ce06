import { columnClass, type CatalogueColumn, type CatalogueTable } from '@countersign/contracts';
import type { ColumnDef, EntityDef } from '../pack.js';
import { splitWords } from '../search/split-words.js';
import { best, likeness, overlap } from './names-like.js';
import { CLASS_OF } from './type-fit.js';

/** Real columns that may be meant by a standard one: by name, by what its comment says, and of a type that fits. */
export function columnsFor(column: ColumnDef, written: string, candidates: readonly CatalogueColumn[]): string[] {
  const words = wordsOf(column.label, column.synonyms);
  return best(candidates.map((candidate) => {
    const named = Math.max(likeness(written, candidate.name), likeness(column.id, candidate.name));
    const said = overlap(splitWords(candidate.comment ?? ''), words);
    const fits = CLASS_OF[column.type] === columnClass(candidate.type);
    // A type alone says nothing; it tells between names that are alike.
    return { name: candidate.name, score: Math.max(named, said) + (fits ? 0.1 : -0.15) };
  }));
}

/** Real tables that may be meant by a standard one: by name, by comment, or by having its columns. */
export function tablesFor(entity: EntityDef, written: string, columns: readonly string[], tables: readonly CatalogueTable[]): string[] {
  const words = wordsOf(entity.label, undefined);
  return best(tables.map((table) => {
    const have = new Set(table.columns.map(({ name }) => name));
    const shared = columns.filter((column) => have.has(column)).length / Math.max(1, columns.length);
    const named = Math.max(likeness(written, table.name), likeness(entity.id, table.name));
    return { name: `${table.schema}.${table.name}`, score: Math.max(named, overlap(splitWords(table.comment ?? ''), words), shared) };
  }));
}

function wordsOf(label: ColumnDef['label'], synonyms: ColumnDef['synonyms'] | undefined): string[] {
  return splitWords([label?.en ?? '', label?.ko ?? '', ...(synonyms?.en ?? []), ...(synonyms?.ko ?? [])].join(' '));
}
