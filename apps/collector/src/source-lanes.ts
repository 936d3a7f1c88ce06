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

  constructor(private readonly width: number) {}

  async during<T>({ tenantId, dataSourceId }: { tenantId: string; dataSourceId: string }, work: () => Promise<T>): Promise<T> {
    const key = `${tenantId}/${dataSourceId}`;
    await this.enter(key);
    try {
      return await work();
    } finally {
      this.leave(key);
    }
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
