import { Fault, isFault, type FaultKind } from '@countersign/contracts';

/** The source itself failed, whoever asked and whatever. What a statement did wrong, caps and cancels say that it answers. */
const FAILURES: ReadonlySet<FaultKind> = new Set<FaultKind>(['source-unreachable', 'source-auth-failed', 'source-dropped', 'source-no-tls']);
/** Neither well nor ill: we stopped it ourselves, or never asked. */
const SILENT: ReadonlySet<FaultKind> = new Set<FaultKind>(['cancelled', 'time-cap', 'source-resting', 'internal']);

export interface BreakerSettings {
  /** Failures in a row after which a source is let rest. */
  failures: number;
  /** The first rest; each trial that fails doubles it. */
  restMs: number;
  longestRestMs: number;
}

export const BREAKER: BreakerSettings = { failures: 5, restMs: 5_000, longestRestMs: 120_000 };

/**
 * Spares a source that fails, its account, and everyone who would wait for it. After some failures in a row nobody asks
 * it for a while; then one may try, and whether that one succeeds decides for all.
 */
export class Breaker {
  private failed = 0;
  private restedUntil = 0;
  private restMs: number;
  private trying = false;

  /** @param now milliseconds that only grow */
  constructor(private readonly settings: BreakerSettings, private readonly now: () => number) {
    this.restMs = settings.restMs;
  }

  /** @throws Fault 'source-resting' without asking; else whatever `work` throws */
  async through<T>(work: () => Promise<T>): Promise<T> {
    const trial = this.failed >= this.settings.failures;
    if (trial && (this.trying || this.now() < this.restedUntil)) throw this.resting();
    if (trial) this.trying = true;
    try {
      const done = await work();
      this.recovered();
      return done;
    } catch (error) {
      this.heard(error, trial);
      throw error;
    } finally {
      if (trial) this.trying = false;
    }
  }

  private heard(error: unknown, trial: boolean): void {
    if (!isFault(error) || SILENT.has(error.kind)) return;
    if (!FAILURES.has(error.kind)) return this.recovered();
    this.failed += 1;
    if (this.failed < this.settings.failures) return;
    // What was under way when the rest began tells nothing new.
    if (!trial && this.failed > this.settings.failures) return;
    if (trial) this.restMs = Math.min(this.restMs * 2, this.settings.longestRestMs);
    this.restedUntil = this.now() + this.restMs;
  }

  private recovered(): void {
    this.failed = 0;
    this.restMs = this.settings.restMs;
  }

  private resting(): Fault {
    const seconds = Math.max(1, Math.ceil((this.restedUntil - this.now()) / 1_000));
    return new Fault('source-resting', true, { params: { failures: String(this.failed), seconds: String(seconds) } });
  }
}
