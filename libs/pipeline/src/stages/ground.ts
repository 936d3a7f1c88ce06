import type { Job } from '@countersign/contracts';
import { Fault } from '@countersign/contracts';
import { assessAnswer, chooseChart, composeAnswer } from '@countersign/evidence';
import { writtenByPerson } from '../live.js';
import { type Outcome, advance } from '../outcome.js';
import { sayRowCount } from '../row-count-answer.js';
import type { Ports } from '../ports.js';

/** Rows an answer may speak of; the table shows all. */
export const ANSWER_ROWS = 2_000;

/** Result → sentence and chart, every figure as a claim bound to cells. Checked, not believed, by `answer`. */
export async function ground(ports: Ports, job: Job): Promise<Outcome> {
  const { result, interpretation, gateReport } = job;
  if (!result) throw new Fault('internal', false);
  // What the question meant is not what a person's SQL computes: only the rows speak.
  if (writtenByPerson(job.candidate)) return advance('GROUNDING', 'answer', { answer: { ...sayRowCount(result, job.locale), chart: null, withheld: [] } });
  if (!interpretation) throw new Fault('internal', false);
  const rows = await ports.results.read(job.tenantId, result.id, 0, ANSWER_ROWS);
  const narrowed = gateReport?.verdict === 'accept' && gateReport.rowFilters.length > 0;
  const { text, claims } = composeAnswer({ interpretation, columns: result.columns, rows, rowCount: result.rowCount, truncated: result.truncated !== 'no', locale: job.locale, sayConditions: true, narrowed });
  const chart = chooseChart(interpretation, result.columns, result.rowCount);
  const confidence = job.candidate && assessAnswer({ interpretation, candidate: job.candidate, shape: gateReport?.verdict === 'accept' ? gateReport.shape : undefined, columns: result.columns, rows });
  return advance('GROUNDING', 'answer', { answer: { text, claims, chart, withheld: [], ...(confidence ? { confidence } : {}) } });
}
