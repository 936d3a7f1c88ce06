import type { Grant, Policy } from '@countersign/contracts';
import type { AccessStore, LivePerson, LiveRows } from '@countersign/pipeline';
import type { CatalogueCache, CatalogueSnapshot } from './catalogue-cache.js';
import type { Database } from './database.js';
import { type PublishedRow, publishedPacks } from './pack-store.js';

type Nullable<T> = { [K in keyof Omit<T, 'catalogue' | 'packs'>]: T[K] | null };
const NO_POLICIES = { version: 0, policies: [] };

/** Rights as they are now: nothing here is cached. */
export function accessStore(db: Database, catalogues: CatalogueCache): AccessStore {
  return {
    async person(tenantId, personId) {
      return (await db.call<LivePerson | null>('app', 'person_live', 'select person_live($1, $2) as result', [tenantId, personId])) ?? undefined;
    },
    grants: (tenantId, person, dataSourceId) =>
      db.call<Grant[]>('app', 'grants_live', 'select grants_live($1, $2, $3::uuid[], $4) as result', [tenantId, person.personId, person.groups, dataSourceId]),
    async policies(tenantId) {
      return (await db.call<{ version: number; policies: Policy[] } | null>('app', 'policies_live', 'select policies_live($1) as result', [tenantId])) ?? NO_POLICIES;
    },
    async live(tenantId, { askerId, approverId, dataSourceId, packId, ruleAuthors = false }) {
      const known = catalogues.fingerprint(tenantId, dataSourceId);
      const now = await db.call<Nullable<LiveRows> & { catalogue: CatalogueSnapshot | null; packs: PublishedRow[] }>('app', 'live_facts', 'select live_facts($1, $2, $3, $4, $5, $6, $7) as result', [tenantId, askerId, approverId, dataSourceId, packId, known, ruleAuthors]);
      return {
        asker: now.asker ?? undefined, approver: now.approver ?? undefined, grants: now.grants ?? [], policies: now.policies ?? NO_POLICIES,
        source: now.source ?? undefined, binding: now.binding ?? undefined, packVersion: now.packVersion ?? undefined,
        packs: publishedPacks(now.packs), ruleAuthors: now.ruleAuthors ?? [],
        catalogue: catalogues.take(tenantId, dataSourceId, now.catalogue),
      };
    },
  };
}
