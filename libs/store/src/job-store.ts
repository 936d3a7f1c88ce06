import { Fault, type Job, type JobState } from '@countersign/contracts';
import type { JobStore, NewJob, Transition } from '@countersign/pipeline';
import { auditLink } from './audit-links.js';
import type { Database } from './database.js';
import { createWrite, moveWrite } from './job-write.js';
import { OutboxDone } from './outbox-done.js';
import { TenantWrites } from './tenant-writes.js';

type Created = { created: true } | { created: false; job: Job; sameRequest: boolean };
/** `defect`: the caller asked for what can't be: no such job, or a move the table does not have. */
type Moved = ({ applied: true } | { applied: false; state: JobState; version: number }) & { defect?: string };

/** Jobs in PostgreSQL: each write is one call of a SQL function, one transaction, shared with whoever writes at the same moment. */
export function jobStore(db: Database): JobStore {
  const writes = new TenantWrites(db);
  const outbox = new OutboxDone(db);
  return {
    async create(job: NewJob) {
      const write = createWrite(job);
      const written = await writes.write<Created>(job.tenantId, write);
      return written.created ? { created: true, outboxId: write.outbox?.id ?? '' } : written;
    },

    async load(tenantId, jobId) {
      return (await db.call<Job | null>('app', 'job_load', 'select job_load($1, $2) as result', [tenantId, jobId])) ?? undefined;
    },

    async apply(t: Transition) {
      const write = moveWrite(t);
      const moved = await writes.write<Moved>(t.tenantId, write, t.continues);
      if (moved.defect) throw new Fault('internal', false, { params: { detail: moved.defect } });
      return moved.applied ? { applied: true, version: t.expectedVersion + 1, outboxId: write.outbox?.id ?? null } : moved;
    },

    async published(outboxIds) {
      if (outboxIds.length > 0) await outbox.remove(outboxIds);
    },

    async heartbeat(tenantId, jobId, runId) {
      const pulse = await db.call<{ cancelRequested: boolean; state: Job['state'] } | null>('app', 'job_heartbeat', 'select job_heartbeat($1, $2, $3) as result', [tenantId, jobId, runId]);
      return pulse ?? { cancelRequested: false, state: 'UNKNOWN' };
    },

    async requestCancel(tenantId, jobId, at, audit) {
      await db.rows('app', 'job_request_cancel', 'select job_request_cancel($1, $2, $3, $4::jsonb)', [tenantId, jobId, at, JSON.stringify([auditLink(audit)])]);
    },
  };
}
