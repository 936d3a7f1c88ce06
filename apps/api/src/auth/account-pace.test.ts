import { describe, expect, it } from 'vitest';
import { AccountPace } from './account-pace.js';

let now = 0;
const pace = () => new AccountPace({ windowMs: 1_000, free: 3, slowestMs: 500, now: () => now });

describe('the pace of an account', () => {
  it('slows down after a few failures, ever more, to a bound', () => {
    const one = pace();
    expect(Array.from({ length: 8 }, (_, i) => one.attempt('a@x', `10.0.0.${i}`))).toEqual([0, 0, 0, 100, 200, 400, 500, 500]);
    expect(one.attempt('b@x', '10.0.0.1')).toBe(0);
  });
  it('does not slow down where the person signed in before', () => {
    const one = pace();
    one.attempt('a@x', 'home');
    one.succeeded('a@x', 'home');
    for (let i = 0; i < 20; i += 1) one.attempt('a@x', `10.0.0.${i}`);
    expect([one.attempt('a@x', 'home'), one.attempt('a@x', 'elsewhere')]).toEqual([0, 500]);
    expect(one.attempt('b@x', 'home')).toBe(0);
  });
  it('counts no success against anyone, and forgets', () => {
    const one = pace();
    for (let i = 0; i < 20; i += 1) {
      expect(one.attempt('a@x', `10.0.0.${i}`)).toBe(0);
      one.succeeded('a@x', `10.0.0.${i}`);
    }
    for (let i = 0; i < 20; i += 1) one.attempt('c@x', 'z');
    now += 1_001;
    expect(one.attempt('c@x', 'y')).toBe(0);
  });
});
