import type { Job } from '@countersign/contracts';
import { Fault } from '@countersign/contracts';
import { judge } from '../gate-input.js';
import { liveFacts } from '../live.js';
import { type Given, type Outcome, advance, refuse } from '../outcome.js';
import type { Ports } from '../ports.js';

/** Candidate → printed SQL, or a rejection that names rule and place. */
export async function gate(ports: Ports, job: Job, _signal: AbortSignal, { live: given }: Given): Promise<Outcome> {
  const { candidate } = job;
  const live = await liveFacts(ports, job, { given });
  if (!live.source || !live.catalogue || !candidate) throw new Fault('internal', false, { params: { detail: 'nothing to gate' } });
  const report = await judge(ports, live, candidate);
  if (!report) return refuse('GATE_REJECTED', { code: 'stale-asker', params: {} });
  if (report.verdict === 'reject') return refuse('GATE_REJECTED', { code: 'gate-rejected', params: { rule: report.rule } }, { gateReport: report });
  return advance('GATING', 'estimate', { gateReport: report });
}
