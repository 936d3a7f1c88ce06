import type { PackProofPayload } from '@countersign/contracts';
import type { Clock, Ids } from '@countersign/pipeline';
import type { Store } from '@countersign/store';

/** Data changes without notice: what a pack in force claims is asked again this often. */
const PROVED_FOR_MS = 7 * 24 * 3_600_000;
/** A proof that nobody finished by then is delivered once more. */
const WAITED_FOR_MS = 5 * 60_000;
const BATCH = 50;

interface ReproveDeps {
  store: Pick<Store, 'system' | 'releases'>;
  queue: { publish(queue: 'probe', payload: PackProofPayload, id: string): Promise<void> };
  clock: Pick<Clock, 'now'>;
  ids: Ids;
}

/** Delivers proofs that were lost, and asks again for those that are too old. @returns how many of each */
export async function reprove({ store, queue, clock, ids }: ReproveDeps): Promise<{ delivered: number; again: number }> {
  const now = clock.now();
  const before = (ms: number): string => new Date(Date.parse(now) - ms).toISOString();
  const done = { delivered: 0, again: 0 };
  for (const { tenantId, runId, again } of await store.system.dueProofs(before(WAITED_FOR_MS), before(PROVED_FOR_MS), BATCH)) {
    const proofRunId = again ? ids.next() : runId;
    if (again) await store.releases.repeatProof(tenantId, runId, proofRunId, now);
    // Another id than the lost delivery's, the same one for a quarter of an hour.
    await queue.publish('probe', { tenantId, proofRunId }, `proof-${proofRunId}-${Math.floor(Date.parse(now) / 900_000)}`);
    done[again ? 'again' : 'delivered'] += 1;
  }
  return done;
}
