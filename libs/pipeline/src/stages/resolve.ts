import type { Job } from '@countersign/contracts';
import { Fault } from '@countersign/contracts';
import { resolveQuestion } from '@countersign/pack';
import { type Outcome, advance, refuse, waitFor } from '../outcome.js';
import type { Ports } from '../ports.js';
import { readableValues } from '../readable-values.js';

/** Words → meaning: an interpretation, a question back, or a refusal with what is near. */
export async function resolve(ports: Ports, job: Job): Promise<Outcome> {
  // SQL says itself what it means.
  if (job.candidate?.origin === 'sql') return advance('GATING', 'gate', {});
  const pack = await ports.packs.load(job.tenantId, job.packId, job.packVersion);
  if (!pack) throw new Fault('internal', false, { params: { detail: 'pack version is gone' } });
  const asked = { question: job.question, locale: job.locale, today: job.today, choices: job.choices };
  const declared = resolveQuestion(pack, asked);
  // Most questions are said in declared words; real values are read only where those do not do.
  const live = declared.outcome === 'resolved' ? undefined : await readableValues(ports, job, pack);
  const resolution = live ? resolveQuestion(pack, { ...asked, live }) : declared;
  const { interpretation } = resolution;
  switch (resolution.outcome) {
    case 'clarify':
      return waitFor('NEEDS_CLARIFICATION', { interpretation, clarification: resolution.clarification }, { code: 'clarify', params: { term: resolution.clarification.term } });
    case 'refuse':
      // Words without a meaning here may still be answered from the tables. What must not be answered ends all the same.
      if (ports.model && resolution.refusal.code === 'unanswerable') return advance('GENERATING', 'generate', { interpretation, clarification: null, refusal: resolution.refusal });
      return refuse('REFUSED', { code: resolution.refusal.code, params: resolution.refusal.params }, { interpretation, refusal: resolution.refusal });
    case 'resolved':
      return advance('GENERATING', 'generate', { interpretation, clarification: null, refusal: null });
  }
}
