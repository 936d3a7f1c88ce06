import { expire, loseRun, stageOf } from '@countersign/pipeline';
import type { Ports } from '@countersign/pipeline';
import type { Store } from '@countersign/store';

/** Added to a stage's budget before its job counts as lost by the queue. */
const GRACE_MS = 5_000;
/** A collector beats every second; this many missed beats and it is gone. */
const SILENT_MS = 15_000;
const BATCH = 100;

export interface Reconciled {
  requeued: number;
  lost: number;
  expired: number;
}

/**
 * PostgreSQL is the truth: whatever the queue lost is queued again from it, runs whose collector went silent become
 * UNKNOWN (never run again by themselves), and what waited too long expires.
 */
export async function reconcile(store: Pick<Store, 'system'>, ports: Ports): Promise<Reconciled> {
  const now = ports.clock.now();
  const result: Reconciled = { requeued: 0, lost: 0, expired: 0 };
  for (const payload of await store.system.lostJobs(now, GRACE_MS, BATCH)) {
    const queue = stageOf(payload.stage).runsIn;
    if (queue === 'api') continue;
    // Another id than the lost entry's, which may still be held by a dead worker; the same one for a minute, so that a
    // long queue is not fed with copies of itself.
    await ports.queue.publish(queue, payload, `again_${payload.jobId}_${payload.version}_${Math.floor(Date.parse(now) / 60_000)}`);
    result.requeued += 1;
  }
  for (const { tenantId, jobId } of await store.system.silentRuns(SILENT_MS, BATCH)) if (await loseRun(ports, tenantId, jobId)) result.lost += 1;
  for (const { tenantId, jobId } of await store.system.expiredJobs(now, BATCH)) if (await expire(ports, tenantId, jobId)) result.expired += 1;
  return result;
}
