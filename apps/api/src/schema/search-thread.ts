import { createSchemaIndex, type SchemaIndex } from '@countersign/pack';
import type { SearchAnswer, SearchTask } from './search-task.js';

/** People of one group share an index; a large one takes some 150 MB. */
const MOST_INDEXES = 6;
const indexes = new Map<string, SchemaIndex>();

/** A worker-thread task: the index of a large warehouse takes seconds to build, and the API must not stand still for it. */
export default function search({ key, question, most, content }: SearchTask): SearchAnswer {
  const index = indexes.get(key) ?? (content && createSchemaIndex(content.tables, { glossary: content.glossary }));
  if (!index) return undefined;
  indexes.delete(key);
  indexes.set(key, index);
  const [oldest] = indexes.keys();
  if (indexes.size > MOST_INDEXES && oldest !== undefined) indexes.delete(oldest);
  return index.search(question, { k: most });
}
