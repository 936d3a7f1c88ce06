import type { Actor, Finding } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { keepsPack, mayPublish } from './may-publish.js';

const person = (personId: string, roles: ('admin' | 'analyst')[] = ['admin'], groups: string[] = []): Actor => ({ kind: 'person', tenantId: 't', personId, name: personId, roles, groups, locale: 'en' });
const release = (state: 'proved' | 'failed' | 'awaiting-second' | 'draft', policy: boolean, requestedBy: string | null = null, suspicions: Finding[] = []) => ({
  state, author: { id: 'ann', name: 'Ann' }, writers: [{ id: 'dora', name: 'Dora' }], requestedBy: requestedBy === null ? null : { id: requestedBy, name: requestedBy },
  report: { policyChanges: policy ? [{ ref: 'customers.email', was: 'personal', is: 'internal' }] : [], suspicions },
});

describe('publishing a pack', () => {
  it('is a keeper’s to do: admins and members of the group that owns it', () => {
    expect([keepsPack(person('a'), null), keepsPack(person('a', ['analyst']), 'g'), keepsPack(person('a', ['analyst'], ['g']), 'g'), keepsPack(person('a', ['analyst'], ['g']), null), keepsPack(person('a', ['analyst'], ['g']), undefined)]).toEqual([true, false, true, false, false]);
  });
  it('of other definitions takes one person, the author too', () => {
    expect(mayPublish(person('ann'), release('proved', false))).toEqual({ outcome: 'publish', countersigned: false });
  });
  it('of what people may see takes two', () => {
    expect(mayPublish(person('ben'), release('proved', true))).toEqual({ outcome: 'ask' });
    expect(mayPublish(person('ben'), release('awaiting-second', true, 'ben'))).toMatchObject({ outcome: 'refuse', code: 'own-release' });
    expect(mayPublish(person('ANN'), release('awaiting-second', true, 'ben'))).toMatchObject({ outcome: 'refuse', code: 'own-release' });
    expect(mayPublish(person('cho'), release('awaiting-second', true, 'ben'))).toEqual({ outcome: 'publish', countersigned: true });
  });
  it('is never agreed to by whoever wrote a part of it: saved its draft, or proposed what is in it', () => {
    expect(mayPublish(person('DORA'), release('awaiting-second', true, 'ben'))).toEqual({ outcome: 'refuse', code: 'own-release', params: { name: 'Dora' } });
  });
  it('of descriptions that went bad in masses takes two as well', () => {
    const bad: Finding[] = [{ rule: 'descriptions-abbreviated', severity: 'warning', message: '6460 of 6460 texts (ko)' }];
    expect(mayPublish(person('ben'), release('proved', false, null, bad))).toEqual({ outcome: 'ask' });
    expect(mayPublish(person('ann'), release('awaiting-second', false, 'ben', bad))).toMatchObject({ outcome: 'refuse', code: 'own-release' });
  });
  it('by a token is for its person what takes one; it asks for the second and never is it', () => {
    const token = (scopes: string[]): Actor => ({ ...person('ben'), kind: 'token', tokenId: 't1', scopes }) as Actor;
    expect([keepsPack(token(['publish']), null), keepsPack(token(['ask', 'read']), null)]).toEqual([true, false]);
    expect(mayPublish(token(['publish']), release('proved', false))).toEqual({ outcome: 'publish', countersigned: false });
    expect(mayPublish(token(['publish']), release('proved', true))).toEqual({ outcome: 'ask' });
    expect(mayPublish(token(['publish']), release('awaiting-second', true, 'cho'))).toMatchObject({ outcome: 'refuse', code: 'agents-never-approve' });
  });
  it('needs proof, and somebody', () => {
    for (const state of ['draft', 'failed'] as const) expect(mayPublish(person('ben'), release(state, false))).toMatchObject({ outcome: 'refuse', code: 'release-not-ready' });
    expect(mayPublish({ kind: 'system', tenantId: 't', name: 's' }, release('proved', false))).toMatchObject({ outcome: 'refuse' });
  });
});
