import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeadlinePool } from './deadline-pool.js';

let folder: string;
let filename: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-pool-'));
  filename = path.join(folder, 'thread.cjs');
  writeFileSync(filename, `
    module.exports = (input) => {
      if (input === 'hang') for (;;);
      if (input === 'throw') throw new TypeError('no good');
      if (input === 'exit') process.exit(3);
      if (input === 'eat') { const kept = []; for (;;) kept.push(new Array(1e6).fill(kept.length)); }
      return input * 2;
    };`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the deadline pool', () => {
  it('returns what the function returns', async () => {
    const pool = createDeadlinePool<number, number>({ filename, threads: 2, deadlineMs: 1_000 });
    expect(await Promise.all([1, 2, 3, 4, 5].map((n) => pool.run(n)))).toEqual([2, 4, 6, 8, 10]);
    await pool.close();
  });

  it('ends the thread of a call that hangs, and the calls beside and behind it do not notice', async () => {
    const pool = createDeadlinePool<number | 'hang', number>({ filename, threads: 2, deadlineMs: 300, startupMs: 300 });
    await pool.run(0);
    const hung = pool.run('hang');
    const others = Promise.all(Array.from({ length: 50 }, (_, n) => pool.run(n)));
    await expect(hung).rejects.toMatchObject({ kind: 'gate-unavailable', retryable: true, params: { reason: 'deadline' } });
    expect(await others).toHaveLength(50);
    expect(pool.killed()).toBe(1);
    expect(await Promise.all([7, 8, 9].map((n) => pool.run(n)))).toEqual([14, 16, 18]);
    await pool.close();
  });

  it('gives calls that waited behind a hung thread their own full time', async () => {
    const pool = createDeadlinePool<number | 'hang', number>({ filename, threads: 1, deadlineMs: 250, startupMs: 200 });
    const hung = [pool.run('hang'), pool.run('hang'), pool.run('hang')].map((call) => call.catch((error: { kind: string }) => error.kind));
    const good = pool.run(21);
    expect(await Promise.all(hung)).toEqual(['gate-unavailable', 'gate-unavailable', 'gate-unavailable']);
    expect(await good).toBe(42);
    await pool.close();
  });

  it('lets what the function throws through, and keeps its thread', async () => {
    const pool = createDeadlinePool<number | 'throw', number>({ filename, threads: 1, deadlineMs: 1_000 });
    await expect(pool.run('throw')).rejects.toThrow('no good');
    expect(await pool.run(1)).toBe(2);
    await pool.close();
  });

  it('replaces a thread that exits or runs out of memory', async () => {
    const pool = createDeadlinePool<number | 'exit' | 'eat', number>({ filename, threads: 1, deadlineMs: 10_000, maxHeapMb: 32 });
    await expect(pool.run('exit')).rejects.toMatchObject({ kind: 'gate-unavailable' });
    expect(await pool.run(1)).toBe(2);
    await expect(pool.run('eat')).rejects.toMatchObject({ kind: 'gate-unavailable' });
    expect(await pool.run(2)).toBe(4);
    await pool.close();
  });

  it('refuses calls beyond what may wait', async () => {
    const pool = createDeadlinePool<number, number>({ filename, threads: 1, deadlineMs: 1_000, maxWaiting: 2 });
    const calls = await Promise.allSettled([1, 2, 3, 4].map((n) => pool.run(n)));
    expect(calls.map((call) => call.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    await pool.close();
  });
});
