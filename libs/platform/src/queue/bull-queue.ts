import type { BullBackend } from './bull-backend.js';
import { BullConsumer } from './bull-consumer.js';
import { BullPublisher } from './bull-publisher.js';
import { ConnectionWatch } from './connection-watch.js';
import { type QueueObserver, SILENT, type WorkQueue } from './work-queue.js';

/** The queue on BullMQ; Redis and PostgreSQL differ in {@link BullBackend} only. */
export function createBullQueue(backend: BullBackend, observer: QueueObserver = SILENT): WorkQueue {
  const watch = new ConnectionWatch(observer);
  const publishers = new Map<string, BullPublisher>();
  const consumers = new Set<BullConsumer>();
  const publisher = (name: string): BullPublisher => {
    const found = publishers.get(name) ?? new BullPublisher(name, backend, watch);
    publishers.set(name, found);
    return found;
  };
  return {
    publish: (queue, payload, id) => publisher(queue).add(payload, id),
    consume(queue, handler, options) {
      const consumer = new BullConsumer(queue, backend, handler, options, { watch, observer });
      consumers.add(consumer);
      return { close: () => (consumers.delete(consumer), consumer.close()) };
    },
    async depth(queue) {
      const counts = await publisher(queue).ask((q) => q.getJobCounts('wait', 'prioritized', 'active', 'delayed'));
      return { waiting: (counts.wait ?? 0) + (counts.prioritized ?? 0), active: counts.active ?? 0, delayed: counts.delayed ?? 0 };
    },
    async ping() {
      const any = [...publishers.values()][0] ?? publisher('ping');
      await any.ask((q) => q.getJobCounts('active'));
    },
    async flush(queues) {
      for (const name of queues) await publisher(name).ask((q) => q.obliterate({ force: true }));
    },
    async close() {
      await Promise.all([...consumers].map((consumer) => consumer.close()));
      await Promise.all([...publishers.values()].map((each) => each.close()));
    },
  };
}
