import type { Catalogue, Grant, NameBinding, Scope } from '@countersign/contracts';
import { isMasked, liveGrants, reaches } from './grant-reach.js';
import { standardNames } from './standard-names.js';

/** What a pack calls the tables of a data source, and which of their columns it declares personal. */
export interface PackNames {
  binding: NameBinding | undefined;
  sensitive: readonly string[];
}

export interface ScopeInput {
  catalogue: Catalogue;
  /** The asker's grants on this data source; dead ones are ignored. */
  grants: readonly Grant[];
  binding: NameBinding | undefined;
  /** Personal columns of the pack, 'table.column' in standard names. */
  sensitive: readonly string[];
  /** Other packs' names for the same data source, and their personal columns: SQL that names real columns must meet them all. */
  others?: readonly PackNames[];
  now: string;
}

/**
 * What the asker may touch: the catalogue, less what no live grant names. Personal columns stay visible as denied
 * (so that using one is refused with its reason) unless a live grant unmasks them. No grant: an empty scope.
 *
 * @returns real names, as the gate needs them.
 * @example scopeFor({ catalogue, grants: [], binding, sensitive: [], now }).tables // []
 */
export function scopeFor({ catalogue, grants, binding, sensitive, others = [], now }: ScopeInput): Scope {
  const live = liveGrants(grants, now);
  const standard = standardNames(catalogue, binding);
  const packs = [{ standard, sensitive }, ...others.map((other) => ({ standard: standardNames(catalogue, other.binding), sensitive: other.sensitive }))];
  const tables = catalogue.tables.flatMap((table) => {
    const names = standard.get(table) ?? [];
    const columns = table.columns.filter(({ name }) => reaches(live, names, name));
    if (columns.length === 0) return [];
    return [{
      schema: table.schema,
      name: table.name,
      columns: columns.map(({ name, type }) => ({ name, type })),
      denied: columns.map(({ name }) => name).filter((name) => packs.some((pack) => isMasked(live, pack.standard.get(table) ?? [], name, pack.sensitive))),
      fingerprint: table.fingerprint,
    }];
  });
  const defaultSchema = catalogue.searchPath[0];
  return { ...(defaultSchema === undefined ? {} : { defaultSchema }), tables };
}
