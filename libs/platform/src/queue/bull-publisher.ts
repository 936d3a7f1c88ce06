import { Fault } from '@countersign/contracts';
import { Queue } from 'bullmq';
import type { BullBackend } from './bull-backend.js';
import type { ConnectionWatch } from './connection-watch.js';
import { MAX_ATTEMPTS, RETRY_DELAY_MS } from './work-queue.js';

const ANSWER_WITHIN_MS = 3_000;

/** Where one queue's jobs are added and counted. */
export class BullPublisher {
  #queue: Queue | undefined;
  #ready: Promise<Queue> | undefined;
  #closed = false;

  constructor(
    private readonly name: string,
    private readonly backend: BullBackend,
    private readonly watch: ConnectionWatch,
  ) {}

  async add(payload: object, id: string): Promise<void> {
    await this.ask((queue) =>
      queue.add(this.name, payload, {
        jobId: id, attempts: MAX_ATTEMPTS, backoff: { type: 'exponential', delay: RETRY_DELAY_MS },
        // Gone as soon as they end: the id may be used again, and the truth is elsewhere.
        removeOnComplete: true, removeOnFail: true,
      }),
    );
  }

  /** Runs one command with a limit on its time; any failure is the queue being unavailable. */
  async ask<T>(command: (queue: Queue) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Fault('queue-unavailable', true, { params: { reason: 'closed' } });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)), ANSWER_WITHIN_MS)));
    try {
      const answer = await Promise.race([this.connected().then(command), late]);
      this.watch.works();
      return answer;
    } catch (error) {
      this.watch.trouble(error);
      throw new Fault('queue-unavailable', true, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  /** BullMQ remembers a failed first connection for ever: such a client is thrown away and made anew. */
  private connected(): Promise<Queue> {
    this.#ready ??= (async () => {
      const queue = new Queue(this.name, { connection: this.backend.publisher, prefix: this.backend.prefix }, this.backend.factory as never);
      this.#queue = queue;
      queue.on('error', (error) => this.watch.trouble(error));
      try {
        await queue.waitUntilReady();
        return queue;
      } catch (error) {
        this.#ready = undefined;
        this.#queue = undefined;
        void queue.close().catch(() => undefined);
        throw error;
      }
    })();
    return this.#ready;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const queue = this.#queue;
    if (!queue) return;
    await Promise.race([queue.close().catch(() => undefined), pause(2_000)]);
    await Promise.race([queue.disconnect().catch(() => undefined), pause(500)]);
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
