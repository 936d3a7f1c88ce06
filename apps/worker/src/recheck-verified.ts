import { holdsStill, type Ports } from '@countersign/pipeline';
import type { Store } from '@countersign/store';

/** Each verified query in force is held against its facts this often, also when nobody asks. */
const CHECKED_FOR_MS = 24 * 3_600_000;
const BATCH = 100;

/** Ends verified queries whose facts changed; the others are good for another day. */
export async function recheckVerified(store: Pick<Store, 'system' | 'verified' | 'packs'>, ports: Pick<Ports, 'sources' | 'access' | 'clock' | 'ids' | 'process'>): Promise<void> {
  const now = ports.clock.now();
  for (const { tenantId, id } of await store.system.uncheckedVerified(new Date(Date.parse(now) - CHECKED_FOR_MS).toISOString(), BATCH)) {
    const query = await store.verified.load(tenantId, id);
    const version = query && (await store.packs.currentVersion(tenantId, query.packId));
    const pack = query && version !== undefined ? await store.packs.load(tenantId, query.packId, version) : undefined;
    if (query && pack && (await holdsStill({ ...ports, verified: store.verified }, tenantId, query, pack))) await store.verified.checked(tenantId, id, now);
  }
}
