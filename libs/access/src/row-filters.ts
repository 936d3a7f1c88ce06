import type { Policy, RowFilter } from '@countersign/contracts';
import type { LivePerson } from './live-person.js';

/**
 * Row filters in force for a person: enabled ones that name nobody, or one of the person's groups. Sorted by id.
 * @example rowFiltersFor([], person) // []
 */
export function rowFiltersFor(policies: readonly Policy[], person: Pick<LivePerson, 'groups'>): RowFilter[] {
  return policies
    .flatMap(({ id, version, enabled, rule }) =>
      enabled && rule.kind === 'row-filter' && (rule.groups.length === 0 || rule.groups.some((group) => person.groups.includes(group)))
        ? [{ id, version, table: rule.table, predicate: rule.predicate }]
        : [])
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** Are these the same rules in the same versions? Both sorted by id. */
export function sameFilters(a: readonly { id: string; version: number }[], b: readonly { id: string; version: number }[]): boolean {
  return a.length === b.length && a.every((filter, i) => filter.id === b[i]?.id && filter.version === b[i]?.version);
}
