import type { StagePayload } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { impatientQueue } from './impatient-queue.js';

const payload = {} as StagePayload;

describe('a queue that a request waits for', () => {
  it('passes work on', async () => {
    const got: string[] = [];
    await impatientQueue({ publish: async (name, _payload, id) => void got.push(`${name} ${id}`) }, 50).publish('worker', payload, '1');
    expect(got).toEqual(['worker 1']);
  });
  it('is given up when it does not answer', async () => {
    const startedAt = Date.now();
    await expect(impatientQueue({ publish: () => new Promise(() => undefined) }, 30).publish('worker', payload, '1')).rejects.toMatchObject({ kind: 'queue-unavailable' });
    expect(Date.now() - startedAt).toBeLessThan(2_000);
  });
  it('may fail later without anybody noticing', async () => {
    const queue = impatientQueue({ publish: () => new Promise((_resolve, reject) => setTimeout(() => reject(new Error('late')), 40)) }, 10);
    await expect(queue.publish('worker', payload, '1')).rejects.toMatchObject({ kind: 'queue-unavailable' });
    await new Promise((resolve) => setTimeout(resolve, 80));
  });
});
