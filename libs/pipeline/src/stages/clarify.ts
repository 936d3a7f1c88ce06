import type { Actor, Job, JobState, ProblemCode } from '@countersign/contracts';
import { applyMove, eventActor, publishNext } from '../move.js';
import type { Ports } from '../ports.js';

export type Decided = { ok: true; state: JobState; version: number } | { ok: false; code: ProblemCode; params: Record<string, string> };
export const denied = (code: ProblemCode, params: Record<string, string> = {}): Decided => ({ ok: false, code, params });

/** The asker's choice resumes the same job: the question is resolved again with the choice bound. */
export async function clarify(ports: Ports, actor: Actor, job: Job, choice: { term: string; ref: string; version: number }): Promise<Decided> {
  if (actor.kind === 'system' || actor.tenantId !== job.tenantId || actor.personId !== job.askerId) return denied('not-found');
  if (job.state !== 'NEEDS_CLARIFICATION' || !job.clarification || job.version !== choice.version) return denied('conflict', { state: job.state });
  const chosen = job.clarification.choices.find((c) => c.ref === choice.ref);
  if (choice.term !== job.clarification.term || !chosen) return denied('choice-unknown');
  const moved = await applyMove(ports, job, {
    to: 'RESOLVING', nextStage: 'resolve', actor: eventActor(actor), action: 'question.clarified',
    reason: { code: 'clarified', params: { term: choice.term, ref: choice.ref } },
    writes: { choices: { ...job.choices, [choice.term]: choice.ref }, clarification: null },
  });
  if (!moved.ok) return denied('conflict', { state: moved.state });
  await publishNext(ports, moved.job, moved.outboxId);
  return { ok: true, state: moved.job.state, version: moved.job.version };
}
