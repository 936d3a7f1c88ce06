import type { Job } from '@countersign/contracts';
import { Fault } from '@countersign/contracts';
import { checkAnswer } from '@countersign/evidence';
import { type Outcome, done } from '../outcome.js';
import { writtenByPerson } from '../live.js';
import type { Ports } from '../ports.js';
import { ANSWER_ROWS } from './ground.js';

/** Checks every figure of the text against the returned cells; one that does not hold withholds the prose. */
export async function answer(ports: Ports, job: Job): Promise<Outcome> {
  const { result, answer: draft, interpretation } = job;
  if (!result || !draft) throw new Fault('internal', false);
  if (draft.text === null) return done('ANSWERED_TABLE_ONLY', { answer: draft });
  const rows = await ports.results.read(job.tenantId, result.id, 0, ANSWER_ROWS);
  const check = checkAnswer(draft.text, draft.claims, result.columns, rows, { ...(interpretation && !writtenByPerson(job.candidate) ? { interpretation } : {}), rowCount: result.rowCount });
  if (check.verdict === 'ungrounded') {
    const withheld = check.figures.filter((f) => f.status === 'ungrounded').map((f) => f.text);
    return done('ANSWERED_TABLE_ONLY', { answer: { ...draft, text: null, withheld } }, { code: 'ungrounded', params: { count: String(withheld.length) } });
  }
  return done('ANSWERED', { answer: { ...draft, claims: check.claims } });
}
