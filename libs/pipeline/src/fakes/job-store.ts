import type { AuditEntry, Job, JobEvent, StageTiming } from '@countersign/contracts';
import type { Applied, JobStore, NewJob, Transition } from '../ports.js';
import { canMove } from '../status.js';

/** Jobs in memory, with the same rules as the real store: optimistic versions, legal moves, one event a move. */
export class FakeJobStore implements JobStore {
  readonly jobs = new Map<string, Job>();
  readonly eventLog = new Map<string, JobEvent[]>();
  readonly timings = new Map<string, StageTiming[]>();
  readonly audit: AuditEntry[] = [];
  readonly outbox = new Map<string, { jobId: string; published: boolean }>();
  private readonly keys = new Map<string, { jobId: string; hash: string }>();
  private readonly beats = new Map<string, string>();
  private sequence = 0;

  async create(input: NewJob) {
    const { idempotencyKey, requestHash, audit, timings, ...fields } = input;
    const key = idempotencyKey ? `${input.tenantId}/${input.askerId}/${idempotencyKey}` : null;
    const earlier = key ? this.keys.get(key) : undefined;
    if (earlier) return { created: false as const, job: structuredClone(this.jobs.get(earlier.jobId)!), sameRequest: earlier.hash === requestHash };
    if (key) this.keys.set(key, { jobId: input.id, hash: requestHash });
    this.jobs.set(input.id, {
      ...fields, state: 'RECEIVED', stage: 'resolve', version: 0, updatedAt: input.createdAt, cancelRequestedAt: null, revises: input.revises ?? null, choices: input.choices ?? {}, exportAs: input.exportAs ?? [],
      interpretation: null, clarification: null, refusal: null, candidate: input.candidate ?? null, gateReport: null, estimate: null, review: null,
      approval: null, run: null, result: null, answer: null,
    });
    const first = audit[0]!;
    this.eventLog.set(input.id, [{ seq: 1, at: input.createdAt, actor: first.actor, from: null, to: 'RECEIVED', stage: 'resolve', reason: null }]);
    this.timings.set(input.id, [...timings]);
    this.audit.push(...audit);
    return { created: true as const, outboxId: this.queue(input.id) };
  }

  async load(tenantId: string, jobId: string): Promise<Job | undefined> {
    const job = this.jobs.get(jobId);
    return job && job.tenantId === tenantId ? structuredClone(job) : undefined;
  }

  async apply(t: Transition): Promise<Applied> {
    const job = this.jobs.get(t.jobId);
    if (!job || job.tenantId !== t.tenantId) throw new TypeError('no such job');
    if (job.version !== t.expectedVersion || job.state !== t.from) return { applied: false, state: job.state, version: job.version };
    if (!canMove(t.from, t.to)) throw new TypeError(`no move ${t.from} → ${t.to}`);
    const version = job.version + 1;
    const changed = Object.fromEntries(Object.entries(structuredClone(t.writes)).filter(([, v]) => v !== undefined));
    this.jobs.set(t.jobId, { ...job, ...changed, state: t.to, stage: t.nextStage, version, updatedAt: t.at, traceparent: t.traceparent });
    const log = this.eventLog.get(t.jobId)!;
    log.push({ seq: log.length + 1, at: t.at, actor: t.actor, from: t.from, to: t.to, stage: t.nextStage, reason: t.reason });
    this.timings.get(t.jobId)!.push(...t.timings);
    this.audit.push(...t.audit);
    return { applied: true, version, outboxId: t.nextStage && !t.continues ? this.queue(t.jobId) : null };
  }

  async published(ids: string[]): Promise<void> {
    for (const id of ids) this.outbox.get(id)!.published = true;
  }

  async heartbeat(tenantId: string, jobId: string, runId: string) {
    const job = await this.load(tenantId, jobId);
    this.beats.set(runId, jobId);
    return { cancelRequested: job?.cancelRequestedAt != null, state: job?.state ?? ('UNKNOWN' as const) };
  }

  async requestCancel(_tenantId: string, jobId: string, at: string, audit: AuditEntry): Promise<void> {
    const job = this.jobs.get(jobId);
    if (job) this.jobs.set(jobId, { ...job, cancelRequestedAt: at });
    this.audit.push(audit);
  }

  private queue(jobId: string): string {
    const id = `outbox-${++this.sequence}`;
    this.outbox.set(id, { jobId, published: false });
    return id;
  }
}
