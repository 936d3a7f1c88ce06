import type { Job } from '@countersign/contracts';
import { applyMove } from '../move.js';
import type { Ports } from '../ports.js';
import { canMove } from '../status.js';

const reconciler = { kind: 'system' as const, id: 'reconciler', name: 'reconciler' };

/** When a waiting or approved job stops being good; null: never. */
export function expiresAt(job: Job, limits: Ports['limits']): string | null {
  switch (job.state) {
    case 'AWAITING_APPROVAL': return job.review?.expiresAt ?? null;
    case 'APPROVED': case 'QUEUED': return job.approval?.validUntil ?? null;
    case 'NEEDS_CLARIFICATION': case 'CHANGES_REQUESTED': return new Date(Date.parse(job.updatedAt) + limits.clarificationTtlMs).toISOString();
    default: return null;
  }
}

/** Ends a job whose time ran out; leaves it alone when it moved on meanwhile. */
export async function expire(ports: Ports, tenantId: string, jobId: string): Promise<boolean> {
  const job = await ports.jobs.load(tenantId, jobId);
  const until = job ? expiresAt(job, ports.limits) : null;
  if (!job || !until || until > ports.clock.now() || !canMove(job.state, 'EXPIRED')) return false;
  const moved = await applyMove(ports, job, { to: 'EXPIRED', nextStage: null, actor: reconciler, action: 'approval.expired', reason: { code: 'approval-expired', params: { at: until } } });
  return moved.ok;
}

/** A run whose collector is gone: what it did is not known, so it is never started again by itself. */
export async function loseRun(ports: Ports, tenantId: string, jobId: string): Promise<boolean> {
  const job = await ports.jobs.load(tenantId, jobId);
  if (!job || job.state !== 'RUNNING' || !job.run) return false;
  const run = { ...job.run, finishedAt: ports.clock.now(), outcome: 'lost' as const, errorKind: 'collector-lost' };
  const moved = await applyMove(ports, job, { to: 'UNKNOWN', nextStage: null, actor: reconciler, action: 'run.finished', reason: { code: 'collector-lost', params: {} }, writes: { run, refusal: { code: 'collector-lost', params: {}, nearest: [] } } });
  return moved.ok;
}
