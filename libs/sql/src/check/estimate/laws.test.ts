import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { gate, loadParsers } from '../../index.js';
import { MAX_RECURSION, MAX_SERIES_ROWS, MAX_VALUE_SIZE } from '../../limits.js';
import { repeatsOf } from './repeats.js';
import { intervalSeconds } from './written.js';

beforeAll(async () => loadParsers());

const accepts = (sql: string): boolean => gate({ sql, from: 'canonical', dialect: 'postgres' }).verdict === 'accept';

/** A text and what it says. */
type Said<T> = readonly [sql: string, value: T];
const pick = <T>(form: number, forms: readonly Said<T>[]): Said<T> => forms[form]!;
const small = fc.integer({ min: -6, max: 6 });
const number = fc.oneof(small, fc.integer({ min: -1e12, max: 1e12 }));

const steps: fc.Arbitrary<Said<(n: number) => number>> = fc.tuple(fc.nat(7), small).map(([form, k]) => pick<(n: number) => number>(form, [
  [`n + ${k}`, (n) => n + k], [`n - ${k}`, (n) => n - k], [`${k} + n`, (n) => k + n], [`${k} - n`, (n) => k - n],
  [`n * ${k}`, (n) => n * k], ['n', (n) => n], [`-n + ${k}`, (n) => -n + k], [`CASE WHEN n > 3 THEN n + ${k} ELSE n END`, (n) => (n > 3 ? n + k : n)],
]));

const bounds: fc.Arbitrary<Said<(n: number) => boolean>> = fc.tuple(fc.nat(9), number).map(([form, b]) => pick<(n: number) => boolean>(form, [
  [`n < ${b}`, (n) => n < b], [`n <= ${b}`, (n) => n <= b], [`n > ${b}`, (n) => n > b], [`${b} > n`, (n) => b > n], [`n <> ${b}`, (n) => n !== b],
  [`n BETWEEN -10 AND ${b}`, (n) => n >= -10 && n <= b], [`NOT n < ${b}`, (n) => n >= b], [`n < ${b} OR n = 1`, (n) => n < b || n === 1], [`n + 1 < ${b}`, (n) => n + 1 < b], [`n < ${b} AND n > -5`, (n) => n < b && n > -5],
]));

describe('a recursion', () => {
  it('that is accepted ends within its bound, whatever steps and conditions it has', () => {
    let accepted = 0;
    fc.assert(fc.property(number, steps, bounds, (from, [step, next], [bound, goesOn]) => {
      if (!accepts(`WITH RECURSIVE r(n) AS (SELECT ${from} UNION ALL SELECT ${step} FROM r WHERE ${bound}) SELECT n FROM r`)) return;
      accepted++;
      let n = from;
      let rows = 1;
      while (goesOn(n) && rows <= MAX_RECURSION + 2) [n, rows] = [next(n), rows + 1];
      expect(rows).toBeLessThanOrEqual(MAX_RECURSION + 2);
    }), { numRuns: 300 });
    expect(accepted).toBeGreaterThan(5);
  });
});

const count: fc.Arbitrary<Said<number>> = fc.letrec<{ n: Said<number> }>((tie) => ({
  n: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'n' },
    fc.integer({ min: 0, max: 4_000 }).map((n) => [String(n), n] as const),
    fc.tuple(tie('n'), tie('n')).map(([[a, x], [b, y]]) => [`(${a} * ${b})`, x * y] as const),
    fc.tuple(tie('n'), tie('n')).map(([[a, x], [b, y]]) => [`(${a} - ${b})`, x - y] as const),
    fc.tuple(tie('n'), fc.integer({ min: 1, max: 9 })).map(([[a, x], k]) => [`(${a} / ${k})`, Math.trunc(x / k)] as const),
    fc.tuple(tie('n'), tie('n')).map(([[a, x], [b, y]]) => [`greatest(${a}, ${b})`, Math.max(x, y)] as const),
    fc.tuple(tie('n'), tie('n')).map(([[a, x], [b, y]]) => [`least(${a}, ${b})`, Math.min(x, y)] as const),
    tie('n').map(([a, x]) => [`(SELECT ${a})`, x] as const),
  ),
})).n;

const text: fc.Arbitrary<Said<number>> = fc.letrec<{ s: Said<number> }>((tie) => ({
  s: fc.oneof(
    { maxDepth: 3, depthIdentifier: 's' },
    fc.constantFrom<Said<number>>(["'x'", 1], ["'abcde'", 5]),
    fc.tuple(tie('s'), count).map(([[s, size], [n, times]]) => [`repeat(${s}, ${n})`, size * Math.max(0, times)] as const),
    fc.tuple(tie('s'), count).map(([[s], [n, to]]) => [`lpad(${s}, ${n})`, Math.max(0, to)] as const),
    fc.tuple(tie('s'), tie('s')).map(([[a, x], [b, y]]) => [`(${a} || ${b})`, x + y] as const),
    fc.tuple(tie('s'), tie('s')).map(([[a, x], [b, y]]) => [`concat(${a}, ${b}, ${a})`, 2 * x + y] as const),
    tie('s').map(([s, size]) => [`(SELECT q.s || q.s FROM (SELECT ${s} AS s) q)`, 2 * size] as const),
    fc.tuple(tie('s'), tie('s')).map(([[a, x], [b, y]]) => [`coalesce(${a}, ${b})`, Math.max(x, y)] as const),
  ),
})).s;

describe('a value', () => {
  it('that is accepted is never longer than what a value may have', () => {
    let accepted = 0;
    fc.assert(fc.property(text, ([sql, size]) => {
      if (!accepts(`SELECT ${sql}`)) return;
      accepted++;
      expect(size).toBeLessThanOrEqual(MAX_VALUE_SIZE);
    }), { numRuns: 300 });
    expect(accepted).toBeGreaterThan(50);
  });

  it('that is a series is never longer than what a series may have', () => {
    let accepted = 0;
    fc.assert(fc.property(count, count, fc.constantFrom(1, 2, 0.5, 0.001), ([a, from], [b, to], step) => {
      if (!accepts(`SELECT count(*) FROM generate_series(${a}, ${b}, ${step}) n`)) return;
      accepted++;
      expect(Math.floor((to - from) / step) + 1).toBeLessThanOrEqual(MAX_SERIES_ROWS);
    }), { numRuns: 200 });
    expect(accepted).toBeGreaterThan(50);
  });
});

describe('an interval', () => {
  it.each([
    ['1 day', 86_400], ['1 ms', 0.001], ['PT0.001S', 0.001], ['P1DT2H', 93_600], ['1 day 02:00', 93_600], ['-3 mons', -7_776_000], ['2 hours ago', -7_200], ['5', 5], ['00:00:00.5', 0.5], ['1-2', 36_288_000], ['infinity', Infinity],
  ])('%s has %d seconds', (written, seconds) => expect(intervalSeconds(written)).toBeCloseTo(seconds));

  it.each(['1 fortnight', 'soon', '1 day x'])('%s is not understood', (written) => expect(intervalSeconds(written)).toBeUndefined());
});

describe('a regular expression', () => {
  it.each(['(a+)+', '(a|a)*', '(a|ab)*c', '((ab)*c)*', '(x+x+)+y', '(.*a){12}', '(?:a*)*'])('%s repeats a repetition', (pattern) => expect(repeatsOf(pattern).nested).toBe(true));

  it.each(['(foo|bar)+', '^([0-9]{3}-)?[0-9]{4}$', 'a+b+', '[(a+)+]', '\\(a+\\)+', '(a?b)c*'])('%s does not', (pattern) => expect(repeatsOf(pattern).nested).toBe(false));
});
