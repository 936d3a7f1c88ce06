import { incompleteBeta } from './incomplete-beta.js';

export interface Interval {
  low: number;
  high: number;
}

/**
 * The exact (Clopper–Pearson) interval of a share: k of n, each side missed with at most (1 − level)/2.
 *
 * @throws RangeError when k is not a whole number from 0 to n, or the level not between 0 and 1
 * @example clopperPearson(97, 100, 0.95) // { low: 0.9148…, high: 0.9938… }
 */
export function clopperPearson(k: number, n: number, level: number): Interval {
  const side = (1 - level) / 2;
  return { low: shareBelow(k, n, side), high: shareAbove(k, n, side) };
}

/**
 * The largest share of errors that k errors in n leave possible, with a chance of at most `chance` to be wrong about it.
 *
 * @throws RangeError as for {@link clopperPearson}
 * @example shareAbove(0, 29, 0.05) // 0.0981…
 */
export function shareAbove(k: number, n: number, chance: number): number {
  check(k, n, chance);
  return k === n ? 1 : invert((p) => incompleteBeta(p, k + 1, n - k), 1 - chance);
}

function shareBelow(k: number, n: number, chance: number): number {
  check(k, n, chance);
  return k === 0 ? 0 : invert((p) => incompleteBeta(p, k, n - k + 1), chance);
}

function check(k: number, n: number, chance: number): void {
  if (!Number.isInteger(k) || !Number.isInteger(n) || k < 0 || k > n) throw new RangeError(`${k} of ${n} is no share`);
  if (!(chance > 0 && chance < 1)) throw new RangeError(`${chance} is no chance`);
}

/** Where a growing function of a share has a value. */
function invert(of: (p: number) => number, value: number): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (of(middle) < value) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
