import path from 'node:path';
import type { PackReviewInput, reviewPack } from '@countersign/pack';
import { createDeadlinePool, type DeadlinePool } from '@countersign/platform';

type Review = ReturnType<typeof reviewPack>;

/** Reads, tests and compares a version of a pack. */
export interface PackReviewer {
  review(input: PackReviewInput): Promise<Review>;
}

/** In a thread of its own, started with the first draft: a pack that takes longer than a minute to be read is none. */
export function reviewsInThread(): PackReviewer & { close(): Promise<void> } {
  let pool: DeadlinePool<PackReviewInput, Review> | undefined;
  return {
    review(input) {
      pool ??= createDeadlinePool({ filename: path.join(__dirname, 'review-thread.js'), threads: 1, deadlineMs: 60_000, startupMs: 20_000, maxHeapMb: 512, maxWaiting: 20, maxWaitMs: 60_000 });
      return pool.run(input);
    },
    close: async () => pool?.close(),
  };
}
