import type { Approval, Policy, Risk } from '@countersign/contracts';
import { samePerson } from './same-person.js';

type ApproverRule = Policy & { rule: Extract<Policy['rule'], { kind: 'approvers' }> };

/** Approver rules in force for a request of this risk. */
function rulesFor(policies: readonly Policy[], risk: Risk['level']): ApproverRule[] {
  return policies.filter((p): p is ApproverRule => p.enabled && p.rule.kind === 'approvers' && (p.rule.when !== 'high-risk' || risk === 'high'));
}

/**
 * Groups whose members may decide; null when no rule narrows it and any approver may.
 * No matching rule never means approved: it means review by whoever holds the role.
 */
export function requiredGroups(policies: readonly Policy[], risk: Risk['level']): string[] | null {
  const rules = rulesFor(policies, risk);
  return rules.length === 0 ? null : [...new Set(rules.map((p) => p.rule.groupId))].sort();
}

/** How many distinct people must approve; at least one. */
export function approvalsNeeded(policies: readonly Policy[], risk: Risk['level']): number {
  return Math.max(1, ...rulesFor(policies, risk).map((p) => p.rule.approvals));
}

/** Distinct people who approved exactly this digest and revision. People are counted, never roles or groups. */
export function distinctApprovers(approvals: readonly Approval[], digest: string, revision: number): number {
  const people: string[] = [];
  for (const { by, decision, digest: signed, revision: of } of approvals) {
    if (by.kind !== 'person' || decision !== 'approve' || signed !== digest || of !== revision) continue;
    if (!people.some((known) => samePerson(known, by.personId))) people.push(by.personId);
  }
  return people.length;
}
