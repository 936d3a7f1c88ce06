import type { Actor, ProblemCode, Role } from '@countersign/contracts';
import { samePerson } from './same-person.js';

/** What may be attempted. Deciding has rules of its own: `mayDecide`. */
export const ACTIONS = [
  'question.ask', 'sql.check', 'sql.submit', 'sql.blocked', 'job.list-all', 'job.read', 'job.read-result', 'job.export-result', 'job.clarify', 'job.revise', 'job.cancel', 'job.feedback', 'job.review',
  'review.list', 'data-source.list', 'data-source.manage', 'pack.list', 'pack.publish', 'grant.manage', 'policy.manage',
  'person.list', 'audit.read', 'audit.export', 'own-token.manage',
] as const;
export type Action = (typeof ACTIONS)[number];

/** What it is attempted on. Ids of another tenant are treated as not there. */
export type Subject =
  | { kind: 'tenant'; tenantId: string }
  | { kind: 'job'; tenantId: string; askerId: string; /** It was, or is, before an approver. */ reviewed: boolean }
  | { kind: 'token'; tenantId: string; ownerId: string };

export type Verdict = { allowed: true } | { allowed: false; code: ProblemCode };

interface ActionRule {
  /** One of these roles; empty: any role at all. */
  roles: readonly Role[];
  /** Scope a token needs; null: never by token. */
  scope: 'ask' | 'read' | null;
  /** Only the asker (or the token's owner), and who else holds one of these roles. */
  owner?: true;
  orRoles?: readonly Role[];
}

const ANYONE: readonly Role[] = [];
const RULES: Record<Action, ActionRule> = {
  'question.ask': { roles: ['analyst', 'approver', 'admin'], scope: 'ask' },
  'sql.check': { roles: ['analyst', 'approver', 'admin'], scope: 'ask' },
  'sql.submit': { roles: ['analyst', 'approver', 'admin'], scope: 'ask' },
  'sql.blocked': { roles: ['admin', 'auditor'], scope: 'read' },
  'job.list-all': { roles: ['admin', 'auditor'], scope: 'read' },
  'job.read': { roles: ANYONE, scope: 'read' },
  'job.read-result': { roles: ANYONE, scope: 'read' },
  // What was countersigned is that the asker gets a file; nobody else takes it away.
  'job.export-result': { roles: ANYONE, scope: 'read', owner: true },
  'job.clarify': { roles: ANYONE, scope: 'ask', owner: true },
  'job.revise': { roles: ANYONE, scope: 'ask', owner: true },
  // An admin stops what burdens a database; the audit says who.
  'job.cancel': { roles: ANYONE, scope: 'ask', owner: true, orRoles: ['admin'] },
  'job.feedback': { roles: ANYONE, scope: 'ask', owner: true },
  'job.review': { roles: ['approver', 'admin', 'auditor'], scope: null },
  'review.list': { roles: ['approver', 'admin', 'auditor'], scope: null },
  'data-source.list': { roles: ANYONE, scope: 'read' },
  'data-source.manage': { roles: ['admin'], scope: null },
  'pack.list': { roles: ANYONE, scope: 'read' },
  'pack.publish': { roles: ['admin'], scope: null },
  'grant.manage': { roles: ['admin'], scope: null },
  'policy.manage': { roles: ['admin'], scope: null },
  'person.list': { roles: ['admin'], scope: null },
  'audit.read': { roles: ['admin', 'auditor'], scope: null },
  'audit.export': { roles: ['admin', 'auditor'], scope: null },
  'own-token.manage': { roles: ANYONE, scope: null, owner: true },
};

/**
 * May this actor attempt this action on this subject? Roles are those the actor has now.
 * What an actor may not even see answers `not-found`; what is seen but not allowed answers `forbidden`.
 *
 * @example can(auditor, 'audit.export', { kind: 'tenant', tenantId }) // { allowed: true }
 */
export function can(actor: Actor, action: Action, subject: Subject): Verdict {
  if (actor.tenantId !== subject.tenantId) return no('not-found');
  if (actor.kind === 'system') return no('forbidden');
  if (subject.kind === 'job' && !seesJob(actor, subject)) return no('not-found');
  if (subject.kind === 'token' && !samePerson(actor.personId, subject.ownerId)) return no('not-found');
  const rule = RULES[action];
  if (actor.kind === 'token' && (rule.scope === null || !actor.scopes.includes(rule.scope))) return no('forbidden');
  if (actor.roles.length === 0) return no('forbidden');
  if (rule.roles.length > 0 && !rule.roles.some((role) => actor.roles.includes(role))) return no('forbidden');
  if (rule.owner && subject.kind === 'job' && !samePerson(actor.personId, subject.askerId) && !rule.orRoles?.some((role) => actor.roles.includes(role))) return no('forbidden');
  if (action === 'job.read-result' && subject.kind === 'job' && !readsRows(actor, subject.askerId)) return no('forbidden');
  return { allowed: true };
}

type Person = Exclude<Actor, { kind: 'system' }>;

/** An approver sees what there is to decide and what became of it; a question that never got so far is the asker's. */
function seesJob(actor: Person, job: { askerId: string; reviewed: boolean }): boolean {
  if (samePerson(actor.personId, job.askerId)) return true;
  if (actor.roles.includes('admin') || actor.roles.includes('auditor')) return true;
  return actor.roles.includes('approver') && job.reviewed;
}

/** Rows are customer data: the asker's grants were checked for them (and are again: `mayReadRows`), an approver's or admin's were not. */
function readsRows(actor: Person, askerId: string): boolean {
  return samePerson(actor.personId, askerId) || actor.roles.includes('auditor');
}

function no(code: ProblemCode): Verdict {
  return { allowed: false, code };
}
