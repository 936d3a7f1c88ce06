import { describe, expect, it } from 'vitest';
import { AttemptLimiter } from './attempt-limiter.js';

describe('limiting attempts', () => {
  const at = { now: 0 };
  const make = (limit = 2, maxKeys?: number) => new AttemptLimiter({ limit, windowMs: 60_000, now: () => at.now, ...(maxKeys === undefined ? {} : { maxKeys }) });

  it('lets the limit through and tells how long to wait after it', () => {
    at.now = 0;
    const limiter = make();
    expect([limiter.take('a'), limiter.take('a')]).toEqual([0, 0]);
    at.now = 20_000;
    expect(limiter.take('a')).toBe(40);
    expect(limiter.take('b')).toBe(0);
  });
  it('starts anew when the window has passed', () => {
    at.now = 0;
    const limiter = make(1);
    limiter.take('a');
    at.now = 60_000;
    expect(limiter.take('a')).toBe(0);
  });
  it('counts attempts in flight: many at once get no further than the limit', () => {
    at.now = 0;
    const limiter = make(3);
    expect(Array.from({ length: 10 }, () => limiter.take('a')).filter((wait) => wait === 0)).toHaveLength(3);
  });
  it('does not count what was given back', () => {
    at.now = 0;
    const limiter = make(1);
    limiter.take('a');
    limiter.giveBack('a');
    expect(limiter.take('a')).toBe(0);
  });
  it('remembers a bounded number of keys', () => {
    at.now = 0;
    const limiter = make(1, 3);
    for (const key of ['a', 'b', 'c', 'd']) limiter.take(key);
    expect(limiter.take('a')).toBe(0);
    expect(limiter.take('d')).toBeGreaterThan(0);
  });
});
