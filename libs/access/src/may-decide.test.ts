import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Actor, JobState, Policy, Role } from '@countersign/contracts';
import { JOB_STATES } from '@countersign/contracts';
import { mayDecide, type DecideInput } from './may-decide.js';
import { ADMIN, APPROVER, ASKER, EDITOR, EXPIRES, NOW, OTHER_TENANT, TENANT, actor, approval, id, job, person } from './spec/commerce-job.js';

const digest = job().review?.digest ?? '';
const approve = { decision: 'approve' as const, digest, version: 5 };

function input(changes: Partial<DecideInput> = {}): DecideInput {
  return {
    actor: actor(APPROVER, ['approver']), job: job(), authorIds: [null], decision: approve, now: NOW,
    live: { person: person(APPROVER, ['approver']), policies: [] }, ...changes,
  };
}
const as = (personId: string, roles: Role[]): Partial<DecideInput> => ({ actor: actor(personId, roles), live: { person: person(personId, roles), policies: [] } });
const rule = (groupId: string, when: 'always' | 'high-risk'): Policy => ({ id: id(61), version: 1, name: 'finance', authorId: ADMIN, enabled: true, rule: { kind: 'approvers', groupId, when, approvals: 1 } });

describe('four eyes', () => {
  it('lets another living approver decide on exactly what they saw', () => {
    expect(mayDecide(input())).toEqual({ allowed: true });
    expect(mayDecide(input({ decision: null }))).toEqual({ allowed: true });
  });

  it.each<[string, Partial<DecideInput>, string]>([
    ['the asker, whatever their roles', as(ASKER, ['analyst', 'approver', 'admin']), 'own-question'],
    ['the asker under another spelling of their id', as(ASKER.toUpperCase(), ['approver']), 'own-question'],
    ['the writer of the current revision', { ...as(EDITOR, ['approver']), job: job({ candidate: { revision: 1, origin: 'person', authorId: EDITOR, sql: '', columns: [], proofs: [] } }) }, 'own-edit'],
    ['the editor of an earlier revision', { ...as(EDITOR, ['approver']), authorIds: [EDITOR, null] }, 'own-edit'],
    ['an admin who is no approver', as(ADMIN, ['admin']), 'not-approver'],
    ['an auditor', as(ADMIN, ['auditor']), 'not-approver'],
    ['someone who lost the role since sign-in', { live: { person: person(APPROVER, ['analyst']), policies: [] } }, 'not-approver'],
    ['someone who left the tenant since sign-in', { live: { person: undefined, policies: [] } }, 'not-approver'],
    ['someone else’s live record', { live: { person: person(ADMIN, ['approver']), policies: [] } }, 'not-approver'],
    ['an approver of another tenant', { actor: actor(APPROVER, ['approver'], OTHER_TENANT) }, 'not-found'],
    ['a token of an approver', { actor: { kind: 'token', tenantId: TENANT, tokenId: id(70), personId: APPROVER, name: 'agent', scopes: ['ask', 'read'], roles: ['approver'], groups: [], locale: 'en' } }, 'agents-never-approve'],
    ['a process', { actor: { kind: 'system', tenantId: TENANT, name: 'worker' } }, 'agents-never-approve'],
    ['an approver outside the group a rule asks for', { live: { person: person(APPROVER, ['approver']), policies: [rule(id(80), 'always')] } }, 'not-approver'],
  ])('refuses %s', (_who, changes, code) => {
    expect(mayDecide(input(changes))).toMatchObject({ allowed: false, code });
  });

  it.each<[string, Partial<DecideInput>, string]>([
    ['after expiry', { now: EXPIRES }, 'approval-expired'],
    ['when the job expired', { job: job({ state: 'EXPIRED' }) }, 'approval-expired'],
    ['when the clock can’t be read', { now: 'soon' }, 'approval-expired'],
    ['when nothing waits', { job: job({ state: 'GATING' }) }, 'not-awaiting-approval'],
    ['on another digest', { decision: { ...approve, digest: 'f'.repeat(64) } }, 'digest-mismatch'],
    ['on a request that is of an older revision', { job: job({ candidate: { revision: 2, origin: 'person', authorId: EDITOR, sql: '', columns: [], proofs: [] } }) }, 'digest-mismatch'],
    ['on another version', { decision: { ...approve, version: 4 } }, 'conflict'],
    ['a rejection without a reason', { decision: { ...approve, decision: 'reject' } }, 'reason-required'],
    ['a request for changes without a reason', { decision: { ...approve, decision: 'request-changes' } }, 'reason-required'],
  ])('refuses %s', (_when, changes, code) => {
    expect(mayDecide(input(changes))).toMatchObject({ allowed: false, code });
  });

  it('says who decided, when and how, to the one who comes second', () => {
    expect(mayDecide(input({ job: job({ state: 'APPROVED', approval: approval() }) }))).toEqual({ allowed: false, code: 'already-decided', params: { name: 'Approver', at: NOW, decision: 'approve' } });
  });

  it('narrows approvers by group only for the risk the rule names', () => {
    const finance = { person: person(APPROVER, ['approver'], [id(80)]), policies: [rule(id(80), 'always')] };
    expect(mayDecide(input({ live: finance })).allowed).toBe(true);
    expect(mayDecide(input({ live: { person: person(APPROVER, ['approver']), policies: [rule(id(80), 'high-risk')] } })).allowed).toBe(true);
  });
});

