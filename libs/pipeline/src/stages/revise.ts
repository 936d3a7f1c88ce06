import type { Actor, Job } from '@countersign/contracts';
import { applyMove, eventActor } from '../move.js';
import type { Ports } from '../ports.js';
import { type Received, asFiles, readQuestion, receive } from './receive.js';

export interface Revision {
  /** The question in other words; absent: the same question. */
  question?: string | undefined;
  /** Meanings chosen anew, term → ref, in place of the old job's; absent: those stay. */
  choices?: Record<string, string> | undefined;
  /** Version of the job that the asker saw. */
  version: number;
  traceparent: string | null;
}

const no = (code: Extract<Received, { ok: false }>['code'], params: Record<string, string> = {}): Received => ({ ok: false, code, params });

/**
 * Answers requested changes: a job of its own that names the one it revises, so that neither what was asked nor what was
 * said about it is ever rewritten. The old one ends once the new one is recorded. Sent twice, it is one revision: its key is the
 * old job at the version that was seen.
 */
export async function revise(ports: Ports, actor: Actor, job: Job, { question = job.question, choices = job.choices, version, traceparent }: Revision): Promise<Received> {
  if (actor.kind === 'system' || actor.tenantId !== job.tenantId || actor.personId !== job.askerId) return no('not-found');
  if (job.state !== 'CHANGES_REQUESTED' || job.version !== version) return no('conflict', { state: job.state });
  const read = readQuestion(question);
  if ('code' in read) return no(read.code, read.params);
  if (read.text === job.question && sameChoices(choices, job.choices)) return no('nothing-revised');
  const { id, dataSourceId, packId, locale } = job;
  const received = await receive(ports, actor, { question: read.text, dataSourceId, packId, locale, idempotencyKey: `revise:${id}:${version}`, traceparent, revises: id, choices, ...asFiles(job.exportAs ?? []) });
  if (!received.ok) return received.code === 'idempotency-mismatch' ? no('conflict', { state: job.state }) : received;
  // When it has moved on meanwhile (it expired, or the same revision was sent twice), the new one stands all the same.
  await applyMove(ports, job, { to: 'WITHDRAWN', nextStage: null, actor: eventActor(actor), action: 'question.withdrawn', reason: { code: 'revised', params: { jobId: received.jobId } } });
  return received;
}

function sameChoices(a: Record<string, string>, b: Record<string, string>): boolean {
  const terms = Object.keys(a);
  return terms.length === Object.keys(b).length && terms.every((term) => a[term] === b[term]);
}
