import { refuse } from '../refusal.js';
import { resolve } from '../resolve/resolve.js';
import { isAbout } from './row-filter.js';
import type { Rewriting } from './steps.js';

/**
 * Counts every occurrence of a filtered table in the query as printed, resolving its names once more: each must be
 * one that the row-filter step put its predicate to. (The read-back proved that the printed text is this tree.)
 */
export function assertFiltered({ query, input, resolved, rowFilters }: Rewriting): void {
  const filters = input.rowFilters ?? [];
  if (!resolved || !input.scope || filters.length === 0) return;
  // The predicate may use columns that are denied to the asker.
  const open = { ...input.scope, tables: input.scope.tables.map((t) => ({ ...t, columns: [...t.columns, ...(t.denied ?? []).filter((d) => !t.columns.some((c) => c.name === d)).map((name) => ({ name, type: '' }))], denied: [] })) };
  const printed = [...resolve(query, open, undefined, input.dialect).tables.values()].map((t) => t.key);
  const standard = new Map([...resolved.tables.values()].map((t) => [t.key, t]));
  for (const filter of filters) {
    const wanted = printed.filter((key) => isAbout(filter, standard.get(key)!)).length;
    const put = rowFilters.find((f) => f.id === filter.id)?.occurrences ?? 0;
    if (wanted !== put) refuse('read-back-mismatch', `row filter ${filter.id} stands at ${put} of ${wanted} occurrences`);
  }
}
