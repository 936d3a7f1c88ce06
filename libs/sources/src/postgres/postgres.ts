import type { Estimate } from '@countersign/contracts';
import type { RunOutcome, RunSink } from '@countersign/pipeline';
import { Pool, type PoolConfig } from 'pg';
import type { Connector, EstimateRequest, ExecuteRequest, SourceEngine, SourceTarget } from '../source.js';
import { SourceClient, addressOf, type PostgresAddress } from './connect.js';
import { explain } from './explain.js';
import { probe } from './probe.js';
import { run } from './run.js';
import { inSession } from './session.js';
import { LiveTypeNames } from './type-names.js';
import { watch, within } from './watch.js';

const IDLE_MS = 30_000;
const CLOSE_MS = 5_000;

export const postgres: SourceEngine = {
  engines: ['postgres'],
  capabilities: { readOnlyTransaction: true, singleStatementProtocol: true, serverTimeout: true, costEstimate: true, serverCancel: true, schemas: true },
  connector: (target) => new PostgresConnector(target),
};

class PostgresConnector implements Connector {
  private readonly types = new LiveTypeNames();
  private pool: Promise<Pool> | undefined;
  private opened: Pool | undefined;
  private readonly leased = new Set<SourceClient>();

  constructor(private readonly target: SourceTarget) {}

  async estimate(request: EstimateRequest): Promise<Estimate> {
    return this.guarded(request.signal, request.timeoutMs, (pool, clock) => inSession(pool, clock, this.target.settings, (session) => explain(session, request.sql)));
  }

  async run(request: ExecuteRequest, sink: RunSink): Promise<RunOutcome> {
    return this.guarded(request.signal, request.caps.timeoutMs, (pool, clock) => inSession(pool, clock, this.target.settings, (session) => run(session, request, this.types, sink)));
  }

  async probe() {
    return probe(() => this.address(), this.target.source, this.target.settings);
  }

  connections() {
    const pool = this.opened;
    return { open: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 };
  }

  async close(): Promise<void> {
    const pool = await this.pool?.catch(() => undefined);
    this.pool = undefined;
    if (!pool || pool.ended) return;
    const ended = pool.end();
    if ((await within(CLOSE_MS, ended.then(() => true), false)) === false) for (const client of this.leased) client.destroy();
  }

  private async guarded<T>(signal: AbortSignal, limitMs: number, work: (pool: Pool, clock: ReturnType<typeof watch>) => Promise<T>): Promise<T> {
    const clock = watch(signal, limitMs, this.target.settings.deadlineGraceMs);
    try {
      clock.throwIfStopped();
      return await work(await this.sharedPool(), clock);
    } catch (error) {
      // The credential may have been rotated: the next attempt asks for it again.
      if ((error as { kind?: unknown }).kind === 'source-auth-failed') this.forgetPool();
      throw error;
    } finally {
      clock.dispose();
    }
  }

  private sharedPool(): Promise<Pool> {
    this.pool ??= this.openPool().catch((error: unknown) => {
      this.pool = undefined;
      throw error;
    });
    return this.pool;
  }

  private forgetPool(): void {
    const old = this.opened;
    this.pool = undefined;
    this.opened = undefined;
    if (old && !old.ending) void old.end();
  }

  private async address(): Promise<PostgresAddress> {
    return addressOf(this.target.source, await this.target.credential(), this.target.settings);
  }

  private async openPool(): Promise<Pool> {
    const config: PoolConfig & { address: PostgresAddress } = {
      address: await this.address(),
      onConnect: (client) => this.types.refresh(client as SourceClient),
      // pg-pool hands out the most recently used connection first, so that surplus ones fall idle and close.
      max: this.target.settings.maxConnections,
      idleTimeoutMillis: IDLE_MS,
      Client: SourceClient as unknown as NonNullable<PoolConfig['Client']>,
    };
    const pool = new Pool(config);
    pool.on('error', () => undefined);
    pool.on('acquire', (client) => this.leased.add(client as unknown as SourceClient));
    pool.on('remove', (client) => this.leased.delete(client as unknown as SourceClient));
    this.opened = pool;
    return pool;
  }
}
