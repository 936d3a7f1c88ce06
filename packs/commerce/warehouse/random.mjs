// A small generator of pseudo-random numbers: integer arithmetic only, so every machine draws the same rows.

/** @param {number} seed @returns {{ next(): number, int(from: number, to: number): number, chance(percent: number): boolean, pick<T>(list: T[]): T, weighted<T>(pairs: [T, number][]): T }} */
export function randomFrom(seed) {
  let state = seed >>> 0;
  /** 0 … 2^32 − 1 (mulberry32). */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  const int = (from, to) => from + (next() % (to - from + 1));
  return {
    next,
    int,
    chance: (percent) => int(1, 1000) <= percent * 10,
    pick: (list) => list[int(0, list.length - 1)],
    weighted: (pairs) => {
      let ticket = int(1, pairs.reduce((sum, [, weight]) => sum + weight, 0));
      for (const [value, weight] of pairs) if ((ticket -= weight) <= 0) return value;
      throw new RangeError('weights must be positive');
    },
  };
}
