import type { Grant, Job, Policy } from '@countersign/contracts';
import type { AccessStore, LivePerson, LiveRows } from '@countersign/pipeline';
import type { CatalogueCache, CatalogueSnapshot } from './catalogue-cache.js';
import type { Database } from './database.js';
import { type PublishedRow, publishedPacks } from './pack-store.js';

type Nullable<T> = { [K in keyof Omit<T, 'catalogue' | 'packs'>]: T[K] | null };
/** As the database tells them. */
type FoundRows = Nullable<LiveRows> & { catalogue: CatalogueSnapshot | null; packs: PublishedRow[] };
const NO_POLICIES = { version: 0, policies: [] };

/** Rights as they are now: nothing here is cached. */
export function accessStore(db: Database, catalogues: CatalogueCache): AccessStore {
  const rowsOf = (tenantId: string, dataSourceId: string, now: FoundRows): LiveRows => ({
    asker: now.asker ?? undefined, approver: now.approver ?? undefined, grants: now.grants ?? [], policies: now.policies ?? NO_POLICIES,
    source: now.source ?? undefined, binding: now.binding ?? undefined, packVersion: now.packVersion ?? undefined,
    packs: publishedPacks(now.packs), ruleAuthors: now.ruleAuthors ?? [],
    catalogue: catalogues.take(tenantId, dataSourceId, now.catalogue),
  });
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
      return rowsOf(tenantId, dataSourceId, await db.call<FoundRows>('app', 'live_facts', 'select live_facts($1, $2, $3, $4, $5, $6, $7) as result', [tenantId, askerId, approverId, dataSourceId, packId, known, ruleAuthors]));
    },
    async jobWithLive(tenantId, { jobId, dataSourceId, ruleAuthors }) {
      const known = catalogues.fingerprint(tenantId, dataSourceId);
      const found = await db.call<{ job: Job; live: FoundRows } | null>('app', 'job_with_live', 'select job_with_live($1, $2, $3, $4, $5) as result', [tenantId, jobId, dataSourceId, known, ruleAuthors]);
      return found ? { job: found.job, live: rowsOf(tenantId, found.job.dataSourceId, found.live) } : undefined;
    },
  };
}
