import { randomUUID } from 'node:crypto';
import type { JobState, QueueName, StageName, StagePayload, StageTiming } from '@countersign/contracts';
import { type JobWrites, type NewJob, type Transition, stageOf } from '@countersign/pipeline';
import { type AuditLink, auditLink } from './audit-links.js';

/** First stage of every job. */
const FIRST_STAGE: StageName = 'resolve';
/** A job is as new as its first event: that one makes version 0. */
const BEFORE_FIRST = -1;

interface Event {
  at: string;
  actor: Transition['actor'];
  from: JobState | null;
  to: JobState;
  stage: StageName | null;
  reason: Transition['reason'];
}

interface Written {
  jobId: string;
  expectedVersion: number;
  /** When the last of it happened; where it leaves the job. */
  at: string;
  to: JobState;
  stage: StageName | null;
  traceparent: string | null;
  events: Event[];
  timings: StageTiming[];
  audit: AuditLink[];
  outbox: Work | null;
}

/** A row of the outbox. */
interface Work {
  id: string;
  queue: QueueName;
  payload: StagePayload;
}

/** What the SQL function job_write takes: a new job, or a job moved by one event or several in a row. */
export type JobWrite = NewJobWrite | MoveWrite;
interface NewJobWrite extends Written {
  kind: 'create';
  outbox: Work;
  [column: string]: unknown;
}
export interface MoveWrite extends Written {
  kind: 'move';
  from: JobState;
  writes: JobWrites;
  /** Absent: as it is. */
  expiresAt?: string | null;
}

export function createWrite(job: NewJob): NewJobWrite {
  const { createdAt: at, audit, timings, ...columns } = job;
  const actor = audit[0]?.actor ?? { kind: 'person' as const, id: job.askerId, name: job.askerName };
  const event: Event = { at, actor, from: null, to: 'RECEIVED', stage: FIRST_STAGE, reason: null };
  const outbox = work({ tenantId: job.tenantId, jobId: job.id, stage: FIRST_STAGE, version: 0, dataSourceId: job.dataSourceId, traceparent: job.traceparent, enqueuedAt: Date.parse(at) });
  if (!outbox) throw new TypeError(`no queue carries ${FIRST_STAGE}`);
  return {
    ...columns, kind: 'create', jobId: job.id, expectedVersion: BEFORE_FIRST, at, to: event.to, stage: event.stage, events: [event], timings, audit: audit.map(auditLink),
    outbox,
  };
}

export function moveWrite(t: Transition): MoveWrite {
  const { jobId, expectedVersion, at, from, to, nextStage: stage, traceparent, timings } = t;
  // An undefined member is untouched; joined to another write it must not hide what that one has.
  const writes = Object.fromEntries(Object.entries(t.writes).filter(([, value]) => value !== undefined)) as JobWrites;
  const payload = stage && !t.continues ? { tenantId: t.tenantId, jobId, stage, version: expectedVersion + 1, dataSourceId: t.dataSourceId, traceparent, enqueuedAt: Date.parse(at) } : null;
  return {
    kind: 'move', jobId, expectedVersion, at, from, to, stage, traceparent, writes, timings, ...expiry(t),
    events: [{ at, actor: t.actor, from, to, stage, reason: t.reason }], audit: t.audit.map(auditLink), outbox: payload && work(payload),
  };
}

/**
 * The two as one write, when the second goes on where the first ends.
 *
 * @returns undefined when it does not: they are then written one after the other
 */
export function joined(first: JobWrite, second: JobWrite): MoveWrite | undefined {
  const follows = first.kind === 'move' && second.kind === 'move' && first.jobId === second.jobId && first.outbox === null
    && first.to === second.from && first.expectedVersion + first.events.length === second.expectedVersion;
  if (!follows) return undefined;
  return {
    ...first, ...second, from: first.from, expectedVersion: first.expectedVersion, writes: { ...first.writes, ...second.writes },
    traceparent: second.traceparent ?? first.traceparent,
    events: [...first.events, ...second.events], timings: [...first.timings, ...second.timings], audit: [...first.audit, ...second.audit],
  };
}

/** null: no queue carries the stage, the API does it within a request. */
function work(payload: StagePayload): Work | null {
  const { runsIn } = stageOf(payload.stage);
  return runsIn === 'api' ? null : { id: randomUUID(), queue: runsIn, payload };
}

/** A wait for a person and an approval have their ends, which hold while the job is queued; no other state has one. */
function expiry({ to, writes }: Transition): Pick<MoveWrite, 'expiresAt'> {
  if (to === 'AWAITING_APPROVAL') return writes.review?.expiresAt ? { expiresAt: writes.review.expiresAt } : {};
  if (to === 'APPROVED') return writes.approval?.validUntil ? { expiresAt: writes.approval.validUntil } : {};
  return to === 'QUEUED' ? {} : { expiresAt: null };
}
