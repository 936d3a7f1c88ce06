import type { CallFailure } from './call-failure.js';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
/** A call that could begin only this short before the deadline can't be answered. */
const SHORTEST_CALL_MS = 50;

export interface RetryMoment {
  /** Calls made so far. */
  made: number;
  /** Calls that may be made. */
  most: number;
  /** Until the deadline. */
  leftMs: number;
  /** 0 ≤ chance < 1. */
  chance: number;
}

/**
 * How long to wait before the same call again, or null: don't. What the provider asks for is kept to, and what would end
 * after the deadline is not begun.
 */
export function retryWait(failure: CallFailure, { made, most, leftMs, chance }: RetryMoment): number | null {
  if (!failure.again || made >= most) return null;
  // Half of the wait is left to chance: those refused together don't come back together.
  const own = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (made - 1)) * (0.5 + chance / 2);
  const wait = Math.max(failure.details.retryAfterMs ?? 0, Math.ceil(own));
  return wait + SHORTEST_CALL_MS <= leftMs ? wait : null;
}
