import { Fault } from '@countersign/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_ATTEMPTS, type QueueObserver, type WorkQueue } from './work-queue.js';

/** What every queue promises, whatever carries it. `make` opens one more client of the same store. */
export function queueContract(name: string, make: (observer?: QueueObserver) => WorkQueue): void {
  describe(`the queue on ${name}`, () => {
    let queue: WorkQueue;
    const lane = `lane-${process.pid}`;
    beforeEach(async () => {
      queue = make();
      await queue.flush([lane]);
    });
    afterEach(() => queue.close());

    it('delivers what was published, with its id and payload', async () => {
      const seen: unknown[] = [];
      queue.consume(lane, async (payload, { id, attempt }) => void seen.push([payload, id, attempt]), { concurrency: 1 });
      await queue.publish(lane, { n: 1, text: '주문' }, 'a-1');
      await until(() => seen.length === 1);
      expect(seen).toEqual([[{ n: 1, text: '주문' }, 'a-1', 1]]);
    });

    it('delivers what was published before anybody consumed', async () => {
      await queue.publish(lane, { n: 2 }, 'b-1');
      const seen: unknown[] = [];
      queue.consume(lane, async (payload) => void seen.push(payload), { concurrency: 1 });
      await until(() => seen.length === 1);
      expect(seen).toEqual([{ n: 2 }]);
    });

    it('drops a second publication of an id that still waits', async () => {
      await queue.publish(lane, { n: 1 }, 'c-1');
      await queue.publish(lane, { n: 2 }, 'c-1');
      const seen: unknown[] = [];
      queue.consume(lane, async (payload) => void seen.push(payload), { concurrency: 4 });
      await until(() => seen.length === 1);
      await wait(200);
      expect(seen).toEqual([{ n: 1 }]);
    });

    it('drops a publication of an id that is being worked on, and takes it again afterwards', async () => {
      const seen: unknown[] = [];
      let finish: (() => void) | undefined;
      queue.consume(lane, (payload) => (seen.push(payload), seen.length === 1 ? new Promise<void>((resolve) => (finish = resolve)) : Promise.resolve()), { concurrency: 2 });
      await queue.publish(lane, { n: 1 }, 'd-1');
      await until(() => finish !== undefined);
      await queue.publish(lane, { n: 2 }, 'd-1');
      await wait(100);
      finish?.();
      await until(async () => (await queue.depth(lane)).active === 0);
      await queue.publish(lane, { n: 3 }, 'd-1');
      await until(() => seen.length === 2);
      expect(seen).toEqual([{ n: 1 }, { n: 3 }]);
    });

    it('tries again after a retryable fault, and counts the attempts', async () => {
      const attempts: number[] = [];
      queue.consume(lane, async (_, { attempt }) => {
        attempts.push(attempt);
        if (attempt < 3) throw new Fault('store-unavailable', true);
      }, { concurrency: 1 });
      await queue.publish(lane, {}, 'e-1');
      await until(() => attempts.length === 3);
      expect(attempts).toEqual([1, 2, 3]);
    });

    it('gives up at once on a fault that is not retryable, tells the observer, and frees the id', async () => {
      const failed: string[] = [];
      let given: unknown;
      const other = make({ connection: () => undefined, failed: (_, id, error) => (failed.push(id), (given = error)) });
      let calls = 0;
      other.consume(lane, async () => {
        calls++;
        throw new Fault('internal', false);
      }, { concurrency: 1 });
      await other.publish(lane, {}, 'f-1');
      await until(() => failed.length === 1);
      expect([failed, calls, (given as Fault).kind]).toEqual([['f-1'], 1, 'internal']);
      await until(async () => {
        await other.publish(lane, {}, 'f-1');
        return calls >= 2;
      });
      await other.close();
    });

    it(`gives up after ${MAX_ATTEMPTS} attempts`, async () => {
      const failed: string[] = [];
      const other = make({ connection: () => undefined, failed: (_, id) => failed.push(id) });
      let calls = 0;
      other.consume(lane, async () => {
        calls++;
        throw new Error('again and again');
      }, { concurrency: 1 });
      await other.publish(lane, {}, 'g-1');
      await until(() => failed.length === 1, 20_000);
      expect(calls).toBe(MAX_ATTEMPTS);
      await other.close();
    });

    it('runs as many handlers at once as it was told, and no more', async () => {
      let running = 0;
      let most = 0;
      let done = 0;
      queue.consume(lane, async () => {
        most = Math.max(most, ++running);
        await wait(30);
        running--;
        done++;
      }, { concurrency: 3 });
      await Promise.all(Array.from({ length: 12 }, (_, i) => queue.publish(lane, { i }, `h-${i}`)));
      await until(() => done === 12);
      expect(most).toBe(3);
    });

    it('waits for running handlers when closed', async () => {
      let finished = false;
      let began = false;
      const consumer = queue.consume(lane, async () => {
        began = true;
        await wait(300);
        finished = true;
      }, { concurrency: 1 });
      await queue.publish(lane, {}, 'i-1');
      await until(() => began);
      await consumer.close();
      expect(finished).toBe(true);
    });

    it('forgets what waits when flushed, and takes the same ids again', async () => {
      await queue.publish(lane, { n: 1 }, 'j-1');
      await queue.flush([lane]);
      expect(await queue.depth(lane)).toEqual({ waiting: 0, active: 0, delayed: 0 });
      await queue.publish(lane, { n: 2 }, 'j-1');
      const seen: unknown[] = [];
      queue.consume(lane, async (payload) => void seen.push(payload), { concurrency: 1 });
      await until(() => seen.length === 1);
      expect(seen).toEqual([{ n: 2 }]);
    });

    it('keeps delivering to a consumer whose queue was flushed while it waited', async () => {
      const seen: unknown[] = [];
      queue.consume(lane, async (payload) => void seen.push(payload), { concurrency: 2 });
      await queue.publish(lane, { n: 1 }, 'k-1');
      await until(() => seen.length === 1);
      await queue.flush([lane]);
      await queue.publish(lane, { n: 2 }, 'k-2');
      await until(() => seen.length === 2, 15_000);
      expect(seen).toEqual([{ n: 1 }, { n: 2 }]);
    });

    it('counts what waits', async () => {
      for (let i = 0; i < 3; i++) await queue.publish(lane, { i }, `l-${i}`);
      expect(await queue.depth(lane)).toEqual({ waiting: 3, active: 0, delayed: 0 });
    });

    it('answers a ping', async () => {
      await expect(queue.ping()).resolves.toBeUndefined();
    });
  });
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export async function until(holds: () => boolean | Promise<boolean>, withinMs = 10_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`still not so after ${withinMs} ms`);
    await wait(10);
  }
}
