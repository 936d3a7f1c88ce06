import { describe, expect, it } from 'vitest';
import { createInlineQueue } from './inline-queue.js';
import { queueContract } from './queue.contract.js';

queueContract('one process', (observer) => createInlineQueue(observer));

describe('the inline queue', () => {
  it('is idle once everything that was published, and what that published, is done', async () => {
    const queue = createInlineQueue();
    const seen: number[] = [];
    queue.consume('lane', async (payload) => {
      const { n } = payload as { n: number };
      seen.push(n);
      if (n < 5) await queue.publish('lane', { n: n + 1 }, `n-${n + 1}`);
    }, { concurrency: 1 });
    await queue.publish('lane', { n: 1 }, 'n-1');
    await queue.idle();
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    await queue.close();
  });
});
