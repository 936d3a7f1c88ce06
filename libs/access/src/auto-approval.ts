import type { Candidate, Estimate, Job, Policy, Risk } from '@countersign/contracts';
import { samePerson } from './same-person.js';

export interface AutoApprovalInput {
  job: Pick<Job, 'askerId' | 'dataSourceId'>;
  candidate: Pick<Candidate, 'origin' | 'authorId'>;
  estimate: Pick<Estimate, 'available' | 'cost' | 'rows'>;
  risk: Risk;
}

export type AutoApprovalRule = Policy & { rule: Extract<Policy['rule'], { kind: 'auto-approval' }> };

/**
 * The rule that approves in its author's name, or null: then people review. An explicit, enabled rule must match in
 * every point; an absent estimate, a high risk, a personal column, a rule of the asker's or the writer's own, a rule of unknown
 * kind and a rule that can't be evaluated never approve. A rule by which people review always wins over every other.
 *
 * @example autoApproval([], request) // null: no rule means review
 */
export function autoApproval(policies: readonly Policy[], input: AutoApprovalInput): AutoApprovalRule | null {
  if (policies.some(peopleReview)) return null;
  return policies.find((policy): policy is AutoApprovalRule => {
    try {
      return approves(policy, input);
    } catch {
      // A rule read from elsewhere may be damaged; review is the answer to every doubt.
      return false;
    }
  }) ?? null;
}

/** Review is the default, so whoever says "always" says it against somebody's exception: one person's later rule must not undo it. */
function peopleReview(policy: Policy | null): boolean {
  return policy?.enabled === true && (policy.rule as Policy['rule'] | undefined)?.kind === 'approvers' && (policy.rule as { when?: string }).when !== 'high-risk';
}

function approves({ enabled, authorId, rule }: Policy, { job, candidate, estimate, risk }: AutoApprovalInput): boolean {
  if (enabled !== true || rule.kind !== 'auto-approval') return false;
  if (!authorId || samePerson(authorId, job.askerId) || samePerson(authorId, candidate.authorId)) return false;
  // What a model wrote or an approver edited is always read by a person.
  if (candidate.origin !== 'planner' && candidate.origin !== 'verified' && candidate.origin !== 'sql') return false;
  if (risk.level === 'high' || risk.reasons.some(({ code }) => code === 'personal-columns' || code === 'export')) return false;
  const { when } = rule;
  if (!when.origins.includes(candidate.origin) || !when.dataSourceIds.includes(job.dataSourceId)) return false;
  if (!estimate.available || estimate.cost === null || estimate.rows === null) return false;
  return estimate.cost <= when.maxCost && estimate.rows <= when.maxEstimatedRows;
}
