import type { Catalogue, Grant, NameBinding, Scope } from '@countersign/contracts';
import { isMasked, liveGrants, reaches } from './grant-reach.js';
import { standardNames } from './standard-names.js';

export interface ScopeInput {
  catalogue: Catalogue;
  /** The asker's grants on this data source; dead ones are ignored. */
  grants: readonly Grant[];
  binding: NameBinding | undefined;
  /** Personal columns of the pack, 'table.column' in standard names. */
  sensitive: readonly string[];
  now: string;
}

/**
 * What the asker may touch: the catalogue, less what no live grant names. Personal columns stay visible as denied
 * (so that using one is refused with its reason) unless a live grant unmasks them. No grant: an empty scope.
 *
 * @returns real names, as the gate needs them.
 * @example scopeFor({ catalogue, grants: [], binding, sensitive: [], now }).tables // []
 */
export function scopeFor({ catalogue, grants, binding, sensitive, now }: ScopeInput): Scope {
  const live = liveGrants(grants, now);
  const standard = standardNames(catalogue, binding);
  const tables = catalogue.tables.flatMap((table) => {
    const names = standard.get(table) ?? [];
    const columns = table.columns.filter(({ name }) => reaches(live, names, name));
    if (columns.length === 0) return [];
    return [{
      schema: table.schema,
      name: table.name,
      columns: columns.map(({ name, type }) => ({ name, type })),
      denied: columns.map(({ name }) => name).filter((name) => isMasked(live, names, name, sensitive)),
      fingerprint: table.fingerprint,
    }];
  });
  const defaultSchema = catalogue.searchPath[0];
  return { ...(defaultSchema === undefined ? {} : { defaultSchema }), tables };
}
