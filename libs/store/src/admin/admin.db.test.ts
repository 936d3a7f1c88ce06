import { randomUUID } from 'node:crypto';
import { type Catalogue, type Finding, type Grant, type Policy, canonicalJson } from '@countersign/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../seed/seed-demo.js';
import { type FreshDatabase, freshDatabase } from '../spec/fresh-database.js';
import { AT, SEED, auditEntry, hanbit, northwind, openSmallWorld, personOf } from '../spec/small-world.js';
import type { Store } from '../store.js';

let db: FreshDatabase;
let store: Store;
beforeAll(async () => {
  db = await freshDatabase('admin');
  ({ store } = await openSmallWorld(db, 4));
});
afterAll(async () => {
  await store?.close();
  await db?.drop();
});

const catalogue = (column: string): Catalogue => ({ engine: 'postgres', version: '18', searchPath: ['public'], tables: [{ schema: 'public', name: 'orders', kind: 'table', columns: [{ name: column, type: 'int4', nullable: false }], primaryKey: [], uniqueKeys: [], foreignKeys: [], fingerprint: column.repeat(8) }] });
const probe = (status: 'ready' | 'refused' | 'unreachable', found: Catalogue | null) => store.sources.load(hanbit.id, hanbit.dataSourceId).then((source) => store.admin.saveProbe({ tenantId: hanbit.id, dataSourceId: hanbit.dataSourceId, revision: source!.revision, status, at: AT, steps: [{ check: 'reach', status: 'pass', detail: 'ok' }], catalogue: found, drift: null, bindings: [], audit: auditEntry('data-source.proved', hanbit.dataSourceId) }));
const actions = async () => (await store.audit.list(hanbit.id, {}, { limit: 100 })).items.map((row) => row.entry.action);

describe('the demo seed', () => {
  it('makes two organizations of six people by role, with a group of approvers, grants, a pack and the review rule', async () => {
    for (const tenant of [hanbit, northwind]) {
      const people = await store.identity.people(tenant.id);
      expect(people.map((p) => [p.email.split('@')[0], p.roles.join(), p.groups.map((g) => g.name).join()])).toEqual([
        ['admin', 'admin', ''], ['analyst', 'analyst', 'Analysts'], ['approver', 'approver', 'Finance approvers'], ['auditor', 'auditor', ''], ['analyst2', 'analyst', 'Analysts'], ['approver2', 'approver', 'Finance approvers'],
      ]);
      expect(await store.packs.currentVersion(tenant.id, 'commerce')).toBe(1);
      expect((await store.access.policies(tenant.id)).policies.map((p) => p.rule.kind)).toEqual(['approvers']);
      const analyst = (await store.access.person(tenant.id, personOf('analyst', tenant).id))!;
      expect(await store.access.grants(tenant.id, analyst, tenant.dataSourceId)).toMatchObject([{ objects: '*', subject: { kind: 'group' }, unmask: [], revokedAt: null }]);
    }
  });

  it('changes nothing when run again, and follows a warehouse that moved', async () => {
    const before = await Promise.all([store.audit.head(hanbit.id), store.admin.dataSources(hanbit.id)]);
    const again = await seedDemo({ databaseUrl: db.databaseUrl, applicationName: 'seed' }, SEED);
    expect(again.toProve).toHaveLength(2);
    expect(await Promise.all([store.audit.head(hanbit.id), store.admin.dataSources(hanbit.id)])).toEqual(before);
    await seedDemo({ databaseUrl: db.databaseUrl, applicationName: 'seed' }, { ...SEED, source: { ...SEED.source, port: 5433 }, packs: [{ ...SEED.packs[0]!, files: { 'pack.yaml': 'id: commerce # new' } }] });
    expect((await store.admin.dataSources(hanbit.id))[0]).toMatchObject({ port: 5433, revision: 2, status: 'unproven' });
    expect(await store.packs.currentVersion(hanbit.id, 'commerce')).toBe(2);
  });
});

