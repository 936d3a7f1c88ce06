import { refuse } from '../refusal.js';
import { resolve } from '../resolve/resolve.js';
import { isAbout } from './guard-tables.js';
import type { Rewriting } from './steps.js';

/**
 * Counts every occurrence of a filtered or masked table in the query as printed, resolving its names once more: each must
 * be one that a guard was put around. (The read-back proved that the printed text is this tree.)
 */
export function assertGuarded({ query, input, resolved, rowFilters, masks }: Rewriting): void {
  const policies = [
    ...(input.rowFilters ?? []).map((policy) => ({ policy, put: rowFilters, what: 'row filter' })),
    ...(input.masks ?? []).map((policy) => ({ policy, put: masks, what: 'mask' })),
  ];
  if (!resolved || !input.scope || policies.length === 0) return;
  // A policy may use columns that are denied to the asker.
  const open = { ...input.scope, tables: input.scope.tables.map((t) => ({ ...t, columns: [...t.columns, ...(t.denied ?? []).filter((d) => !t.columns.some((c) => c.name === d)).map((name) => ({ name, type: '' }))], denied: [] })) };
  const printed = [...resolve(query, open, undefined, input.dialect).tables.values()].map((t) => t.key);
  const standard = new Map([...resolved.tables.values()].map((t) => [t.key, t]));
  for (const { policy, put, what } of policies) {
    const wanted = printed.filter((key) => isAbout(policy, standard.get(key)!)).length;
    const found = put.find((f) => f.id === policy.id)?.occurrences ?? 0;
    if (wanted !== found) refuse('read-back-mismatch', `${what} ${policy.id} stands at ${found} of ${wanted} occurrences`);
  }
}
