import type { AuditAction, Job, StageName, StagePayload, StageTiming } from '@countersign/contracts';
import { Fault, isFault } from '@countersign/contracts';
import { blockedDetails, blockedOrigin } from './blocked.js';
import type { Given, Outcome } from './outcome.js';
import { type Moved, applyMove, prepareMove, publishInstead, publishNext, saveMove } from './move.js';
import type { LiveRows, Ports } from './ports.js';
import { stageOf } from './stages.js';
import { answer } from './stages/answer.js';
import { estimate } from './stages/estimate.js';
import { execute } from './stages/execute.js';
import { gate } from './stages/gate.js';
import { generate } from './stages/generate.js';
import { ground } from './stages/ground.js';
import { recheck } from './stages/recheck.js';
import { resolve } from './stages/resolve.js';

/** A stage's work: reads the job, asks its ports, says how it ended. It saves nothing itself. */
export type StageWork = (ports: Ports, job: Job, signal: AbortSignal, given: Given) => Promise<Outcome>;

/** Stages that a queue runs. `receive` and `approve` happen inside the API's requests. */
const WORK = { resolve, generate, gate, estimate, recheck, execute, ground, answer } satisfies Record<Exclude<StageName, 'receive' | 'approve'>, StageWork>;
type QueuedStage = keyof typeof WORK;

/** Stages whose first question is what holds now: delivered by a queue, they get the answer with their job. */
const FACTS_FIRST: ReadonlySet<StageName> = new Set<StageName>(['gate', 'estimate', 'recheck', 'execute']);

const isQueued = (stage: StageName): stage is QueuedStage => stage in WORK;

/**
 * Runs the stage a payload names, and the stages after it for as long as they run in the same process. The only
 * place that times, saves and hands on: one transaction a stage, then the queue.
 *
 * A payload whose version is not the job's is an old duplicate and does nothing.
 * @returns what became of it; `state` is the job's state afterwards.
 */
export async function runStage(ports: Ports, payload: StagePayload, signal: AbortSignal): Promise<{ ran: StageName[]; state: string | null }> {
  const { job, live } = await delivered(ports, payload);
  if (!job || job.version !== payload.version || job.stage !== payload.stage) return { ran: [], state: job?.state ?? null };
  const waitUs = Math.max(0, (Date.parse(ports.clock.now()) - payload.enqueuedAt) * 1000);
  const wait: StageTiming = { step: 'queue-wait', startedAt: new Date(payload.enqueuedAt).toISOString(), durationUs: waitUs, attempt: 1, process: ports.process, detail: { queue: stageOf(payload.stage).runsIn } };
  return runFrom(ports, job, { pending: [wait], signal, live });
}

async function delivered(ports: Ports, { tenantId, jobId, stage }: StagePayload): Promise<{ job?: Job | undefined; live?: LiveRows }> {
  if (!FACTS_FIRST.has(stage)) return { job: await ports.jobs.load(tenantId, jobId) };
  return (await ports.access.jobWithLive(tenantId, { jobId, ruleAuthors: stage === 'estimate' })) ?? {};
}

/** What a stage came to: the job as it will be, and the saving of it, which may still be under way. */
interface Step {
  job: Job;
  saved: Promise<Moved>;
  given: Given;
}

async function runFrom(ports: Ports, start: Job, { pending, signal, live }: { pending: StageTiming[]; signal: AbortSignal; live: LiveRows | undefined }): Promise<{ ran: StageName[]; state: string }> {
  const ran: StageName[] = [];
  const home = start.stage ? stageOf(start.stage).runsIn : 'worker';
  // Moves under way, in order. A stage that only reads need not wait for the one before it to be on disk: its own move
  // is refused anyway when that one was, a run's claim too. What goes to the queue waits for all of them.
  const moves: Promise<Moved>[] = [];
  let job = start;
  let timings = pending;
  let given: Given = { live };
  for (;;) {
    const { stage } = job;
    if (!stage || !isQueued(stage)) break;
    // Handed over by the queue, a run may come long after its recheck: what holds now decides.
    if (stage === 'execute' && ran.length === 0) {
      const checked = await recheck(ports, job, signal, given);
      if (await endedBy(ports, job, checked)) return { ran, state: job.state };
      given = givenBy(checked);
    }
    const step = await ports.tracer.stage(`stage ${stage}`, job.traceparent, { 'countersign.job': job.id, 'countersign.tenant': job.tenantId }, (traceparent) => runOne(ports, { ...job, traceparent }, stage, { timings, signal, given })).catch(async (error: unknown) => {
      // The delivery at hand is of an earlier stage and is spent; the one that broke is tried again on its own.
      if (ran.length === 0) throw error;
      if (await allSaved(moves)) await publishInstead(ports, job);
      return undefined;
    });
    if (!step) return { ran, state: job.state };
    step.saved.catch(() => undefined);
    moves.push(step.saved);
    ran.push(stage);
    ({ job, given } = step);
    timings = [];
    if (!job.stage || stageOf(job.stage).runsIn !== home) break;
  }
  const last = (await allSaved(moves))?.at(-1);
  if (last) await publishNext(ports, last.job, last.outboxId);
  return { ran, state: job.state };
}

/** What a stage leaves for the next one in the same process. */
const givenBy = (outcome: Outcome): Given => (outcome.kind === 'advance' ? { source: outcome.source } : {});

