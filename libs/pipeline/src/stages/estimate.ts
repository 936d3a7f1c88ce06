import { approvalsNeeded, autoApproval, bundleFor, masksFor, personalColumns, riskOf, rowFiltersFor, sameFilters, whatChanged } from '@countersign/access';
import type { AcceptedGateReport, Approval, Caps, Catalogue, DataSource, Estimate, Job, ReviewRequest } from '@countersign/contracts';
import { Fault, isFault } from '@countersign/contracts';
import { digestOf } from '@countersign/sql';
import { type Given, type Outcome, advance, refuse, waitFor } from '../outcome.js';
import { type Live, liveFacts } from '../live.js';
import type { Ports } from '../ports.js';

const EXPLAIN_TIMEOUT_MS = 10_000;

/**
 * EXPLAIN before a person is disturbed: over the cap ends here. Otherwise the bundle that decides the result is put
 * together and its digest asked to be signed, by people, or by a rule that says so in its author's name.
 */
export async function estimate(ports: Ports, job: Job, signal: AbortSignal, { live: given }: Given): Promise<Outcome> {
  const { gateReport: report, candidate } = job;
  if (report?.verdict !== 'accept' || !candidate || !ports.source) throw new Fault('internal', false);
  const live = await liveFacts(ports, job, { ruleAuthors: true, given });
  const { source } = live;
  if (!source || !live.catalogue || source.status !== 'ready') return refuse('EXECUTION_FAILED', { code: 'stale-data-source', params: {} });

  // What was printed under other filters or another schema is printed anew before anybody is asked to sign it.
  if (!printedUnder(report, live, live.catalogue)) return advance('GATING', 'gate', { gateReport: null });

  let found: Estimate;
  try {
    found = await ports.source.estimate({ tenantId: job.tenantId, source, sql: report.sql, signal, timeoutMs: EXPLAIN_TIMEOUT_MS });
  } catch (error) {
    if (!isFault(error) || error.kind === 'internal') throw error;
    return refuse(error.kind === 'time-cap' ? 'CAP_EXCEEDED' : 'EXECUTION_FAILED', { code: error.kind, params: { ...error.params } });
  }
  const over = overCap(found, source.caps);
  if (over) return refuse('CAP_EXCEEDED', { code: 'estimate-over-cap', params: over }, { estimate: found });

  const review = reviewRequest(ports, job, report, found, source, live);
  const next: Job = { ...job, estimate: found, review };
  // A rule is one signature: where two people must sign, people do.
  const rule = review.needed !== undefined ? null : autoApproval(live.policies, { job, candidate, estimate: found, risk: review.risk });
  if (rule) {
    const approval = ruleApproval(ports, review, rule);
    const approver = live.ruleAuthors.find(({ personId }) => personId === rule.authorId);
    const changed = whatChanged({ job: { ...next, approval }, live: { ...live, approver }, now: ports.clock.now(), digestOf, before: 'execution' });
    if (changed.length === 0) return advance('APPROVED', 'recheck', { estimate: found, review, approval }, { code: 'approved-by-rule', params: { rule: rule.name } });
  }
  return waitFor('AWAITING_APPROVAL', { estimate: found, review });
}

/** Was the text printed under the filters, masks and schema that hold now? */
function printedUnder({ gatedUnder: under }: AcceptedGateReport, { asker, policies, source, binding }: Live, catalogue: Catalogue): boolean {
  if (!asker || !under || under.catalogue !== (source?.catalogue?.fingerprint ?? '')) return false;
  return sameFilters(under.rowFilters, rowFiltersFor(policies, asker)) && sameFilters(under.masks ?? [], masksFor({ policies, person: asker, catalogue, binding }));
}

/** Which estimate passes its cap; undefined: none. No estimate passes: timeout and row cap remain, and the job says so. */
function overCap(found: Estimate, caps: Caps): Record<string, string> | undefined {
  for (const [what, value, cap] of [['cost', found.cost, caps.maxCost], ['rows', found.rows, caps.maxEstimatedRows]] as const) {
    if (value !== null && cap !== null && value > cap) return { what, estimate: String(value), cap: String(cap) };
  }
  return undefined;
}

function reviewRequest(ports: Ports, job: Job, report: AcceptedGateReport, found: Estimate, source: DataSource, live: Live): ReviewRequest {
  const requestedAt = ports.clock.now();
  const outputMode = job.exportAs?.length ? 'export' : 'view';
  const bundle = bundleFor({ report, source, catalogue: live.catalogue!, pack: { id: job.packId, version: job.packVersion }, policyVersion: live.policyVersion, outputMode, exportFormats: job.exportAs ?? [] });
  const risk = riskOf({
    origin: job.candidate!.origin, estimate: found, caps: source.caps, outputMode,
    personal: personalColumns({ facts: report, catalogue: live.catalogue!, binding: live.binding, sensitive: live.sensitive, ...(live.others ? { others: live.others } : {}) }), listsRows: job.interpretation?.intent === 'list', firstUse: false,
  });
  const needed = approvalsNeeded(live.policies, risk.level);
  return {
    revision: job.candidate!.revision,
    bundle,
    digest: digestOf(bundle),
    risk,
    requestedAt,
    expiresAt: new Date(Date.parse(requestedAt) + ports.limits.reviewTtlMs).toISOString(),
    ...(needed > 1 ? { needed, signatures: [] } : {}),
  };
}

function ruleApproval(ports: Ports, review: ReviewRequest, rule: NonNullable<ReturnType<typeof autoApproval>>): Approval {
  const decidedAt = ports.clock.now();
  return {
    id: ports.ids.next(), decision: 'approve', by: { kind: 'rule', policyId: rule.id, policyVersion: rule.version, authorId: rule.authorId, name: rule.name },
    digest: review.digest, revision: review.revision, reasonCode: null, comment: null, decidedAt,
    validUntil: new Date(Date.parse(decidedAt) + ports.limits.approvalTtlMs).toISOString(), usesLeft: 1,
  };
}
