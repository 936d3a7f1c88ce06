import { AttemptLimiter } from './attempt-limiter.js';

export interface PaceOptions {
  windowMs: number;
  /** Failures on one account, from wherever, that slow nothing down. */
  free: number;
  slowestMs: number;
  now: () => number;
}

const FIRST_DELAY_MS = 100;
const WELCOME_MS = 30 * 86_400_000;

/**
 * How long an attempt on an account must take. It slows down who guesses from many addresses, and never refuses: an account that
 * failures can lock is locked by whoever knows its name. Who signed in from an address lately is not slowed down there.
 */
export class AccountPace {
  private readonly failures: AttemptLimiter;
  private readonly welcome: AttemptLimiter;

  constructor(private readonly options: PaceOptions) {
    this.failures = new AttemptLimiter({ limit: Infinity, windowMs: options.windowMs, now: options.now });
    this.welcome = new AttemptLimiter({ limit: Infinity, windowMs: WELCOME_MS, now: options.now });
  }

  /** Counts an attempt before it is made, so that attempts at the same moment slow each other down. Returns milliseconds to wait. */
  attempt(account: string, address: string): number {
    this.failures.take(account);
    const over = this.failures.count(account) - this.options.free;
    if (over <= 0 || this.welcome.count(pairOf(account, address)) > 0) return 0;
    return Math.min(FIRST_DELAY_MS * 2 ** Math.min(over - 1, 20), this.options.slowestMs);
  }

  succeeded(account: string, address: string): void {
    this.failures.giveBack(account);
    this.welcome.take(pairOf(account, address));
  }
}

const pairOf = (account: string, address: string): string => `${address} ${account}`;
