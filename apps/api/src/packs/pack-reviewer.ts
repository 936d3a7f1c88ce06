import path from 'node:path';
import type { PackReviewInput, reviewPack } from '@countersign/pack';
import { createDeadlinePool, type DeadlinePool } from '@countersign/platform';
import type { AskedOfPack, PackTask } from './review-thread.js';

type Review = ReturnType<typeof reviewPack>;

/** Reads, tests and compares a version of a pack, and says what SQL a question gets from it. */
export interface PackReviewer {
  review(input: PackReviewInput): Promise<Review>;
  /** In the pack's standard names; null: the question gets none. */
  sql(input: AskedOfPack): Promise<string | null>;
}

/** In a thread of its own, started with the first draft: a pack that takes longer than a minute to be read is none. */
export function reviewsInThread(): PackReviewer & { close(): Promise<void> } {
  let pool: DeadlinePool<PackTask, unknown> | undefined;
  const run = (task: PackTask): Promise<unknown> => {
    pool ??= createDeadlinePool({ filename: path.join(__dirname, 'review-thread.js'), threads: 1, deadlineMs: 60_000, startupMs: 20_000, maxHeapMb: 512, maxWaiting: 20, maxWaitMs: 60_000 });
    return pool.run(task);
  };
  return {
    review: async (review) => (await run({ review })) as Review,
    sql: async (asked) => (await run({ asked })) as string | null,
    close: async () => pool?.close(),
  };
}