const people = fc.constantFrom(ASKER, APPROVER, EDITOR, ADMIN, ASKER.toUpperCase(), EDITOR.toUpperCase());
const roles = fc.uniqueArray(fc.constantFrom<Role>('analyst', 'approver', 'admin', 'auditor'));
// Mostly nearly right, or the law would hold for want of cases.
const actors: fc.Arbitrary<Actor> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Actor>(actor(APPROVER, ['approver'])) },
  fc.record({ personId: people, roles, tenantId: fc.constantFrom(TENANT, OTHER_TENANT) }).map((p) => actor(p.personId, p.roles, p.tenantId)),
  fc.record({ personId: people, roles }).map((p): Actor => ({ kind: 'token', tenantId: TENANT, tokenId: id(70), name: 'agent', scopes: ['ask', 'read'], groups: [], locale: 'en', ...p })),
  fc.constant<Actor>({ kind: 'system', tenantId: TENANT, name: 'worker' }),
);
const inputs: fc.Arbitrary<DecideInput> = fc.record({
  actor: actors,
  state: fc.oneof({ weight: 3, arbitrary: fc.constant<JobState>('AWAITING_APPROVAL') }, { weight: 1, arbitrary: fc.constantFrom(...JOB_STATES) }),
  author: fc.constantFrom(null, EDITOR, APPROVER),
  earlier: fc.constantFrom(null, EDITOR, APPROVER),
  live: fc.oneof({ weight: 3, arbitrary: fc.record({ personId: fc.constant(APPROVER), roles: fc.constant<Role[]>(['approver']) }) }, fc.option(fc.record({ personId: people, roles }), { nil: undefined })),
  digest: fc.constantFrom(digest, digest, 'f'.repeat(64)),
  version: fc.constantFrom(5, 5, 4, 6),
  decision: fc.constantFrom('approve' as const, 'reject' as const, 'request-changes' as const),
  now: fc.constantFrom(NOW, EXPIRES, '2030-01-01T00:00:00Z', ''),
  decided: fc.boolean(),
}).map((x) => input({
  actor: x.actor,
  job: job({ state: x.state, approval: x.decided && x.state !== 'AWAITING_APPROVAL' ? approval() : null, candidate: { revision: 1, origin: 'person', authorId: x.author, sql: '', columns: [], proofs: [] } }),
  authorIds: [x.earlier, x.author],
  decision: { decision: x.decision, digest: x.digest, version: x.version },
  now: x.now,
  live: { person: x.live && person(x.live.personId, x.live.roles), policies: [] },
}));

describe('four eyes, for whatever is thrown at it', () => {
  it('an approval is always by a second, living, human approver of the tenant, in time, on what was signed', () => {
    let allowed = 0;
    fc.assert(fc.property(inputs, (given) => {
      if (!mayDecide(given).allowed) return;
      allowed += 1;
      const { actor: who, job: what, decision, live } = given;
      if (who.kind !== 'person' || !what.review || !decision) throw new Error('no person, no request');
      const me = who.personId.toLowerCase();
      expect(who.tenantId).toBe(what.tenantId);
      expect(me).not.toBe(what.askerId);
      expect([...given.authorIds, what.candidate?.authorId]).not.toContain(me);
      expect(live.person?.personId.toLowerCase()).toBe(me);
      expect(live.person?.roles).toContain('approver');
      expect(what.state).toBe('AWAITING_APPROVAL');
      expect(Date.parse(given.now)).toBeLessThan(Date.parse(what.review.expiresAt));
      expect([decision.digest, decision.version]).toEqual([what.review.digest, what.version]);
      expect(decision.decision).toBe('approve');
    }), { numRuns: 20_000 });
    expect(allowed).toBeGreaterThan(20);
  });
});
