import type { Actor, Job } from '@countersign/contracts';
import { applyMove, auditJob, eventActor } from '../move.js';
import type { Ports } from '../ports.js';
import { canMove, isEnd } from '../status.js';
import { type Decided, denied } from './clarify.js';

/**
 * Stops a job wherever it is. Before dispatch the job ends at once; while RUNNING the collector is asked to stop,
 * and the job ends when the database confirmed it.
 */
export async function cancel(ports: Ports, actor: Actor, job: Job): Promise<Decided> {
  if (actor.kind === 'system' || actor.tenantId !== job.tenantId) return denied('not-found');
  if (actor.personId !== job.askerId && !actor.roles.includes('admin')) return denied('not-found');
  if (isEnd(job.state)) return denied('conflict', { state: job.state });
  const by = eventActor(actor);
  if (job.state === 'RUNNING') {
    const at = ports.clock.now();
    await ports.jobs.requestCancel(job.tenantId, job.id, at, auditJob(ports, job, { at, action: 'question.cancelled', actor: by, state: 'RUNNING', details: {} }));
    return { ok: true, state: 'RUNNING', version: job.version };
  }
  // Waiting for a person: taking the question back. Otherwise it is being worked on.
  const to = canMove(job.state, 'WITHDRAWN') ? 'WITHDRAWN' : 'CANCELLED';
  if (!canMove(job.state, to)) return denied('conflict', { state: job.state });
  const moved = await applyMove(ports, job, { to, nextStage: null, actor: by, action: to === 'WITHDRAWN' ? 'question.withdrawn' : 'question.cancelled', reason: { code: 'cancelled', params: {} } });
  return moved.ok ? { ok: true, state: to, version: moved.job.version } : denied('conflict', { state: moved.state });
}
