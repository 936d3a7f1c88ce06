import { isFault } from '@countersign/contracts';
import type { Database } from './database.js';
import { type JobWrite, joined } from './job-write.js';
import { jsonText } from './json-text.js';

/** How long a patient write waits for one that goes at once. */
const PATIENCE_MS = 15;
/** Most writes one call carries: bounds its size and how long others wait behind it. */
const MOST = 64;

interface Waiting {
  write: JobWrite;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Writers of one tenant queue at the head of its audit chain anyway; here they queue before the database instead, and
 * go through together: while a call is under way the next ones gather, and then travel as one transaction. One alone
 * goes at once, unless it is patient: then it waits a moment for another to travel with. Moves of one job in a row become
 * one write. A call that fails for what one of them holds is repeated one by one, so nobody fails for another's.
 */
export class TenantWrites {
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly patient = new Map<string, Waiting[]>();

  constructor(private readonly db: Database) {}

  /** @returns what the SQL function says about the write; the same for all that became one */
  write<Result>(tenantId: string, write: JobWrite, patient = false): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const entry: Waiting = { write, resolve: resolve as (result: unknown) => void, reject };
      if (patient) this.hold(tenantId, entry);
      else this.send(tenantId, [...this.letGo(tenantId), entry]);
    });
  }

  /** With the next one that is sent, or after {@link PATIENCE_MS}. */
  private hold(tenantId: string, entry: Waiting): void {
    const held = this.patient.get(tenantId);
    if (held) held.push(entry);
    else {
      this.patient.set(tenantId, [entry]);
      setTimeout(() => this.send(tenantId, this.letGo(tenantId)), PATIENCE_MS);
    }
  }

  private letGo(tenantId: string): Waiting[] {
    const held = this.patient.get(tenantId) ?? [];
    this.patient.delete(tenantId);
    return held;
  }

  private send(tenantId: string, entries: Waiting[]): void {
    const queue = this.waiting.get(tenantId);
    if (queue) queue.push(...entries);
    else if (entries.length > 0) void this.drain(tenantId, entries);
  }

  /** Sends until nobody waits; the tenant's queue exists exactly while this runs. */
  private async drain(tenantId: string, first: Waiting[]): Promise<void> {
    const queue = first;
    this.waiting.set(tenantId, queue);
    while (queue.length > 0) await this.together(tenantId, queue.splice(0, MOST));
    this.waiting.delete(tenantId);
  }

  private async together(tenantId: string, batch: Waiting[]): Promise<void> {
    // Everyone locks jobs in this order, so two batches can't wait for each other.
    batch.sort((a, b) => (a.write.jobId < b.write.jobId ? -1 : a.write.jobId > b.write.jobId ? 1 : 0));
    const units = inARow(batch);
    try {
      const results = await this.db.call<unknown[]>('app', 'job_write', 'select job_write($1, $2::jsonb) as result', [tenantId, jsonText(units.map((unit) => unit.write))]);
      units.forEach((unit, i) => unit.entries.forEach((entry) => entry.resolve(results[i])));
    } catch (error) {
      if (batch.length === 1 || maybeCommitted(error)) for (const entry of batch) entry.reject(error);
      else for (const entry of batch) await this.together(tenantId, [entry]);
    }
  }
}

/** The batch with moves of one job in a row as one write. */
function inARow(batch: Waiting[]): { write: JobWrite; entries: Waiting[] }[] {
  const units: { write: JobWrite; entries: Waiting[] }[] = [];
  for (const entry of batch) {
    const last = units.at(-1);
    const write = last && joined(last.write, entry.write);
    if (last && write) {
      last.write = write;
      last.entries.push(entry);
    } else units.push({ write: entry.write, entries: [entry] });
  }
  return units;
}

/** The connection was lost: nothing is repeated; each caller looks at its job again. A deadlock's loser was rolled back. */
function maybeCommitted(error: unknown): boolean {
  return isFault(error) && error.kind === 'store-unavailable' && error.params.sqlState !== '40P01';
}
