import { Fault, type Job, type QueueName, type StageName, isFault } from '@countersign/contracts';
import { type Applied, type JobStore, type NewJob, type Transition, stageOf } from '@countersign/pipeline';
import { auditLink } from './audit-links.js';
import type { Database } from './database.js';
import { jsonText } from './json-text.js';

/** First stage of every job. */
const FIRST_STAGE: StageName = 'resolve';

/** The queue that carries a stage; null: no queue does (a person acts, or the API within a request). */
function queueOf(stage: StageName | null): QueueName | null {
  if (!stage) return null;
  const { runsIn } = stageOf(stage);
  return runsIn === 'api' ? null : runsIn;
}

/** Jobs in PostgreSQL: each write is one SQL function, one round trip, one transaction. */
export function jobStore(db: Database): JobStore {
  return {
    async create(job: NewJob) {
      const made = await db.call<{ created: true; outboxId: string } | { created: false; job: Job; sameRequest: boolean }>('app', 'job_create', 'select job_create($1::jsonb) as result', [jsonText({
        ...job,
        actor: job.audit[0]?.actor ?? { kind: 'person', id: job.askerId, name: job.askerName },
        audit: job.audit.map(auditLink),
        nextStage: FIRST_STAGE,
        queue: queueOf(FIRST_STAGE),
        enqueuedAt: Date.parse(job.createdAt),
      })]);
      return made;
    },

    async load(tenantId, jobId) {
      return (await db.call<Job | null>('app', 'job_load', 'select job_load($1, $2) as result', [tenantId, jobId])) ?? undefined;
    },

    async apply(t: Transition) {
      const argument = jsonText({ ...t, audit: t.audit.map(auditLink), queue: queueOf(t.nextStage), enqueuedAt: Date.parse(t.at) });
      try {
        return await db.call<Applied>('app', 'job_apply', 'select job_apply($1::jsonb) as result', [argument]);
      } catch (error) {
        throw isFault(error) ? explained(error, t) : error;
      }
    },

    async published(outboxIds) {
      if (outboxIds.length === 0) return;
      await db.rows('system', 'outbox_published', 'delete from outbox where id = any ($1::uuid[])', [outboxIds]);
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

/** Names the defect behind the functions' own error codes. */
function explained(fault: Fault, t: Transition): Fault {
  const defect = fault.params.sqlState === 'CS001' ? `no job ${t.jobId}` : fault.params.sqlState === 'CS002' ? `no move ${t.from} → ${t.to}` : undefined;
  return defect ? new Fault('internal', false, { cause: fault, params: { detail: defect } }) : fault;
}
