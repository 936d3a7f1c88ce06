/**
 * Counts attempts by key in fixed windows. Held in memory by each process: a limit against guessing, not an
 * account of use. At most `maxKeys` keys are remembered; the oldest go first.
 */
export class AttemptLimiter {
  private readonly windows = new Map<string, { startedAt: number; count: number }>();

  constructor(private readonly options: { limit: number; windowMs: number; maxKeys?: number; now: () => number }) {}

  /** Counts one attempt. Returns 0 when it may go on, else the seconds to wait. */
  take(key: string): number {
    const now = this.options.now();
    const known = this.windows.get(key);
    const window = known && now - known.startedAt < this.options.windowMs ? known : { startedAt: now, count: 0 };
    if (window.count >= this.options.limit) return Math.max(1, Math.ceil((window.startedAt + this.options.windowMs - now) / 1000));
    window.count += 1;
    // Set again, so that the order of the map is the order of last use.
    this.windows.delete(key);
    this.windows.set(key, window);
    this.forgetOldest();
    return 0;
  }

  /** Attempts counted in the present window. */
  count(key: string): number {
    const window = this.windows.get(key);
    return window && this.options.now() - window.startedAt < this.options.windowMs ? window.count : 0;
  }

  /** An attempt that turned out well counts against nobody. */
  giveBack(key: string): void {
    const window = this.windows.get(key);
    if (window && window.count > 0) window.count -= 1;
  }

  private forgetOldest(): void {
    const max = this.options.maxKeys ?? 10_000;
    for (const key of this.windows.keys()) {
      if (this.windows.size <= max) return;
      this.windows.delete(key);
    }
  }
}
