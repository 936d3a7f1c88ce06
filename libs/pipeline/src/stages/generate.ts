import type { Job } from '@countersign/contracts';
import { Fault } from '@countersign/contracts';
import { type Pack, planQuery, shapeOf } from '@countersign/pack';
import { printCanonical } from '@countersign/sql';
import { askModel } from '../model/ask-model.js';
import { meteredModel } from '../model/metered-model.js';
import { type Outcome, advance, refuse } from '../outcome.js';
import type { Ports } from '../ports.js';
import { holdsStill } from '../verified.js';

/**
 * Meaning → candidate: the planner compiles what the pack declares into canonical SQL, with its proofs. Where people have verified a query of
 * exactly this meaning, it is that one. Words that the pack does not bind go to a model, where there is one; a plan that has no proof does not.
 */
export async function generate(ports: Ports, job: Job, signal: AbortSignal): Promise<Outcome> {
  const pack = await ports.packs.load(job.tenantId, job.packId, job.packVersion);
  if (!pack || !job.interpretation) throw new Fault('internal', false, { params: { detail: 'nothing to plan from' } });
  if (job.refusal) return ports.model ? askModel(ports, meteredModel(ports, ports.model, job), job, pack, signal) : refuse('REFUSED', { code: job.refusal.code, params: job.refusal.params }, { refusal: job.refusal });
  const plan = planQuery(pack, job.interpretation);
  if (plan.outcome === 'refuse') return refuse('REFUSED', { code: plan.refusal.code, params: plan.refusal.params }, { refusal: plan.refusal });
  const verified = await verifiedName(ports, job, pack);
  const revision = (job.candidate?.revision ?? 0) + 1;
  return advance('GATING', 'gate', {
    candidate: { revision, origin: verified === undefined ? 'planner' : 'verified', authorId: null, sql: printCanonical(plan.query), columns: plan.columns, proofs: verified === undefined ? plan.proofs : [`verified query “${verified}”`, ...plan.proofs] },
    gateReport: null, estimate: null, review: null, approval: null,
  });
}

/** The name of the verified query of this meaning, while it holds. Its plan is the planner's own, so with other parameters it is the same query. */
async function verifiedName(ports: Ports, { tenantId, packId, dataSourceId, interpretation }: Job, pack: Pack): Promise<string | undefined> {
  const { verified } = ports;
  if (!verified || !interpretation) return undefined;
  const query = await verified.match(tenantId, { packId, dataSourceId, shape: shapeOf(interpretation).key });
  return query && (await holdsStill({ ...ports, verified }, tenantId, query, pack)) ? query.name : undefined;
}
