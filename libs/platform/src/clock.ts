/** Time as the rest sees it: an instant for people, a monotonic count for durations. */
export interface SystemClock {
  /** ISO 8601, UTC, milliseconds. */
  now(): string;
  /** Monotonic microseconds. */
  micros(): number;
}

export const systemClock: SystemClock = {
  now: () => new Date().toISOString(),
  micros: () => Math.round(performance.now() * 1_000),
};
