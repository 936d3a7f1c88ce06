/** Steps of a function that never falls: from `from` on (up to the next step's) it is `value`. */
export interface IsotonicStep {
  from: number;
  value: number;
}

/**
 * The best never-falling map from scores to the share that is right (pool adjacent violators). Equal scores get one value.
 *
 * @example fitIsotonic([0.1, 0.2, 0.3], [false, true, true]) // [{ from: 0.1, value: 0 }, { from: 0.2, value: 1 }]
 */
export function fitIsotonic(scores: readonly number[], labels: readonly boolean[]): IsotonicStep[] {
  const byScore = new Map<number, { right: number; n: number }>();
  scores.forEach((score, i) => {
    const pool = byScore.get(score) ?? { right: 0, n: 0 };
    byScore.set(score, { right: pool.right + (labels[i] ? 1 : 0), n: pool.n + 1 });
  });
  const pools: { from: number; right: number; n: number }[] = [];
  for (const [from, pool] of [...byScore].sort(([a], [b]) => a - b)) {
    let current = { from, ...pool };
    for (let last = pools.at(-1); last && last.right / last.n >= current.right / current.n; last = pools.at(-1)) {
      current = { from: last.from, right: last.right + current.right, n: last.n + current.n };
      pools.pop();
    }
    pools.push(current);
  }
  return pools.map(({ from, right, n }) => ({ from, value: right / n }));
}

/**
 * The value of the map at a score; below the first step the first value.
 *
 * @example applyIsotonic([{ from: 0.1, value: 0 }, { from: 0.2, value: 1 }], 0.15) // 0
 */
export function applyIsotonic(steps: readonly IsotonicStep[], score: number): number {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.from ?? Infinity) <= score) low = middle + 1;
    else high = middle;
  }
  return steps[Math.max(0, low - 1)]?.value ?? 0.5;
}
