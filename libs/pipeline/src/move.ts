import type { Actor, AuditAction, AuditEntry, Job, JobState, QueueName, StageName, StagePayload, StageTiming } from '@countersign/contracts';
import type { Applied, JobWrites, Ports, Transition } from './ports.js';
import type { Reason } from './outcome.js';
import { canMove } from './status.js';
import { stageOf } from './stages.js';

export type EventActor = Transition['actor'];

/** How an actor appears in events and audit records. */
export function eventActor(actor: Actor): EventActor {
  if (actor.kind === 'person') return { kind: 'person', id: actor.personId, name: actor.name };
  if (actor.kind === 'token') return { kind: 'token', id: actor.tokenId, name: actor.name };
  return { kind: 'system', id: actor.name, name: actor.name };
}

export interface Move {
  to: JobState;
  nextStage: StageName | null;
  /** The caller goes on with `nextStage` itself. */
  continues?: boolean;
  actor: EventActor;
  action: AuditAction;
  reason?: Reason;
  writes?: JobWrites;
  timings?: StageTiming[];
  details?: Record<string, unknown>;
  traceparent?: string | null;
}

/** An audit entry about a job. */
export function auditJob(ports: Pick<Ports, 'ids' | 'clock'>, job: Pick<Job, 'id' | 'dataSourceId'>, entry: { at: string; action: AuditAction; actor: EventActor; state: string | null; details: Record<string, unknown> }): AuditEntry {
  return { id: ports.ids.next(), subject: { kind: 'job', id: job.id }, dataSourceId: job.dataSourceId, ...entry };
}

export type Moved = { ok: true; job: Job; outboxId: string | null } | { ok: false; state: JobState; version: number };

/** A move that is decided but not saved, and the job as it will be once it is. */
export interface PreparedMove {
  transition: Transition;
  next: Job;
}

/**
 * Writes down one move of a job, with its event and audit record.
 * @throws TypeError when the table of moves does not have it: that is a defect, not a race.
 */
export function prepareMove(ports: Pick<Ports, 'ids' | 'clock'>, job: Job, move: Move): PreparedMove {
  if (!canMove(job.state, move.to)) throw new TypeError(`no move ${job.state} → ${move.to}`);
  const at = ports.clock.now();
  const reason = move.reason ?? null;
  const version = job.version + 1;
  const writes = move.writes ?? {};
  const traceparent = move.traceparent ?? job.traceparent;
  const audit = auditJob(ports, job, {
    at, action: move.action, actor: move.actor, state: move.to,
    details: { from: job.state, to: move.to, version, ...(reason ? { reason } : {}), ...move.details },
  });
  return {
    transition: {
      tenantId: job.tenantId, jobId: job.id, dataSourceId: job.dataSourceId, expectedVersion: job.version, from: job.state, to: move.to, nextStage: move.nextStage,
      continues: move.continues ?? false, actor: move.actor, reason, at, writes, timings: move.timings ?? [], audit: [audit], traceparent,
    },
    next: { ...job, ...withoutUndefined(writes), state: move.to, stage: move.nextStage, version, updatedAt: at, traceparent },
  };
}

/** Saves a prepared move: one transaction, unless the job moved on meanwhile. */
export async function saveMove(ports: Pick<Ports, 'jobs'>, { transition, next }: PreparedMove): Promise<Moved> {
  const applied: Applied = await ports.jobs.apply(transition);
  return applied.applied ? { ok: true, job: next, outboxId: applied.outboxId } : { ok: false, state: applied.state, version: applied.version };
}

/** Prepares and saves. Every writer goes through here: web, tokens, stages, the reconciler. */
export function applyMove(ports: Ports, job: Job, move: Move): Promise<Moved> {
  return saveMove(ports, prepareMove(ports, job, move));
}

/**
 * Hands the job's next stage to the queue. Best effort: the outbox row is already committed, so what can't be
 * published now is published by the dispatcher.
 */
export async function publishNext(ports: Ports, job: Job, outboxId: string | null): Promise<void> {
  if (!outboxId || !job.stage || stageOf(job.stage).runsIn === 'api') return;
  try {
    await ports.queue.publish(queueOf(job.stage), payloadOf(ports, job, job.stage), outboxId);
  } catch {
    // Left in the outbox on purpose.
    return;
  }
  // A row that could not be taken out is published twice; the job's version tells the second delivery.
  ports.jobs.published([outboxId]).catch(() => undefined);
}

/**
 * Hands a stage that this process was to do itself to the queue after all: it broke, and is tried again as a delivery of
 * its own. Best effort: the reconciler finds what can't be published.
 */
export async function publishInstead(ports: Ports, job: Job): Promise<void> {
  if (job.stage) await ports.queue.publish(queueOf(job.stage), payloadOf(ports, job, job.stage), `instead_${job.id}_${job.version}`).catch(() => undefined);
}

function payloadOf(ports: Pick<Ports, 'clock'>, job: Job, stage: StageName): StagePayload {
  return { tenantId: job.tenantId, jobId: job.id, stage, version: job.version, dataSourceId: job.dataSourceId, traceparent: job.traceparent, enqueuedAt: Date.parse(ports.clock.now()) };
}

/** The queue of a stage that a queue runs. */
function queueOf(stage: StageName): QueueName {
  return stageOf(stage).runsIn === 'collector' ? 'collector' : 'worker';
}

function withoutUndefined(writes: JobWrites): Partial<Job> {
  return Object.fromEntries(Object.entries(writes).filter(([, v]) => v !== undefined)) as Partial<Job>;
}