describe('what a question is judged by', () => {
  const about = { askerId: personOf('analyst').id, approverId: null, dataSourceId: hanbit.dataSourceId, packId: 'commerce' };

  it('names every published pack, and who wrote the automatic approvals where a rule may decide', async () => {
    const { packs, packVersion, binding, ruleAuthors } = await store.access.live(hanbit.id, { ...about, ruleAuthors: true });
    expect(packs).toEqual(await store.packs.forSource(hanbit.id, hanbit.dataSourceId));
    expect({ packVersion, binding, ruleAuthors }).toEqual({ packVersion: packs.find(({ id }) => id === 'commerce')?.version, binding: packs.find(({ id }) => id === 'commerce')?.binding, ruleAuthors: [] });
    const authorId = personOf('admin').id;
    await db.owner.query(`insert into policies (tenant_id, id, version, name, author_id, enabled, rule) values ($1, gen_random_uuid(), 1, 'auto', $2, true, '{"kind": "auto-approval"}')`, [hanbit.id, authorId]);
    expect((await store.access.live(hanbit.id, { ...about, ruleAuthors: true })).ruleAuthors).toEqual([await store.access.person(hanbit.id, authorId)]);
    expect((await store.access.live(hanbit.id, about)).ruleAuthors).toEqual([]);
    expect((await store.access.live(northwind.id, { ...about, ruleAuthors: true })).ruleAuthors).toEqual([]);
    await db.owner.query(`delete from policies where name = 'auto'`);
  });

  it('is the same when it comes with the job, of which another organization sees nothing', async () => {
    const jobId = randomUUID();
    await store.jobs.create({
      id: jobId, tenantId: hanbit.id, askerId: about.askerId, askerName: 'A', dataSourceId: about.dataSourceId, packId: 'commerce', packVersion: 1, question: 'q', locale: 'en', today: '2026-06-30',
      createdAt: AT, traceparent: null, idempotencyKey: null, requestHash: 'a', timings: [], audit: [auditEntry('question.asked', jobId)],
    });
    const approverId = personOf('approver').id;
    const approval = { id: randomUUID(), decision: 'approve' as const, by: { kind: 'person' as const, personId: approverId, name: 'B' }, digest: '0'.repeat(64), revision: 1, reasonCode: null, comment: null, decidedAt: AT, validUntil: AT, usesLeft: 1 };
    const comesWithTheJob = async (approvedBy: string | null) => {
      const live = await store.access.live(hanbit.id, { ...about, approverId: approvedBy, ruleAuthors: true });
      expect(await store.access.jobWithLive(hanbit.id, { jobId, ruleAuthors: true })).toEqual({ job: await store.jobs.load(hanbit.id, jobId), live });
    };
    await comesWithTheJob(null);
    await store.jobs.apply({ tenantId: hanbit.id, jobId, dataSourceId: about.dataSourceId, expectedVersion: 0, from: 'RECEIVED', to: 'RESOLVING', nextStage: null, actor: { kind: 'system', id: 's', name: 's' }, reason: null, at: AT, writes: { approval }, timings: [], audit: [], traceparent: null });
    await comesWithTheJob(approverId);
    expect(await store.access.jobWithLive(northwind.id, { jobId, ruleAuthors: true })).toBeUndefined();
  });
});

