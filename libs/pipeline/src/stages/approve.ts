import { approvalsNeeded, distinctApprovers, mayDecide, whatChanged } from '@countersign/access';
import type { Actor, Approval, AuditAction, Decision, Job, JobState, ReviewRequest, StageTiming } from '@countersign/contracts';
import { digestOf } from '@countersign/sql';
import { type Live, liveFacts } from '../live.js';
import { applyMove, eventActor, publishNext } from '../move.js';
import type { Reason } from '../outcome.js';
import type { JobWrites, Ports } from '../ports.js';
import { type Decided, denied } from './clarify.js';

const ENDS: Record<Decision['decision'], { to: JobState; action: AuditAction }> = {
  approve: { to: 'APPROVED', action: 'approval.approved' },
  reject: { to: 'REJECTED', action: 'approval.rejected' },
  'request-changes': { to: 'CHANGES_REQUESTED', action: 'approval.changes-requested' },
};

/**
 * Records a person's decision on exactly what they saw. Ownership, role, digest and the asker's live rights are checked
 * at this moment; when the world moved, an approval turns the job STALE instead.
 */
export async function decide(ports: Ports, actor: Actor, job: Job, decision: Decision, authorIds: (string | null)[] = []): Promise<Decided> {
  if (actor.tenantId !== job.tenantId) return denied('not-found');
  if (actor.kind !== 'person') return denied('agents-never-approve');
  const startedAt = ports.clock.now();
  const before = ports.clock.micros();
  const [live, person] = await Promise.all([liveFacts(ports, job), ports.access.person(job.tenantId, actor.personId)]);
  const now = ports.clock.now();
  const verdict = mayDecide({ actor, job, authorIds, decision, now, live: { person, policies: live.policies } });
  if (!verdict.allowed) return denied(verdict.code, verdict.params);
  const by = eventActor(actor);
  const review = job.review!;

  if (decision.decision === 'approve') {
    const [changed] = whatChanged({ job, live, now, digestOf, before: 'approval' });
    if (changed) {
      const moved = await applyMove(ports, job, { to: 'STALE', nextStage: null, actor: by, action: 'approval.stale', reason: changed, writes: { refusal: { ...changed, nearest: [] } } });
      return moved.ok ? denied(changed.code, changed.params) : raced(ports, job);
    }
  }
  const approval: Approval = {
    id: ports.ids.next(), decision: decision.decision, by: { kind: 'person', personId: actor.personId, name: person!.name },
    digest: review.digest, revision: review.revision, reasonCode: decision.reasonCode ?? null, comment: decision.comment ?? null, decidedAt: now,
    validUntil: new Date(Date.parse(now) + ports.limits.approvalTtlMs).toISOString(), usesLeft: decision.decision === 'approve' ? 1 : 0,
  };
  const { to, action, writes, reason } = endOf(approval, review, live);
  const timings: StageTiming[] = [
    { step: 'approval-wait', startedAt: review.requestedAt, durationUs: Math.max(0, (Date.parse(now) - Date.parse(review.requestedAt)) * 1000), attempt: 1, process: ports.process },
    { step: 'approve', startedAt, durationUs: Math.round(ports.clock.micros() - before), attempt: 1, process: ports.process },
  ];
  const moved = await applyMove(ports, job, {
    to, nextStage: to === 'APPROVED' ? 'recheck' : null, actor: by, action, timings, writes, ...(reason ? { reason } : {}),
    details: { digest: review.digest, revision: review.revision },
  });
  if (!moved.ok) return raced(ports, job);
  await publishNext(ports, moved.job, moved.outboxId);
  return { ok: true, state: moved.job.state, version: moved.job.version };
}

/** Where a decision leads: an approval that is not the last one needed leaves the job waiting for the next person. */
function endOf(approval: Approval, review: ReviewRequest, { policies }: Live): { to: JobState; action: AuditAction; writes: JobWrites; reason?: Reason } {
  const { decision, reasonCode, comment } = approval;
  const end = { ...ENDS[decision], writes: { approval } };
  if (decision !== 'approve') return { ...end, ...(reasonCode ? { reason: { code: reasonCode, params: comment ? { comment } : {} } } : {}) };
  const needed = Math.max(review.needed ?? 1, approvalsNeeded(policies, review.risk.level));
  if (needed === 1) return end;
  const signatures = [...(review.signatures ?? []), approval];
  const writes = { approval, review: { ...review, needed, signatures } };
  const signed = distinctApprovers(signatures, review.digest, review.revision);
  if (signed >= needed) return { ...end, writes };
  return { ...end, to: 'AWAITING_APPROVAL', writes, reason: { code: 'approval-partial', params: { signed: String(signed), needed: String(needed) } } };
}

/** Someone was quicker: says who and when. */
async function raced(ports: Ports, job: Job): Promise<Decided> {
  const now = await ports.jobs.load(job.tenantId, job.id);
  // One of two signed meanwhile: the other may still, on a fresh look.
  if (now?.approval && now.state !== 'AWAITING_APPROVAL') return denied('already-decided', { name: now.approval.by.name, at: now.approval.decidedAt, decision: now.approval.decision });
  return denied('conflict', { state: now?.state ?? job.state });
}
