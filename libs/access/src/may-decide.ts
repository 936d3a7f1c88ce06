import type { Actor, Approval, Candidate, Decision, Job, Policy, ProblemCode, ReviewRequest } from '@countersign/contracts';
import { requiredGroups } from './approvers.js';
import { reached } from './instant.js';
import type { LivePerson } from './live-person.js';
import { samePerson } from './same-person.js';

/** The members of a job that four eyes looks at. A whole `Job` fits. */
export interface DecidableJob extends Pick<Job, 'tenantId' | 'askerId' | 'state' | 'version'> {
  candidate: Pick<Candidate, 'revision' | 'authorId'> | null;
  review: Pick<ReviewRequest, 'revision' | 'digest' | 'expiresAt' | 'risk' | 'signatures'> | null;
  approval: Pick<Approval, 'by' | 'decidedAt' | 'decision'> | null;
}

export interface DecideInput {
  actor: Actor;
  job: DecidableJob;
  /** Authors of every revision of the candidate, not only of the last one. */
  authorIds: readonly (string | null)[];
  /** null asks whether the actor may decide at all (before anything was chosen). */
  decision: Pick<Decision, 'decision' | 'digest' | 'version' | 'reasonCode'> | null;
  now: string;
  live: {
    /** The actor as the tenant knows them at this moment; undefined: not (any more) of the tenant. */
    person: LivePerson | undefined;
    policies: readonly Policy[];
  };
}

export type DecideVerdict = { allowed: true } | { allowed: false; code: ProblemCode; params: Record<string, string> };

/**
 * Four eyes. Only a living approver who neither asked nor wrote nor edited any revision may decide, only while the
 * request is open, and only on exactly what they saw. No role bypasses it; tokens and processes never decide.
 *
 * @returns the first reason against, most telling first; `params` fill the problem's text.
 * @example mayDecide({ actor: asker, … }) // { allowed: false, code: 'own-question', params: {} }
 */
export function mayDecide(input: DecideInput): DecideVerdict {
  return againstPerson(input) ?? againstRequest(input) ?? againstDecision(input) ?? { allowed: true };
}

/**
 * May the actor change the SQL that waits? Whoever could decide on it had they written none of it: an approver's second edit
 * is allowed, approving any of them is not.
 *
 * @example mayEdit({ actor: asker, … }) // { allowed: false, code: 'own-question', params: {} }
 */
export function mayEdit(input: Omit<DecideInput, 'authorIds' | 'decision'> & { seen: Pick<Decision, 'digest' | 'version'> | null }): DecideVerdict {
  const unwritten = input.job.candidate && { ...input.job.candidate, authorId: null };
  const asked: DecideInput = { ...input, job: { ...input.job, candidate: unwritten }, authorIds: [], decision: input.seen && { decision: 'approve', ...input.seen } };
  return againstPerson(asked) ?? againstRequest(asked) ?? againstDecision(asked) ?? { allowed: true };
}

function againstPerson({ actor, job, authorIds, live }: DecideInput): DecideVerdict | null {
  if (actor.tenantId !== job.tenantId) return no('not-found');
  if (actor.kind !== 'person') return no('agents-never-approve');
  const { person } = live;
  if (!person || !samePerson(person.personId, actor.personId)) return no('not-approver');
  if (samePerson(person.personId, job.askerId)) return no('own-question');
  const writers = [...authorIds, job.candidate?.authorId ?? null];
  if (writers.some((writer) => samePerson(writer, person.personId))) return no('own-edit');
  if (!person.roles.includes('approver')) return no('not-approver');
  const groups = requiredGroups(live.policies, job.review?.risk.level ?? 'high');
  if (groups !== null && !groups.some((group) => person.groups.includes(group))) return no('not-approver');
  return null;
}

function againstRequest({ actor, job, now }: DecideInput): DecideVerdict | null {
  // Where two people must sign, the first signature leaves the request open to everyone but who gave it.
  const mine = job.review?.signatures?.find(({ by }) => by.kind === 'person' && actor.kind === 'person' && samePerson(by.personId, actor.personId));
  const decided = job.state === 'AWAITING_APPROVAL' ? mine : job.approval;
  if (decided) return no('already-decided', { name: decided.by.name, at: decided.decidedAt, decision: decided.decision });
  if (job.state === 'EXPIRED' && job.review) return no('approval-expired', { at: job.review.expiresAt });
  if (job.state !== 'AWAITING_APPROVAL' || !job.review) return no('not-awaiting-approval', { state: job.state });
  if (reached(job.review.expiresAt, now)) return no('approval-expired', { at: job.review.expiresAt });
  return null;
}

function againstDecision({ job, decision }: DecideInput): DecideVerdict | null {
  if (!job.review || !job.candidate || job.review.revision !== job.candidate.revision) return no('digest-mismatch');
  if (!decision) return null;
  if (decision.digest !== job.review.digest) return no('digest-mismatch');
  if (decision.version !== job.version) return no('conflict', { state: job.state });
  if (decision.decision !== 'approve' && !decision.reasonCode) return no('reason-required');
  return null;
}

function no(code: ProblemCode, params: Record<string, string> = {}): DecideVerdict {
  return { allowed: false, code, params };
}
