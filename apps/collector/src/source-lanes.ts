/** Jobs whose source is remembered: each comes here at least twice. */
const REMEMBERED = 4_096;

interface Lane {
  running: number;
  waiting: (() => void)[];
}

/**
 * A lane for each data source, so wide as the connections it may have. Who finds it full waits here, before a stage
 * begins: nothing is claimed, no clock of a statement runs, and other sources pass.
 */
export class SourceLanes {
  private readonly lanes = new Map<string, Lane>();
  private readonly sources = new Map<string, string>();

  /** @param sourceOf the data source of a job; undefined: there is no such job, and nobody has to wait for it */
  constructor(
    private readonly width: number,
    private readonly sourceOf: (tenantId: string, jobId: string) => Promise<string | undefined>,
  ) {}

  async during<T>({ tenantId, jobId }: { tenantId: string; jobId: string }, work: () => Promise<T>): Promise<T> {
    const source = await this.remembered(tenantId, jobId);
    if (source === undefined) return work();
    await this.enter(`${tenantId}/${source}`);
    try {
      return await work();
    } finally {
      this.leave(`${tenantId}/${source}`);
    }
  }

  private async remembered(tenantId: string, jobId: string): Promise<string | undefined> {
    const known = this.sources.get(jobId);
    if (known !== undefined) return known;
    const source = await this.sourceOf(tenantId, jobId);
    if (source === undefined) return undefined;
    if (this.sources.size >= REMEMBERED) this.sources.delete(this.sources.keys().next().value!);
    this.sources.set(jobId, source);
    return source;
  }

  private async enter(key: string): Promise<void> {
    const lane = this.lanes.get(key) ?? { running: 0, waiting: [] };
    this.lanes.set(key, lane);
    if (lane.running < this.width) lane.running += 1;
    // Whoever leaves hands its place over.
    else await new Promise<void>((resolve) => lane.waiting.push(resolve));
  }

  private leave(key: string): void {
    const lane = this.lanes.get(key)!;
    const next = lane.waiting.shift();
    if (next) return next();
    lane.running -= 1;
    if (lane.running === 0) this.lanes.delete(key);
  }
}
