import type { Job } from '@countersign/contracts';
import { Fault } from '@countersign/contracts';
import { planQuery } from '@countersign/pack';
import { printCanonical } from '@countersign/sql';
import { type Outcome, advance, refuse } from '../outcome.js';
import type { Ports } from '../ports.js';

/** Meaning → candidate: the planner compiles what the pack declares into canonical SQL, with its proofs. */
export async function generate(ports: Ports, job: Job): Promise<Outcome> {
  const pack = await ports.packs.load(job.tenantId, job.packId, job.packVersion);
  if (!pack || !job.interpretation) throw new Fault('internal', false, { params: { detail: 'nothing to plan from' } });
  const plan = planQuery(pack, job.interpretation);
  if (plan.outcome === 'refuse') return refuse('REFUSED', { code: plan.refusal.code, params: plan.refusal.params }, { refusal: plan.refusal });
  const revision = (job.candidate?.revision ?? 0) + 1;
  return advance('GATING', 'gate', {
    candidate: { revision, origin: 'planner', authorId: null, sql: printCanonical(plan.query), columns: plan.columns, proofs: plan.proofs },
    gateReport: null, estimate: null, review: null, approval: null,
  });
}
