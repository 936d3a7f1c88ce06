import { rowFiltersFor, scopeFor } from '@countersign/access';
import type { Job } from '@countersign/contracts';
import { Fault } from '@countersign/contracts';
import { liveFacts } from '../live.js';
import { type Outcome, advance, refuse } from '../outcome.js';
import type { Ports } from '../ports.js';

/**
 * Candidate → printed SQL, or a rejection that names rule and place. The scope is the catalogue cut down to what the
 * asker's grants allow at this moment.
 */
export async function gate(ports: Ports, job: Job): Promise<Outcome> {
  const { candidate } = job;
  const { asker, source, catalogue, binding, grants, policies, sensitive } = await liveFacts(ports, job);
  if (!source || !catalogue || !candidate) throw new Fault('internal', false, { params: { detail: 'nothing to gate' } });
  if (!asker) return refuse('GATE_REJECTED', { code: 'stale-asker', params: {} });
  const rowFilters = rowFiltersFor(policies, asker);
  const report = await ports.gate.check({
    sql: candidate.sql, from: 'canonical', dialect: source.dialect, binding, rowFilters,
    scope: scopeFor({ catalogue, grants, binding, sensitive, now: ports.clock.now() }),
    // One row more than may be kept: the collector stops at the cap and so knows that there was more.
    maxRows: source.caps.maxRows + 1, maxSubqueryDepth: source.maxSubqueryDepth,
  });
  if (report.verdict === 'reject') return refuse('GATE_REJECTED', { code: 'gate-rejected', params: { rule: report.rule } }, { gateReport: report });
  const gatedUnder = { rowFilters: rowFilters.map(({ id, version }) => ({ id, version })), catalogue: source.catalogue?.fingerprint ?? '' };
  return advance('GATING', 'estimate', { gateReport: { ...report, gatedUnder } });
}
