import { accessStore } from './access-store.js';
import { dataSourceAdmin } from './admin/data-sources.js';
import { grantAdmin } from './admin/grants.js';
import { packAdmin } from './admin/packs.js';
import { policyAdmin } from './admin/policies.js';
import { sourceLooks } from './admin/source-looks.js';
import { auditStore } from './audit-store.js';
import { blockedStatements } from './blocked-statements.js';
import { CatalogueCache } from './catalogue-cache.js';
import { Database } from './database.js';
import { draftStore } from './draft-store.js';
import { escalationStore } from './escalation-store.js';
import { exportStore } from './export-store.js';
import { idempotencyStore } from './idempotency-store.js';
import { identityStore } from './identity-store.js';
import { jobReader } from './job-reader.js';
import { jobStore } from './job-store.js';
import { packStore } from './pack-store.js';
import { proofStore } from './proof-store.js';
import { proposalStore } from './proposal-store.js';
import { releaseStore } from './release-store.js';
import { resultStore } from './result-store.js';
import { sourceStore } from './source-store.js';
import type { Store, StoreOptions } from './store.js';

import { systemStore } from './system-store.js';
import { lookupStore } from './lookup-store.js';
import { modelAccount } from './model-account.js';
import { verifiedStore } from './verified-store.js';

/**
 * Opens the store on a database that prisma/provision.mjs has made ready.
 *
 * @throws Fault 'store-unavailable' when it can't be reached now; 'internal' when the login could undo row-level security
 */
export async function createStore(options: StoreOptions): Promise<Store> {
  return storeOn(await Database.open(options), options);
}

/** The members of a store over one set of connections. */
export function storeOn(db: Database, options: Pick<StoreOptions, 'clarificationTtlMs' | 'modelDailyMicros'>): Store {
  const catalogues = new CatalogueCache();
  return {
    jobs: jobStore(db),
    results: resultStore(db),
    packs: packStore(db),
    sources: sourceStore(db, catalogues),
    access: accessStore(db, catalogues),
    identity: identityStore(db),
    reader: jobReader(db),
    admin: { ...dataSourceAdmin(db), ...sourceLooks(db), ...grantAdmin(db), ...policyAdmin(db), ...packAdmin(db) },
    verified: verifiedStore(db),
    lookup: lookupStore(db),
    modelAccount: modelAccount(db, options.modelDailyMicros ?? null),
    escalations: escalationStore(db),
    proposals: proposalStore(db),
    exports: exportStore(db),
    releases: { ...releaseStore(db), ...proofStore(db) },
    drafts: draftStore(db),
    audit: { ...auditStore(db), ...blockedStatements(db) },
    idempotency: idempotencyStore(db),
    system: systemStore(db, options),
    close: () => db.close(),
  };
}
