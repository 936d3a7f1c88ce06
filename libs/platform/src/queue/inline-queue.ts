import { isFault } from '@countersign/contracts';
import { type Consumer, type Handler, MAX_ATTEMPTS, type QueueObserver, RETRY_DELAY_MS, SILENT, type WorkQueue } from './work-queue.js';

interface Item {
  id: string;
  payload: object;
  attempt: number;
  at: number;
}
interface Lane {
  held: Set<string>;
  waiting: Item[];
  delayed: Map<Item, NodeJS.Timeout>;
  active: number;
  consumer: { handler: Handler; concurrency: number } | undefined;
}

export interface InlineQueue extends WorkQueue {
  /** Resolves when nothing waits, runs or is due again. */
  idle(): Promise<void>;
}

/** A queue inside one process, with the rules of the others. */
export function createInlineQueue(observer: QueueObserver = SILENT): InlineQueue {
  const lanes = new Map<string, Lane>();
  const sleepers: (() => void)[] = [];
  const lane = (name: string): Lane => {
    const found = lanes.get(name) ?? { held: new Set(), waiting: [], delayed: new Map(), active: 0, consumer: undefined };
    lanes.set(name, found);
    return found;
  };
  const busy = () => [...lanes.values()].some((l) => l.active > 0 || l.delayed.size > 0 || (l.consumer && l.waiting.length > 0));
  const wake = () => {
    if (!busy()) for (const resolve of sleepers.splice(0)) resolve();
  };

  function pump(name: string): void {
    const l = lane(name);
    while (l.consumer && l.active < l.consumer.concurrency) {
      const item = l.waiting.shift();
      if (!item) break;
      l.active++;
      const { handler } = l.consumer;
      setImmediate(() => void deliver(name, l, item, handler));
    }
    wake();
  }

  async function deliver(name: string, l: Lane, item: Item, handler: Handler): Promise<void> {
    item.attempt++;
    try {
      await handler(structuredClone(item.payload), { id: item.id, attempt: item.attempt, waitedMs: Date.now() - item.at });
      l.held.delete(item.id);
    } catch (error) {
      if ((isFault(error) && !error.retryable) || item.attempt >= MAX_ATTEMPTS) {
        l.held.delete(item.id);
        observer.failed(name, item.id, error);
      } else {
        const timer = setTimeout(() => {
          l.delayed.delete(item);
          l.waiting.push(item);
          pump(name);
        }, RETRY_DELAY_MS * 2 ** (item.attempt - 1));
        l.delayed.set(item, timer);
      }
    } finally {
      l.active--;
      pump(name);
    }
  }

  async function closeLane(name: string): Promise<void> {
    const l = lane(name);
    l.consumer = undefined;
    while (l.active > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  return {
    async publish(queue, payload, id) {
      const l = lane(queue);
      if (l.held.has(id)) return;
      l.held.add(id);
      l.waiting.push({ id, payload: structuredClone(payload), attempt: 0, at: Date.now() });
      pump(queue);
    },
    consume(queue, handler, { concurrency }): Consumer {
      const l = lane(queue);
      if (l.consumer) throw new TypeError(`queue ${queue} has a consumer`);
      l.consumer = { handler, concurrency };
      pump(queue);
      return { close: () => closeLane(queue) };
    },
    async depth(queue) {
      const l = lane(queue);
      return { waiting: l.waiting.length, active: l.active, delayed: l.delayed.size };
    },
    ping: async () => undefined,
    async flush(queues) {
      for (const name of queues) {
        const l = lane(name);
        for (const timer of l.delayed.values()) clearTimeout(timer);
        for (const item of [...l.waiting.splice(0), ...l.delayed.keys()]) l.held.delete(item.id);
        l.delayed.clear();
      }
      wake();
    },
    async close() {
      for (const name of lanes.keys()) await closeLane(name);
      for (const l of lanes.values()) for (const timer of l.delayed.values()) clearTimeout(timer);
    },
    idle: () => (busy() ? new Promise((resolve) => sleepers.push(resolve)) : Promise.resolve()),
  };
}