/** @returns true when the recheck found that the job may no longer run, and it was ended for that */
async function endedBy(ports: Ports, job: Job, outcome: Outcome): Promise<boolean> {
  if (outcome.kind !== 'refuse') return false;
  const { reason, to } = outcome;
  await applyMove(ports, job, { to, nextStage: null, actor: { kind: 'system', id: ports.process, name: ports.process }, action: auditActionOf(outcome), reason, writes: { refusal: { ...reason, nearest: [] } } });
  return true;
}

/** Waits for all of them. undefined: one was refused, because another process moved the job. */
async function allSaved(moves: readonly Promise<Moved>[]): Promise<Extract<Moved, { ok: true }>[] | undefined> {
  const done = await Promise.all(moves);
  const saved = done.filter((move): move is Extract<Moved, { ok: true }> => move.ok);
  return saved.length === done.length ? saved : undefined;
}

/** One stage: claim when it has a claim, work, time, begin to save. undefined: another process won. */
async function runOne(ports: Ports, given: Job, stage: QueuedStage, { timings: earlier, signal, given: atHand }: { timings: StageTiming[]; signal: AbortSignal; given: Given }): Promise<Step | undefined> {
  const actor = { kind: 'system' as const, id: ports.process, name: ports.process };
  const { claim } = stageOf(stage);
  let job = given;
  if (claim) {
    const run = { id: ports.ids.next(), digest: job.review?.digest ?? '', collector: ports.process, startedAt: ports.clock.now(), finishedAt: null, outcome: 'running' as const, errorKind: null };
    const approval = job.approval ? { ...job.approval, usesLeft: Math.max(0, job.approval.usesLeft - 1) } : null;
    // No next stage, so nothing re-queues it: a run is never started twice. A lost one becomes UNKNOWN.
    const claimed = await applyMove(ports, job, { to: claim, nextStage: null, actor, action: 'run.started', writes: { run, approval }, details: { run: run.id, digest: run.digest } });
    if (!claimed.ok) return undefined;
    job = claimed.job;
  }
  const startedAt = ports.clock.now();
  const before = ports.clock.micros();
  const outcome = await WORK[stage](ports, job, signal, atHand);
  const timing: StageTiming = { step: stage, startedAt, durationUs: Math.round(ports.clock.micros() - before), attempt: 1, process: ports.process };
  const move = prepareMove(ports, job, {
    to: outcome.to,
    nextStage: outcome.kind === 'advance' ? outcome.stage : null,
    continues: outcome.kind === 'advance' && stageOf(outcome.stage).runsIn === stageOf(stage).runsIn,
    actor,
    action: auditActionOf(outcome),
    reason: outcome.reason,
    writes: outcome.kind === 'refuse' ? { ...outcome.writes, refusal: outcome.writes.refusal ?? { code: outcome.reason.code, params: outcome.reason.params, nearest: [] } } : outcome.writes,
    timings: [...earlier, timing, ...(outcome.timings ?? [])],
    details: detailsOf(job, outcome),
  });
  return { job: move.next, saved: saveMove(ports, move), given: givenBy(outcome) };
}

/**
 * Ends a job whose stage broke for good: retries are spent, or the fault is not retryable.
 * RUNNING is left to `execute` itself and to the reconciler.
 */
export async function failStage(ports: Ports, payload: StagePayload, error: unknown): Promise<void> {
  const job = await ports.jobs.load(payload.tenantId, payload.jobId);
  if (!job || job.version !== payload.version || job.stage !== payload.stage) return;
  const fault = isFault(error) ? error : new Fault('internal', false, { cause: error });
  const to = stageOf(payload.stage).runsIn === 'collector' ? 'EXECUTION_FAILED' : 'GENERATION_FAILED';
  const reason = { code: 'stage-fault', params: { detail: fault.kind } };
  await applyMove(ports, job, {
    to, nextStage: null, actor: { kind: 'system', id: ports.process, name: ports.process }, action: 'job.moved', reason,
    writes: { refusal: { code: reason.code, params: reason.params, nearest: [] } },
  });
}

function auditActionOf(outcome: Outcome): AuditAction {
  switch (outcome.to) {
    case 'GATE_REJECTED': return 'gate.rejected';
    case 'STALE': return 'approval.stale';
    case 'APPROVED': return 'approval.by-rule';
    case 'ANSWERED': return 'answer.given';
    case 'ANSWERED_TABLE_ONLY': return 'answer.withheld';
    case 'CAP_EXCEEDED': case 'EXECUTION_FAILED': case 'CANCELLED': return 'run.finished';
    default: return outcome.to === 'GROUNDING' && outcome.kind === 'advance' && outcome.stage === 'ground' ? 'run.finished' : 'job.moved';
  }
}

function detailsOf({ candidate, askerId, askerName }: Job, outcome: Outcome): Record<string, unknown> {
  const { writes } = outcome;
  const blocked = writes.gateReport?.verdict === 'reject' && candidate ? blockedDetails(writes.gateReport, { origin: blockedOrigin(candidate), sql: candidate.sql, asker: candidate.edit?.by ?? { id: askerId, name: askerName } }) : {};
  return {
    ...blocked,
    ...(writes.review ? { digest: writes.review.digest, risk: writes.review.risk.level } : {}),
    ...(writes.result ? { rows: writes.result.rowCount, truncated: writes.result.truncated, hash: writes.result.hash } : {}),
    ...(writes.gateReport?.verdict === 'accept' ? { tables: writes.gateReport.tables, ...(writes.gateReport.masked ? { masked: writes.gateReport.masked } : {}) } : {}),
  };
}