describe('data sources', () => {
  it('show what the probe found, and never the credential', async () => {
    await probe('ready', catalogue('order_id'));
    const source = (await store.sources.load(hanbit.id, hanbit.dataSourceId))!;
    expect(source).toMatchObject({ status: 'ready', probe: { at: AT }, catalogue: { tables: 1, at: AT } });
    expect(source).toEqual((await store.admin.dataSources(hanbit.id)).find((s) => s.id === source.id));
    expect(JSON.stringify(source)).not.toContain('sealed');
    expect(await store.admin.sealedCredential(hanbit.id, hanbit.dataSourceId)).toBe(`sealed for ${hanbit.dataSourceId}`);
    expect(await store.admin.sealedCredential(northwind.id, hanbit.dataSourceId)).toBeUndefined();
  });

  it('give the catalogue of now, though a process keeps the last one it saw', async () => {
    expect(await store.sources.catalogue(hanbit.id, hanbit.dataSourceId)).toEqual(catalogue('order_id'));
    await probe('ready', catalogue('order_no'));
    expect(await store.sources.catalogue(hanbit.id, hanbit.dataSourceId)).toEqual(catalogue('order_no'));
    await probe('refused', null);
    expect(await store.sources.catalogue(hanbit.id, hanbit.dataSourceId)).toEqual(catalogue('order_no'));
    expect(await store.sources.catalogue(northwind.id, hanbit.dataSourceId)).toBeUndefined();
  });

  it('rise in revision when disabled, once, and a late probe does not switch them on again', async () => {
    const id = randomUUID();
    const added = await store.admin.addDataSource(hanbit.id, id, { name: 'Other', engine: 'mssql', host: 'h', port: 1433, database: 'd', username: 'u', tls: 'verify', connection: {}, zone: 'default', caps: { maxRows: 10 } }, 'sealed', auditEntry('data-source.added', id));
    expect(added).toMatchObject({ id, dialect: 'tsql', status: 'unproven', revision: 1, caps: { maxRows: 10, timeoutMs: 30_000 } });
    expect(await store.admin.disableDataSource(hanbit.id, id, auditEntry('data-source.changed', id))).toBe(true);
    expect(await store.admin.disableDataSource(hanbit.id, id, auditEntry('data-source.changed', id))).toBe(false);
    await store.admin.saveProbe({ tenantId: hanbit.id, dataSourceId: id, revision: 2, status: 'ready', at: AT, steps: [], catalogue: null, drift: null, bindings: [], audit: auditEntry('data-source.proved', id) });
    expect(await store.sources.load(hanbit.id, id)).toMatchObject({ status: 'disabled', revision: 2 });
    expect((await actions()).filter((a) => a === 'data-source.changed')).toHaveLength(2);
  });

  it('are spoken to in the dialect of the version that was found', async () => {
    const id = randomUUID();
    await store.admin.addDataSource(hanbit.id, id, { name: 'Old', engine: 'oracle', host: 'h', port: 1521, database: 'XE', username: 'u', tls: 'verify', connection: {}, zone: 'default', caps: {} }, 'sealed', auditEntry('data-source.added', id));
    const found = async (version: string) => store.admin.saveProbe({ tenantId: hanbit.id, dataSourceId: id, revision: (await store.sources.load(hanbit.id, id))!.revision, status: 'ready', at: AT, steps: [], catalogue: { engine: 'oracle', version, searchPath: ['SALES'], tables: [] }, drift: null, bindings: [], audit: auditEntry('data-source.proved', id) });
    for (const [version, dialect, revision] of [['11.2.0.4.0', 'oracle11', 2], ['11.2.0.4.0', 'oracle11', 2], ['19.24.0.0.0', 'oracle', 3]] as const) {
      await found(version);
      expect(await store.sources.load(hanbit.id, id)).toMatchObject({ dialect, revision });
    }
  });

  it('that are away or unproven are due soon, others when their look is too old, and none that is switched off', async () => {
    const due = async (settled: string, unsettled: string) => (await store.system.dueSources({ settled, unsettled }, 50)).map(({ dataSourceId }) => dataSourceId).filter((id) => id === hanbit.dataSourceId);
    await probe('ready', null);
    const later = new Date(Date.parse(AT) + 1).toISOString();
    expect(await due(AT, '2999-01-01T00:00:00.000Z')).toEqual([]);
    expect(await due(later, AT)).toEqual([hanbit.dataSourceId]);
    await probe('unreachable', null);
    expect(await due(AT, later)).toEqual([hanbit.dataSourceId]);
    await probe('ready', null);
  });

  it('are another source once edited, keep nothing that a look at the former one found, and forget a secret for a new one', async () => {
    const { revision } = (await store.sources.load(hanbit.id, hanbit.dataSourceId))!;
    const edit = (changes: object, revised: boolean, unproven: boolean, sealed?: string) => store.admin.editDataSource(hanbit.id, hanbit.dataSourceId, { changes, revised, unproven, ...(sealed ? { sealed } : {}) }, auditEntry('data-source.changed', hanbit.dataSourceId));
    expect(await edit({ name: 'Sales' }, false, false)).toMatchObject({ name: 'Sales', revision, status: 'ready' });
    expect(await edit({ host: 'other', connection: { schema: 'shop' } }, true, true, 'sealed anew')).toMatchObject({ host: 'other', connection: { schema: 'shop' }, revision: revision + 1, status: 'unproven' });
    expect(await store.admin.sealedCredential(hanbit.id, hanbit.dataSourceId)).toBe('sealed anew');
    await store.admin.saveProbe({ tenantId: hanbit.id, dataSourceId: hanbit.dataSourceId, revision, status: 'ready', at: AT, steps: [], catalogue: null, drift: null, bindings: [], audit: auditEntry('data-source.proved', hanbit.dataSourceId) });
    expect((await store.sources.load(hanbit.id, hanbit.dataSourceId))!.status).toBe('unproven');
    expect(await store.admin.editDataSource(northwind.id, hanbit.dataSourceId, { changes: { name: 'theirs' }, revised: false, unproven: false }, auditEntry('data-source.changed', hanbit.dataSourceId))).toBeUndefined();
    await probe('ready', null);
  });

  it('keep the drift of their tables once, with the catalogue it leads from, and write one that is the same no second time', async () => {
    const look = async (column: string, rowEstimate: number, from: string) => store.admin.saveProbe({
      tenantId: hanbit.id, dataSourceId: hanbit.dataSourceId, revision: (await store.sources.load(hanbit.id, hanbit.dataSourceId))!.revision, status: 'ready', at: AT, steps: [], bindings: [],
      catalogue: { ...catalogue(column), tables: [{ ...catalogue(column).tables[0]!, rowEstimate }] }, audit: { ...auditEntry('data-source.proved', hanbit.dataSourceId), id: randomUUID() },
      drift: { from, counts: { appeared: 0, vanished: 0, changed: 1 }, appeared: [], vanished: [], changed: [{ table: 'public.orders', appeared: [column], vanished: [], retyped: [] }], packs: [] },
    });
    const fingerprint = async () => (await store.sources.load(hanbit.id, hanbit.dataSourceId))!.catalogue!.fingerprint;
    await look('order_key', 700, 'another');
    expect(await store.admin.drifts(hanbit.id, hanbit.dataSourceId)).toEqual([]);
    const first = await fingerprint();
    await look('order_code', 800, first);
    await look('order_code', 900, first);
    expect((await store.admin.drifts(hanbit.id, hanbit.dataSourceId)).map(({ drift }) => drift.changed[0]?.appeared)).toEqual([['order_code']]);
    expect((await store.sources.catalogue(hanbit.id, hanbit.dataSourceId))?.tables[0]?.rowEstimate).toBe(800);
    expect(await store.admin.drifts(northwind.id, hanbit.dataSourceId)).toEqual([]);
  });

  it('whose account may write all of a sudden are an escalation to the admins until it may not; so are names that a pack lost, to its keepers', async () => {
    const look = async (status: 'ready' | 'refused', bindings: { packId: string; findings: Finding[] }[] = []) => store.admin.saveProbe({
      tenantId: hanbit.id, dataSourceId: hanbit.dataSourceId, revision: (await store.sources.load(hanbit.id, hanbit.dataSourceId))!.revision, status, at: AT, drift: null, bindings, catalogue: status === 'ready' ? catalogue('order_id') : null,
      steps: [status === 'ready' ? { check: 'read-only', status: 'pass', detail: 'fine' } : { check: 'read-only', status: 'fail', detail: 'UPDATE on orders', fix: 'REVOKE UPDATE ON orders FROM reader;' }],
      audit: { ...auditEntry('data-source.proved', hanbit.dataSourceId), id: randomUUID() },
    });
    const open = async () => (await store.escalations.list(hanbit.id, {}, { limit: 50 })).items.filter(({ state }) => state !== 'closed').map(({ kind, packId, dataSourceId, findings }) => [kind, packId, dataSourceId, findings[0]?.rule]);
    await look('ready');
    await look('refused');
    await look('refused');
    expect(await open()).toEqual([['rights-drift', null, hanbit.dataSourceId, 'source-writable']]);
    expect((await store.escalations.list(hanbit.id, {}, { limit: 50 })).items[0]?.findings[0]?.params).toMatchObject({ fix: 'REVOKE UPDATE ON orders FROM reader;' });
    await look('ready', [{ packId: 'commerce', findings: [{ rule: 'binding-missing-table', severity: 'error', message: 'gone' }] }]);
    expect(await open()).toEqual([['binding-drift', 'commerce', hanbit.dataSourceId, 'binding-missing-table']]);
    await look('ready', [{ packId: 'commerce', findings: [{ rule: 'binding-extra-columns', severity: 'info', message: 'more' }] }]);
    expect(await open()).toEqual([]);
  });

  it('rise in revision when a binding changes, and not when it is written again', async () => {
    const { revision } = (await store.sources.load(hanbit.id, hanbit.dataSourceId))!;
    const binding = { tables: { orders: { name: 'ORDERS', columns: { order_id: 'ID' } } } };
    await store.admin.bindPack(hanbit.id, hanbit.dataSourceId, 'commerce', binding, auditEntry('pack.bound', hanbit.dataSourceId));
    await store.admin.bindPack(hanbit.id, hanbit.dataSourceId, 'commerce', binding, auditEntry('pack.bound', hanbit.dataSourceId));
    expect((await store.sources.load(hanbit.id, hanbit.dataSourceId))!.revision).toBe(revision + 1);
    expect(await store.sources.binding(hanbit.id, hanbit.dataSourceId, 'commerce')).toEqual(binding);
  });

  it('take what was proved under other names back to a draft', async () => {
    const id = randomUUID();
    const report = { findings: [], tests: { total: 0, failed: [] }, changes: [], affected: { tests: [], verified: [] }, policyChanges: [], suspicions: [] };
    await store.releases.add(hanbit.id, { id, packId: 'commerce', baseVersion: 1, rollbackOf: null, state: 'draft', author: { id: personOf('admin').id, name: 'A' }, writers: [], createdAt: AT, report, note: null, files: {} }, auditEntry('pack.drafted', id));
    await store.releases.move(hanbit.id, id, { from: ['draft'], to: 'proved' }, auditEntry('pack.proof-asked', id));
    await store.admin.bindPack(hanbit.id, hanbit.dataSourceId, 'commerce', { tables: { orders: { name: 'ORDERS', columns: { order_id: 'NR' } } } }, auditEntry('pack.bound', hanbit.dataSourceId));
    expect(await store.releases.load(hanbit.id, id)).toMatchObject({ state: 'draft', version: 2 });
  });
});

