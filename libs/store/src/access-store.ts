import type { Grant, Job, Policy } from '@countersign/contracts';
import { type AccessStore, type LiveAbout, type LivePerson, type LiveRows, approvedBy } from '@countersign/pipeline';
import type { CatalogueCache, CatalogueSnapshot } from './catalogue-cache.js';
import type { Database } from './database.js';
import { LiveCache } from './live-cache.js';
import { type PublishedRow, publishedPacks } from './pack-store.js';

type Nullable<T> = { [K in keyof Omit<T, 'catalogue' | 'packs'>]: T[K] | null };
/** As the database tells them. */
type FoundRows = Nullable<LiveRows> & { catalogue: CatalogueSnapshot | null; packs: PublishedRow[] };
const NO_POLICIES = { version: 0, policies: [] };

/** Rights as they are now: what is held from before is used only while the database says that its version is the one of now. */
export function accessStore(db: Database, catalogues: CatalogueCache): AccessStore {
  const rowsOf = (tenantId: string, dataSourceId: string, now: FoundRows): LiveRows => ({
    asker: now.asker ?? undefined, approver: now.approver ?? undefined, grants: now.grants ?? [], policies: now.policies ?? NO_POLICIES,
    source: now.source ?? undefined, binding: now.binding ?? undefined, packVersion: now.packVersion ?? undefined,
    packs: publishedPacks(now.packs), ruleAuthors: now.ruleAuthors ?? [],
    catalogue: catalogues.take(tenantId, dataSourceId, now.catalogue),
  });
  const cache = new LiveCache<FoundRows>();
  /** Catalogues are kept apart: facts whose catalogue gave way to another's are read anew. */
  const heldAbout = (tenantId: string, about: LiveAbout): { version: string; facts: FoundRows } | undefined => {
    const held = cache.about(tenantId, about);
    return (held?.facts.catalogue?.fingerprint ?? null) === catalogues.fingerprint(tenantId, about.dataSourceId) ? held : undefined;
  };
  const live = async (tenantId: string, about: LiveAbout): Promise<LiveRows> => {
    const { askerId, approverId, dataSourceId, packId, ruleAuthors = false } = about;
    const known = catalogues.fingerprint(tenantId, dataSourceId);
    const now = await db.call<{ version: string; facts: FoundRows | null }>('app', 'live_facts_since', 'select live_facts_since($1, $2, $3, $4, $5, $6, $7, $8) as result',
      [tenantId, askerId, approverId, dataSourceId, packId, known, ruleAuthors, heldAbout(tenantId, about)?.version ?? null]);
    const found = now.facts ?? heldAbout(tenantId, about)?.facts;
    const rows = found && rowsOf(tenantId, dataSourceId, found);
    // Another's catalogue came in between.
    if (!rows || (found.catalogue && !rows.catalogue)) return live(tenantId, about);
    if (now.facts) cache.keep(tenantId, about, now.version, { ...found, catalogue: found.catalogue && { ...found.catalogue, body: null } });
    return rows;
  };
  return {
    async person(tenantId, personId) {
      return (await db.call<LivePerson | null>('app', 'person_live', 'select person_live($1, $2) as result', [tenantId, personId])) ?? undefined;
    },
    grants: (tenantId, person, dataSourceId) =>
      db.call<Grant[]>('app', 'grants_live', 'select grants_live($1, $2, $3::uuid[], $4) as result', [tenantId, person.personId, person.groups, dataSourceId]),
    async policies(tenantId) {
      return (await db.call<{ version: number; policies: Policy[] } | null>('app', 'policies_live', 'select policies_live($1) as result', [tenantId])) ?? NO_POLICIES;
    },
    live,
    async jobWithLive(tenantId, { jobId, ruleAuthors }) {
      const found = await db.call<{ job: Job; version: string } | null>('app', 'job_with_version', 'select job_with_version($1, $2) as result', [tenantId, jobId]);
      if (!found) return undefined;
      const about = aboutOf(found.job, ruleAuthors);
      const held = heldAbout(tenantId, about);
      return { job: found.job, live: held?.version === found.version ? rowsOf(tenantId, about.dataSourceId, held.facts) : await live(tenantId, about) };
    },
  };
}

function aboutOf({ askerId, approval, dataSourceId, packId }: Job, ruleAuthors: boolean): LiveAbout {
  return { askerId, approverId: approval && approvedBy(approval), dataSourceId, packId, ruleAuthors };
}
