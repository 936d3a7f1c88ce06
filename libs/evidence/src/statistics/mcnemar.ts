import { incompleteBeta } from './incomplete-beta.js';

export interface PairedDifference {
  /** Cases that only the first got right, and only the second. */
  onlyFirst: number;
  onlySecond: number;
  /** Exact two-sided McNemar: how often chance alone would split them at least so unevenly. */
  p: number;
}

/**
 * Is one of two runs over the same cases better? Only cases that they answer differently tell.
 *
 * @param pairs right or wrong, first run and second run, of each case
 * @example mcnemar([[true, false], [true, true], [false, true]]).p // 1
 */
export function mcnemar(pairs: readonly (readonly [boolean, boolean])[]): PairedDifference {
  const onlyFirst = pairs.filter(([first, second]) => first && !second).length;
  const onlySecond = pairs.filter(([first, second]) => !first && second).length;
  const [n, fewer] = [onlyFirst + onlySecond, Math.min(onlyFirst, onlySecond)];
  return { onlyFirst, onlySecond, p: n === 0 ? 1 : Math.min(1, 2 * incompleteBeta(0.5, n - fewer, fewer + 1)) };
}