describe('grants and policies', () => {
  it('reach a person directly or through a group, until revoked', async () => {
    const auditor = (await store.access.person(hanbit.id, personOf('auditor').id))!;
    const grant: Grant = { id: randomUUID(), version: 1, subject: { kind: 'person', id: auditor.personId }, dataSourceId: hanbit.dataSourceId, objects: [{ table: 'orders', columns: ['order_id'] }], unmask: ['customers.email'], expiresAt: '2027-01-01T00:00:00.000Z', revokedAt: null };
    expect(await store.access.grants(hanbit.id, auditor, hanbit.dataSourceId)).toEqual([]);
    expect(canonicalJson(await store.admin.giveGrant(hanbit.id, grant, auditEntry('grant.given', grant.id)))).toBe(canonicalJson(grant));
    expect(await store.access.grants(hanbit.id, auditor, hanbit.dataSourceId)).toEqual([grant]);
    expect(await store.admin.revokeGrant(northwind.id, grant.id, AT, auditEntry('grant.revoked', grant.id))).toBe(false);
    expect(await store.admin.revokeGrant(hanbit.id, grant.id, AT, auditEntry('grant.revoked', grant.id))).toBe(true);
    expect(await store.admin.revokeGrant(hanbit.id, grant.id, AT, auditEntry('grant.revoked', grant.id))).toBe(false);
    expect(await store.access.grants(hanbit.id, auditor, hanbit.dataSourceId)).toEqual([]);
    expect((await store.admin.grants(hanbit.id)).find((g) => g.id === grant.id)).toMatchObject({ version: 2, revokedAt: AT });
  });

  it('refuse a grant on a data source of another organization', async () => {
    const grant: Grant = { id: randomUUID(), version: 1, subject: { kind: 'person', id: personOf('analyst').id }, dataSourceId: northwind.dataSourceId, objects: '*', unmask: [], expiresAt: null, revokedAt: null };
    await expect(store.admin.giveGrant(hanbit.id, grant, auditEntry('grant.given', grant.id))).rejects.toMatchObject({ kind: 'internal' });
  });

  it('raise the version of the policies with each change, and only then', async () => {
    const { version } = await store.access.policies(hanbit.id);
    const policy: Policy = { id: randomUUID(), version: 1, name: 'Own country', authorId: personOf('admin').id, rule: { kind: 'row-filter', table: 'orders', predicate: "ship_country_code = 'KR'", groups: [] }, enabled: true };
    await store.admin.addPolicy(hanbit.id, policy, auditEntry('policy.changed', policy.id));
    expect(await store.access.policies(hanbit.id)).toMatchObject({ version: version + 1, policies: expect.arrayContaining([policy]) as unknown });
    expect(await store.admin.disablePolicy(hanbit.id, policy.id, auditEntry('policy.changed', policy.id))).toBe(true);
    expect(await store.admin.disablePolicy(hanbit.id, policy.id, auditEntry('policy.changed', policy.id))).toBe(false);
    const now = await store.access.policies(hanbit.id);
    expect([now.version, now.policies.some((p) => p.id === policy.id)]).toEqual([version + 2, false]);
    expect((await store.access.policies(northwind.id)).version).toBe(1);
  });
});

describe('packs', () => {
  it('get a number each when published at the same time', async () => {
    const numbers = await Promise.all(Array.from({ length: 5 }, (_, i) => store.admin.publishPack(hanbit.id, 'erp', { 'pack.yaml': `v${i}` }, 'admin', auditEntry('pack.published', 'erp'))));
    expect([...numbers].sort()).toEqual([1, 2, 3, 4, 5]);
    expect((await store.admin.packs(hanbit.id)).map((p) => [p.id, p.version])).toEqual([['commerce', 2], ['erp', 5]]);
    expect(await store.packs.currentVersion(northwind.id, 'erp')).toBeUndefined();
  });
});
