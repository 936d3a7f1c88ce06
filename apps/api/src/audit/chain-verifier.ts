import { verifyChain, type ChainHead } from '@countersign/audit';
import { AUDIT_GENESIS } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Inject, Injectable } from '@nestjs/common';
import { PORTS, STORE, type Services } from '../services.js';

/** Whether a tenant's chain is whole, up to where, and when that was found out. */
export interface ChainState {
  intact: boolean;
  records: number;
  upToSeq: number;
  at: string;
}

const FRESH_MS = 60_000;
const PATIENCE_MS = 2_000;

/**
 * Recomputes a tenant's whole chain, at most once a minute and never twice at once. A long chain is checked behind
 * the request: the last finding is shown with its time meanwhile.
 */
@Injectable()
export class ChainVerifier {
  private readonly known = new Map<string, ChainState>();
  private readonly running = new Map<string, Promise<ChainState>>();

  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
  ) {}

  async state(tenantId: string): Promise<ChainState> {
    const known = this.known.get(tenantId);
    if (known && Date.parse(this.ports.clock.now()) - Date.parse(known.at) < FRESH_MS) return known;
    const check = this.check(tenantId);
    if (!known) return check;
    return Promise.race([check.catch(() => known), later(PATIENCE_MS).then(() => known)]);
  }

  private check(tenantId: string): Promise<ChainState> {
    const running = this.running.get(tenantId);
    if (running) return running;
    const check = this.walk(tenantId).then((state) => {
      this.known.set(tenantId, state);
      return state;
    }).finally(() => this.running.delete(tenantId));
    this.running.set(tenantId, check);
    return check;
  }

  private async walk(tenantId: string): Promise<ChainState> {
    const at = this.ports.clock.now();
    // Asked first: records added meanwhile only make the chain longer than this head, never shorter.
    const head = await this.store.audit.head(tenantId);
    let reached: ChainHead = { seq: 0, hash: AUDIT_GENESIS };
    for await (const batch of this.store.audit.stream(tenantId, {})) {
      const { problems, head: next } = verifyChain(tenantId, batch, reached);
      const first = problems[0];
      if (first) return { intact: false, records: next.seq, upToSeq: Math.max(0, Math.min(first.seq, next.seq) - 1), at };
      reached = next;
    }
    // Records may have been added since the head was asked; fewer than the head says means that the end was cut off.
    return { intact: reached.seq >= head.seq, records: reached.seq, upToSeq: reached.seq, at };
  }
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
