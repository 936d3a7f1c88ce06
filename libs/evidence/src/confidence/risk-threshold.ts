import { shareAbove } from '../statistics/clopper-pearson.js';
import type { Judged } from './reliability.js';

export interface RiskThreshold {
  /** Answers with at least this confidence keep the promise. */
  threshold: number;
  /** Of the cases it was chosen on: share at or above it, share of those wrong, and the most that leaves possible. */
  coverage: number;
  risk: number;
  riskAtMost: number;
}

/** Thresholds looked at, from cautious to bold: each costs a chance to stop too early, none costs certainty. */
const STEPS = 20;

/**
 * The lowest threshold above which at most `risk` of the answers are wrong, with a chance of at most `chance` that this is
 * untrue. Thresholds are tested in a fixed sequence, from the smallest set of answers that could pass at all to all of them, each with an exact
 * bound; the first that fails ends it, so no correction for many tests is needed. The cases must not be those the confidence was fitted on.
 *
 * @returns undefined when none can be certified
 * @example riskThreshold(cases, { risk: 0.1, chance: 0.1 })
 */
export function riskThreshold(cases: readonly Judged[], { risk, chance }: { risk: number; chance: number }): RiskThreshold | undefined {
  const sorted = [...cases].sort((a, b) => b.confidence - a.confidence);
  const fewest = Math.ceil(Math.log(chance) / Math.log(1 - risk));
  // Room for an error or two at the start: a set that only passes without any rarely does.
  const start = Math.min(sorted.length, fewest * 2);
  let found: RiskThreshold | undefined;
  for (let step = 0; step <= STEPS; step++) {
    const last = sorted[Math.round(start + ((sorted.length - start) * step) / STEPS) - 1];
    if (!last) return undefined;
    const answered = sorted.filter(({ confidence }) => confidence >= last.confidence);
    const wrong = answered.filter(({ correct }) => !correct).length;
    const riskAtMost = shareAbove(wrong, answered.length, chance);
    if (riskAtMost > risk) break;
    found = { threshold: last.confidence, coverage: answered.length / sorted.length, risk: wrong / answered.length, riskAtMost };
  }
  return found;
}
