import type { Actor, AuditAction, AuditEntry, Job, JobState, StageName, StagePayload, StageTiming } from '@countersign/contracts';
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

/**
 * Applies one move to a job, with its event and audit record, and returns the job as it then is.
 * Every writer goes through here: web, tokens, stages, the reconciler.
 * @throws TypeError when the table of moves does not have it: that is a defect, not a race.
 */
export async function applyMove(ports: Ports, job: Job, move: Move): Promise<Moved> {
  if (!canMove(job.state, move.to)) throw new TypeError(`no move ${job.state} → ${move.to}`);
  const at = ports.clock.now();
  const reason = move.reason ?? null;
  const audit = auditJob(ports, job, {
    at, action: move.action, actor: move.actor, state: move.to,
    details: { from: job.state, to: move.to, version: job.version + 1, ...(reason ? { reason } : {}), ...move.details },
  });
  const writes = move.writes ?? {};
  const applied: Applied = await ports.jobs.apply({
    tenantId: job.tenantId, jobId: job.id, expectedVersion: job.version, from: job.state, to: move.to, nextStage: move.nextStage,
    actor: move.actor, reason, at, writes, timings: move.timings ?? [], audit: [audit], traceparent: move.traceparent ?? job.traceparent,
  });
  if (!applied.applied) return { ok: false, state: applied.state, version: applied.version };
  const next: Job = { ...job, ...withoutUndefined(writes), state: move.to, stage: move.nextStage, version: applied.version, updatedAt: at, traceparent: move.traceparent ?? job.traceparent };
  return { ok: true, job: next, outboxId: applied.outboxId };
}

/**
 * Hands the job's next stage to the queue. Best effort: the outbox row is already committed, so what can't be
 * published now is published by the dispatcher.
 */
export async function publishNext(ports: Ports, job: Job, outboxId: string | null): Promise<void> {
  if (!outboxId || !job.stage) return;
  const payload: StagePayload = { tenantId: job.tenantId, jobId: job.id, stage: job.stage, version: job.version, traceparent: job.traceparent, enqueuedAt: Date.parse(ports.clock.now()) };
  const runsIn = stageOf(job.stage).runsIn;
  if (runsIn === 'api') return;
  try {
    await ports.queue.publish(runsIn, payload, outboxId);
    await ports.jobs.published([outboxId]);
  } catch {
    // Left in the outbox on purpose.
  }
}

function withoutUndefined(writes: JobWrites): Partial<Job> {
  return Object.fromEntries(Object.entries(writes).filter(([, v]) => v !== undefined)) as Partial<Job>;
}
