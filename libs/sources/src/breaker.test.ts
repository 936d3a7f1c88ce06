import { Fault, type FaultKind } from '@countersign/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Breaker } from './breaker.js';

const SETTINGS = { failures: 3, restMs: 1_000, longestRestMs: 4_000 };

/** A breaker at a clock of its own, and how asking ended: 'well' or the kind of the fault. */
function at() {
  const clock = { now: 0 };
  const breaker = new Breaker(SETTINGS, () => clock.now);
  const ask = (how: FaultKind | 'well') => breaker.through(async () => { if (how !== 'well') throw new Fault(how, true); }).then(() => 'well', (error: Fault) => error.kind);
  const fail = async (times: number) => { for (let n = 0; n < times; n += 1) await ask('source-unreachable'); };
  return { clock, breaker, ask, fail };
}

describe('a source that fails', () => {
  it('is let rest after some failures in a row, and says how many and for how long', async () => {
    const { breaker, fail, clock } = at();
    await fail(3);
    clock.now = 100;
    await expect(breaker.through(async () => undefined)).rejects.toMatchObject({ kind: 'source-resting', params: { failures: '3', seconds: '1' } });
  });
  it('is asked by one alone after its rest, and by all once that one succeeded', async () => {
    const { breaker, ask, fail, clock } = at();
    await fail(3);
    clock.now = 1_000;
    let end = (): void => undefined;
    const trial = breaker.through(() => new Promise<void>((resolve) => { end = resolve; }));
    expect(await ask('well')).toBe('source-resting');
    end();
    await trial;
    expect(await ask('well')).toBe('well');
  });
  it('rests twice as long after each trial that fails, up to the longest', async () => {
    const { ask, fail, clock } = at();
    await fail(3);
    const rests: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const from = clock.now;
      while ((await ask('source-dropped')) === 'source-resting') clock.now += 250;
      rests.push(clock.now - from);
    }
    expect(rests).toEqual([1_000, 2_000, 4_000, 4_000]);
  });
  it.each(['query-failed', 'byte-cap', 'estimate-over-cap'] as const)('answers when it ends as %s: the failures before are forgotten', async (kind) => {
    const { ask, fail } = at();
    await fail(2);
    await ask(kind);
    await fail(2);
    expect(await ask('well')).toBe('well');
  });
  it.each(['cancelled', 'time-cap'] as const)('is neither well nor ill when we stopped it (%s)', async (kind) => {
    const { ask, fail, clock } = at();
    await fail(2);
    await ask(kind);
    await fail(1);
    expect(await ask('well')).toBe('source-resting');
    clock.now = 1_000;
    expect([await ask(kind), await ask('well')]).toEqual([kind, 'well']);
  });
  it('is never asked while it rests, and always again at some time', async () => {
    await fc.assert(fc.asyncProperty(fc.array(fc.record({ how: fc.constantFrom<FaultKind | 'well'>('well', 'source-unreachable', 'source-auth-failed', 'query-failed', 'cancelled'), after: fc.integer({ min: 0, max: 1_500 }) }), { maxLength: 60 }), async (steps) => {
      const { ask, clock } = at();
      for (const { how, after } of steps) { clock.now += after; await ask(how); }
      clock.now += SETTINGS.longestRestMs;
      expect(await ask('well')).toBe('well');
      expect(await ask('well')).toBe('well');
    }));
  });
});
