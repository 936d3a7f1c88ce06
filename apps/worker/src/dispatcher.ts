import { stageOf } from '@countersign/pipeline';
import type { StageQueue } from '@countersign/pipeline';
import type { Store } from '@countersign/store';

/** Rows younger than this are being published by whoever committed them. */
const PUBLISHER_HEAD_START_MS = 1_000;
const BATCH = 200;

/**
 * Moves what a committing process could not hand over (it died, the queue was gone) from the outbox to the queue.
 * Publishing twice is harmless: the queue deduplicates by outbox id and stages check the job's version.
 *
 * @returns how many rows were published.
 */
export async function dispatchOutbox(store: Pick<Store, 'system' | 'jobs'>, queue: StageQueue): Promise<number> {
  const due = await store.system.dueOutbox(PUBLISHER_HEAD_START_MS, BATCH);
  const published: string[] = [];
  for (const row of due) {
    if (stageOf(row.payload.stage).runsIn !== 'api') await queue.publish(row.queue, row.payload, row.outboxId);
    published.push(row.outboxId);
  }
  if (published.length > 0) await store.jobs.published(published);
  return published.length;
}
