import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.js';
import { onShutdown } from './shutdown.js';

const log = createLog({ process: 'x', level: 'silent' });
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('shutdown', () => {
  it('runs its steps in order, also past one that fails, then exits with 0', async () => {
    const signals = new EventEmitter();
    const done: string[] = [];
    onShutdown({ log, signals, exit: (code) => done.push(`exit ${code}`), steps: [
      { name: 'consumers', run: async () => void done.push('consumers') },
      { name: 'queue', run: () => Promise.reject(new Error('gone')) },
      { name: 'store', run: async () => void done.push('store') },
    ] });
    signals.emit('SIGTERM');
    await settled();
    expect(done).toEqual(['consumers', 'store', 'exit 0']);
  });

  it('ends at once on the second signal', async () => {
    const signals = new EventEmitter();
    const done: number[] = [];
    onShutdown({ log, signals, exit: (code) => done.push(code), steps: [{ name: 'slow', run: () => new Promise(() => undefined) }] });
    signals.emit('SIGINT');
    signals.emit('SIGINT');
    await settled();
    expect(done).toEqual([130]);
  });

  it('ends when its parent is gone, after an uncaught error with 1, and when a step never ends', async () => {
    for (const [event, code] of [['disconnect', 0], ['uncaughtException', 1], ['unhandledRejection', 1]] as const) {
      const signals = new EventEmitter();
      const done: number[] = [];
      onShutdown({ log, signals, exit: (c) => done.push(c), steps: [] });
      signals.emit(event, new Error('boom'));
      await settled();
      expect(done).toEqual([code]);
    }
    const signals = new EventEmitter();
    const done: number[] = [];
    onShutdown({ log, signals, graceMs: 5, exit: (code) => done.push(code), steps: [{ name: 'stuck', run: () => new Promise(() => undefined) }] });
    signals.emit('SIGTERM');
    await settled();
    expect(done).toEqual([1]);
  });
});
