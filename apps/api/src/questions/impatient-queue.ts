import { Fault } from '@countersign/contracts';
import type { StageQueue } from '@countersign/pipeline';

/**
 * A queue that a person's request waits for only so long. What could not be handed over is already in the outbox, and the
 * dispatcher publishes it; should the queue take it after all, the second copy is dropped as a duplicate.
 */
export function impatientQueue(queue: StageQueue, patienceMs: number): StageQueue {
  return {
    async publish(name, payload, outboxId) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Fault('queue-unavailable', true)), patienceMs);
      });
      const handed = queue.publish(name, payload, outboxId);
      // When it fails after we left, nobody is there to hear it.
      handed.catch(() => undefined);
      try {
        await Promise.race([handed, late]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
