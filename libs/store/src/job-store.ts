import { Fault, type Job, type QueueName, type StageName } from '@countersign/contracts';
import { type Applied, type JobStore, type NewJob, type Transition, stageOf } from '@countersign/pipeline';
import { auditLink } from './audit-links.js';
import type { Database } from './database.js';
import { OutboxDone } from './outbox-done.js';
import { TenantWrites } from './tenant-writes.js';

/** First stage of every job. */
const FIRST_STAGE: StageName = 'resolve';

/** The queue that carries a stage; null: no queue does (a person acts, or the API within a request). */
function queueOf(stage: StageName | null): QueueName | null {
  if (!stage) return null;
  const { runsIn } = stageOf(stage);
  return runsIn === 'api' ? null : runsIn;
}

type Created = { created: true; outboxId: string } | { created: false; job: Job; sameRequest: boolean };
/** `defect`: the caller asked for what can't be: no such job, or a move the table does not have. */
type Written = Applied & { defect?: string };

/** Jobs in PostgreSQL: each write is one call of a SQL function, one transaction, shared with whoever writes at the same moment. */
export function jobStore(db: Database): JobStore {
  const writes = new TenantWrites(db);
  const outbox = new OutboxDone(db);
  return {
    create(job: NewJob) {
      return writes.write<Created>(job.tenantId, {
        ...job,
        kind: 'create',
        jobId: job.id,
        actor: job.audit[0]?.actor ?? { kind: 'person', id: job.askerId, name: job.askerName },
        audit: job.audit.map(auditLink),
        nextStage: FIRST_STAGE,
        queue: queueOf(FIRST_STAGE),
        enqueuedAt: Date.parse(job.createdAt),
      });
    },

    async load(tenantId, jobId) {
      return (await db.call<Job | null>('app', 'job_load', 'select job_load($1, $2) as result', [tenantId, jobId])) ?? undefined;
    },

    async apply(t: Transition) {
      const { continues = false, ...move } = t;
      const write = { ...move, kind: 'apply' as const, audit: t.audit.map(auditLink), queue: continues ? null : queueOf(t.nextStage), enqueuedAt: Date.parse(t.at) };
      const written = await writes.write<Written>(t.tenantId, write, continues);
      if (written.defect) throw new Fault('internal', false, { params: { detail: written.defect } });
      return written;
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
