import { Fault, type SourceCredential } from '@countersign/contracts';
import type { Driver, Link } from './driver.js';
import { orStopped, within, type Watch } from './watch.js';

const IDLE_MS = 30_000;
const CLOSE_MS = 5_000;

/** A connection and what the pool knows of it. */
export interface Lease {
  link: Link;
  /** Sessions it has served; a fresh one has none. */
  uses: number;
}

interface Waiter { grant(): void; refuse(fault: Fault): void }

/**
 * Connections of one data source, at most `max`. Whoever wants one first waits for a place, in turn; then takes the most
 * recently used idle connection, so that surplus ones fall idle and close, or dials.
 */
export class Pool {
  private readonly idle: { lease: Lease; timer: NodeJS.Timeout }[] = [];
  private readonly leased = new Set<Lease>();
  private readonly waiting: Waiter[] = [];
  private taken = 0;
  private closed = false;

  /** @param credential asked for at each dialling, so that a rotated one needs no restart */
  constructor(private readonly driver: Driver, private readonly credential: () => Promise<SourceCredential>, private readonly max: number) {}

  /** @throws Fault of the dialling, or the watch's once it fires */
  async acquire(clock: Watch): Promise<Lease> {
    await this.place(clock);
    const known = this.idle.pop();
    if (known) {
      clearTimeout(known.timer);
      this.leased.add(known.lease);
      return known.lease;
    }
    const dialled = this.dial();
    // A place is given back only when the dialling is over: an impatient caller must not open more than `max`.
    dialled.catch(() => this.leave());
    return orStopped(clock, dialled, (late) => this.release(late));
  }

  release(lease: Lease): void {
    this.leased.delete(lease);
    if (this.closed) lease.link.destroy();
    else {
      const timer = setTimeout(() => {
        if (this.forget(lease)) void lease.link.end();
      }, IDLE_MS);
      timer.unref();
      this.idle.push({ lease, timer });
    }
    this.leave();
  }

  /** Never given to anyone again. */
  discard(lease: Lease): void {
    lease.link.destroy();
    if (this.leased.delete(lease)) this.leave();
  }

  counts(): { open: number; idle: number; waiting: number } {
    return { open: this.taken + this.idle.length, idle: this.idle.length, waiting: this.waiting.length };
  }

  /** Idle connections say goodbye, leased ones have some seconds to come back, waiting callers are refused. */
  async close(): Promise<void> {
    this.closed = true;
    for (const waiter of this.waiting.splice(0)) waiter.refuse(gone());
    const idle = this.idle.splice(0);
    for (const { timer } of idle) clearTimeout(timer);
    await within(CLOSE_MS, Promise.all(idle.map(({ lease }) => lease.link.end().catch(() => undefined))), undefined);
    const end = performance.now() + CLOSE_MS;
    while (this.taken > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
    for (const { lease } of idle) lease.link.destroy();
    for (const lease of this.leased) lease.link.destroy();
  }

  private async place(clock: Watch): Promise<void> {
    if (this.closed) throw gone();
    if (this.taken < this.max) {
      this.taken += 1;
      return;
    }
    let waiter: Waiter | undefined;
    const turn = new Promise<void>((resolve, reject) => {
      waiter = { grant: resolve, refuse: reject };
      this.waiting.push(waiter);
    });
    try {
      await orStopped(clock, turn, () => this.leave());
    } catch (error) {
      const at = waiter ? this.waiting.indexOf(waiter) : -1;
      if (at >= 0) this.waiting.splice(at, 1);
      throw error;
    }
  }

  /** A place is free: the next in turn gets it. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next.grant();
    else this.taken -= 1;
  }

  private async dial(): Promise<Lease> {
    let lease: Lease | undefined;
    const link = await this.driver.connect(await this.credential(), () => { if (lease) this.forget(lease); });
    lease = { link, uses: 0 };
    this.leased.add(lease);
    return lease;
  }

  /** Takes an idle connection out. */
  private forget(lease: Lease): boolean {
    const at = this.idle.findIndex((held) => held.lease === lease);
    if (at < 0) return false;
    clearTimeout(this.idle[at]!.timer);
    this.idle.splice(at, 1);
    return true;
  }
}

const gone = () => new Fault('source-dropped', true, { params: { detail: 'pool-closed' } });
