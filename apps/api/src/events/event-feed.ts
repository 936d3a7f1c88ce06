import type { JobEvent } from '@countersign/contracts';
import type { JobReader } from '@countersign/store';
import type { Log } from '../services.js';

/** One open stream. */
export interface Subscription {
  tenantId: string;
  jobId: string;
  /** Events up to here were sent. */
  afterSeq: number;
  /** In order, each once. */
  deliver(event: JobEvent): void;
}

/**
 * News for all open streams from one query at a time. Looks only while a stream is open, and never starts a look
 * before the last one came back: a slow database is asked less often, not more.
 */
export class EventFeed {
  private readonly open = new Set<Subscription>();
  private timer: NodeJS.Timeout | undefined;
  private looking = false;

  constructor(
    private readonly reader: Pick<JobReader, 'eventsOf'>,
    private readonly pollMs: number,
    private readonly log: Pick<Log, 'warn'>,
  ) {}

  get size(): number {
    return this.open.size;
  }

  add(subscription: Subscription): () => void {
    this.open.add(subscription);
    this.schedule();
    return () => {
      this.open.delete(subscription);
      if (this.open.size === 0) this.stop();
    };
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = undefined;
  }

  private schedule(): void {
    if (this.timer || this.looking || this.open.size === 0) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.look();
    }, this.pollMs);
  }

  private async look(): Promise<void> {
    this.looking = true;
    try {
      for (const { jobId, event } of await this.reader.eventsOf(this.wanted())) this.hand(jobId, event);
    } catch (error) {
      // The streams stay open: what was missed is found by the next look.
      this.log.warn({ err: error, streams: this.open.size }, 'event feed could not look for news');
    } finally {
      this.looking = false;
      this.schedule();
    }
  }

  /** Each job once, from the stream that is furthest behind. */
  private wanted(): { tenantId: string; jobId: string; afterSeq: number }[] {
    const jobs = new Map<string, { tenantId: string; jobId: string; afterSeq: number }>();
    for (const { tenantId, jobId, afterSeq } of this.open) {
      const known = jobs.get(jobId);
      if (!known || afterSeq < known.afterSeq) jobs.set(jobId, { tenantId, jobId, afterSeq });
    }
    return [...jobs.values()];
  }

  private hand(jobId: string, event: JobEvent): void {
    for (const subscription of [...this.open]) {
      if (subscription.jobId !== jobId || event.seq <= subscription.afterSeq) continue;
      subscription.afterSeq = event.seq;
      subscription.deliver(event);
    }
  }
}
