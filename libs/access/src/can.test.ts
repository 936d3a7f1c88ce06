import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Actor, Role } from '@countersign/contracts';
import { ACTIONS, can, type Subject } from './can.js';
import { ADMIN, APPROVER, ASKER, OTHER_TENANT, TENANT, actor, id } from './spec/commerce-job.js';

const tenant: Subject = { kind: 'tenant', tenantId: TENANT };
const theJob = (reviewed = true): Subject => ({ kind: 'job', tenantId: TENANT, askerId: ASKER, reviewed });
const token = (scopes: string[], roles: Role[] = ['analyst']): Actor => ({ kind: 'token', tenantId: TENANT, tokenId: id(70), personId: ASKER, name: 'agent', scopes, roles, groups: [], locale: 'en' });

describe('can', () => {
  it.each([
    ['an analyst asks', actor(ASKER, ['analyst']), 'question.ask', tenant, true],
    ['an auditor asks', actor(ASKER, ['auditor']), 'question.ask', tenant, false],
    ['the asker cancels', actor(ASKER, ['analyst']), 'job.cancel', theJob(), true],
    ['an admin cancels for the asker', actor(ADMIN, ['admin']), 'job.cancel', theJob(), true],
    ['an admin clarifies for the asker', actor(ADMIN, ['admin']), 'job.clarify', theJob(), false],
    ['an approver cancels for the asker', actor(APPROVER, ['approver']), 'job.cancel', theJob(), false],
    ['an approver reviews', actor(APPROVER, ['approver']), 'job.review', theJob(), true],
    ['an approver reads the rows', actor(APPROVER, ['approver']), 'job.read-result', theJob(), false],
    ['an auditor reads the rows', actor(APPROVER, ['auditor']), 'job.read-result', theJob(), true],
    ['an auditor exports the audit', actor(APPROVER, ['auditor']), 'audit.export', tenant, true],
    ['an analyst exports the audit', actor(ASKER, ['analyst']), 'audit.export', tenant, false],
    ['someone without roles lists packs', actor(ASKER, []), 'pack.list', tenant, false],
    ['a token with scope asks', token(['ask']), 'question.ask', tenant, true],
    ['a token without scope asks', token(['read']), 'question.ask', tenant, false],
    ['an admin’s token gives a grant', token(['ask', 'read'], ['admin']), 'grant.manage', tenant, false],
    ['a token makes a token', token(['ask', 'read']), 'own-token.manage', { kind: 'token', tenantId: TENANT, ownerId: ASKER }, false],
    ['a process asks', { kind: 'system', tenantId: TENANT, name: 'worker' }, 'question.ask', tenant, false],
  ] as [string, Actor, (typeof ACTIONS)[number], Subject, boolean][])('%s', (_what, who, action, subject, expected) => {
    expect(can(who, action, subject).allowed).toBe(expected);
  });

  it.each<[string, Actor, Subject]>([
    ['another analyst', actor(id(14), ['analyst']), theJob()],
    ['an approver, of what was never before an approver', actor(APPROVER, ['approver']), theJob(false)],
    ['another owner of tokens', actor(id(14), ['admin']), { kind: 'token', tenantId: TENANT, ownerId: ASKER }],
  ])('%s is told there is no such thing', (_who, who, subject) => {
    expect(can(who, subject.kind === 'job' ? 'job.read' : 'own-token.manage', subject)).toEqual({ allowed: false, code: 'not-found' });
  });

  it('nothing of another tenant is ever there, for any role and action', () => {
    const subjects = fc.constantFrom<Subject>({ kind: 'tenant', tenantId: OTHER_TENANT }, { kind: 'token', tenantId: OTHER_TENANT, ownerId: ASKER }, ...[true, false].map((reviewed): Subject => ({ kind: 'job', tenantId: OTHER_TENANT, askerId: ASKER, reviewed })));
    fc.assert(fc.property(fc.subarray<Role>(['analyst', 'approver', 'admin', 'auditor']), fc.constantFrom(...ACTIONS), subjects, (roles, action, subject) => {
      expect(can(actor(ASKER, roles), action, subject)).toEqual({ allowed: false, code: 'not-found' });
    }));
  });
});
