import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from './spec/fresh-database.js';
import { AT, auditEntry, hanbit, northwind, openSmallWorld, personOf } from './spec/small-world.js';
import type { Store } from './store.js';

let db: FreshDatabase;
let store: Store;
beforeAll(async () => {
  db = await freshDatabase('identity');
  ({ store } = await openSmallWorld(db, 4));
});
afterAll(async () => {
  await store?.close();
  await db?.drop();
});

const FUTURE = '2099-01-01T00:00:00.000Z';
const signIn = (personId: string, sessionHash: string, expiresAt = FUTURE) => store.identity.openSession({ tenantId: hanbit.id, personId, sessionHash, csrfToken: 'csrf', expiresAt, audit: auditEntry('session.opened', personId) });
const token = (personId: string, tokenHash: string, expiresAt = FUTURE) => store.identity.createToken({ tenantId: hanbit.id, personId, id: randomUUID(), name: 'ci', tokenHash, scopes: ['ask'], expiresAt, audit: auditEntry('token.created', personId) });

describe('sessions', () => {
  it('end when closed, expired, or the person is disabled', async () => {
    const analyst = personOf('analyst').id;
    await signIn(analyst, 'one');
    await signIn(analyst, 'old', '2020-01-01T00:00:00.000Z');
    expect(await store.identity.bySession('old')).toBeUndefined();
    const identity = (await store.identity.bySession('one'))!;
    expect(identity.groups).toEqual([hanbit.groups.analysts.id]);
    await store.identity.closeSession(northwind.id, identity.credentialId, auditEntry('session.closed', analyst));
    expect(await store.identity.bySession('one')).toBeDefined();
    await store.identity.closeSession(hanbit.id, identity.credentialId, auditEntry('session.closed', analyst));
    expect(await store.identity.bySession('one')).toBeUndefined();
    await signIn(analyst, 'two');
    await db.owner.query('update people set disabled_at = now() where id = $1', [analyst]);
    expect([await store.identity.bySession('two'), await store.identity.credentials('analyst@hanbit.example'), await store.access.person(hanbit.id, analyst)]).toEqual([undefined, undefined, undefined]);
    await db.owner.query('update people set disabled_at = null where id = $1', [analyst]);
  });

  it('follow the language a person chose', async () => {
    await signIn(personOf('auditor').id, 'lang');
    expect((await store.identity.bySession('lang'))!.locale).toBe('ko');
    await store.identity.setLocale(hanbit.id, personOf('auditor').id, 'en');
    expect((await store.identity.bySession('lang'))!.locale).toBe('en');
  });
});

describe('API tokens', () => {
  it('act for their person with their own scopes, until revoked or expired', async () => {
    const analyst = personOf('analyst').id;
    const made = await token(analyst, 'secret-hash');
    expect(made).toMatchObject({ name: 'ci', scopes: ['ask'], lastUsedAt: null, revokedAt: null, createdAt: AT });
    expect(await store.identity.byToken('secret-hash')).toMatchObject({ kind: 'token', credentialId: made.id, personId: analyst, scopes: ['ask'], csrfToken: null, roles: ['analyst'] });
    expect((await store.identity.listTokens(hanbit.id, analyst))[0]!.lastUsedAt).not.toBeNull();
    expect(await store.identity.revokeToken(hanbit.id, personOf('analyst2').id, made.id, auditEntry('token.revoked', made.id))).toBe(false);
    expect(await store.identity.revokeToken(hanbit.id, analyst, made.id, auditEntry('token.revoked', made.id))).toBe(true);
    expect(await store.identity.byToken('secret-hash')).toBeUndefined();
    await token(analyst, 'expired-hash', '2020-01-01T00:00:00.000Z');
    expect(await store.identity.byToken('expired-hash')).toBeUndefined();
  });
});

describe('a person who moves to another organization', () => {
  it('leaves roles, groups, sessions and tokens behind, and both chains record it', async () => {
    const { id } = personOf('approver');
    await signIn(id, 'before');
    await token(id, 'before-token');
    await store.identity.movePerson(id, hanbit.id, northwind.id, auditEntry('person.moved', id));
    expect([await store.access.person(hanbit.id, id), await store.identity.bySession('before'), await store.identity.byToken('before-token')]).toEqual([undefined, undefined, undefined]);
    expect(await store.access.person(northwind.id, id)).toMatchObject({ roles: ['analyst'], groups: [] });
    expect(await store.identity.credentials('approver@hanbit.example')).toMatchObject({ tenantId: northwind.id, personId: id });
    for (const tenant of [hanbit, northwind]) expect((await store.audit.list(tenant.id, { action: 'person.moved' }, { limit: 5 })).items).toHaveLength(1);
  });
});

describe('the audit list', () => {
  it('is filtered by what, who, when and whom, and paged newest first', async () => {
    const mark = randomUUID();
    for (let i = 0; i < 5; i += 1) await store.audit.append(northwind.id, [auditEntry('result.read', mark, { at: `2026-07-0${i + 1}T00:00:00.000Z`, state: i % 2 ? 'ANSWERED' : null, dataSourceId: northwind.dataSourceId, actor: { kind: 'system', id: 'x', name: 'x' } })]);
    const seqs = async (filter: object, limit = 50) => (await store.audit.list(northwind.id, { subjectId: mark, ...filter }, { limit })).items.map((row) => row.entry.at.slice(8, 10));
    expect(await seqs({})).toEqual(['05', '04', '03', '02', '01']);
    expect(await seqs({ from: '2026-07-02T00:00:00.000Z', to: '2026-07-04T00:00:00.000Z' })).toEqual(['03', '02']);
    expect(await seqs({ state: 'ANSWERED' })).toEqual(['04', '02']);
    expect(await seqs({ action: 'token.created' })).toEqual([]);
    expect(await seqs({ actorId: 'x', dataSourceId: northwind.dataSourceId })).toHaveLength(5);
    const first = await store.audit.list(northwind.id, { subjectId: mark }, { limit: 3 });
    const second = await store.audit.list(northwind.id, { subjectId: mark }, { limit: 3, cursor: first.nextCursor! });
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([3, 2, null]);
    expect(await store.audit.list(northwind.id, {}, { limit: 3, cursor: 'no' })).toEqual({ items: [], nextCursor: null });
  });

  it('streams more than one page without losing or repeating a record', async () => {
    await store.audit.append(northwind.id, Array.from({ length: 1_100 }, (_, i) => auditEntry('result.read', `bulk-${i}`)));
    const seen: number[] = [];
    for await (const page of store.audit.stream(northwind.id, {})) {
      expect(page.length).toBeLessThanOrEqual(500);
      seen.push(...page.map((r) => r.seq));
    }
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, i) => i + 1));
    expect(seen.length).toBeGreaterThan(1_100);
  });
});
