import { verifyExport } from '@countersign/audit';
import { ADAPTED_ENGINES, Engine } from '@countersign/contracts';
import { DEMO } from '@countersign/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from './http-client.js';
import { AUDIT_SIGNER, startWorld, type World } from './world.js';

/** Of the engines that have a name. */
const ENGINES_WITHOUT_ADAPTER = Engine.options.filter((engine) => !ADAPTED_ENGINES.includes(engine));

describe('administration and audit', () => {
  let world: World;
  let admin: HttpClient;
  let auditor: HttpClient;
  beforeAll(async () => {
    world = await startWorld('administration');
    [admin, auditor] = [await world.as('admin'), await world.as('auditor')];
  });
  afterAll(() => world.stop());

  const source = { name: 'Ledger', engine: 'postgres', host: 'db.example', port: 5432, database: 'ledger', username: 'reader', password: 'hunter2-very-secret' };

  it('registers a data source unproven, asks the collector for proof, and never shows its password again', async () => {
    world.queued.length = 0;
    const added = await admin.post('/v1/data-sources', source);
    expect([added.status, added.body['status']]).toEqual([202, 'unproven']);
    expect(world.queued.map(({ queue, payload }) => [queue, (payload as unknown as { dataSourceId: string }).dataSourceId])).toEqual([['probe', added.body['id']]]);
    const sealed = await world.store.admin.sealedCredential(DEMO.hanbit.id, String(added.body['id']));
    expect(sealed).toMatch(/^v2\./);
    const exported = await auditor.get('/v1/audit/export');
    for (const text of [added.text, (await admin.get('/v1/data-sources')).text, exported.text, sealed ?? '']) expect(text).not.toContain('hunter2');
  });
  it.each(ENGINES_WITHOUT_ADAPTER)('refuses a source of %s, which nothing could prove yet', async (engine) => {
    const before = await world.rowCounts();
    const reply = await admin.post('/v1/data-sources', { ...source, engine });
    expect([reply.status, reply.body['code'], reply.body['params']]).toEqual([422, 'engine-not-supported', { engine }]);
    expect(await world.rowCounts()).toEqual(before);
  });
  describe('an edited source', () => {
    let id: string;
    const edit = (body: object) => admin.send('PATCH', `/v1/data-sources/${id}`, { body });
    beforeAll(async () => { id = String((await admin.post('/v1/data-sources', { ...source, name: 'Edited' })).body['id']); });

    it('keeps its revision under another name, and gets a new one with other limits', async () => {
      expect((await edit({ name: 'Ledger 2' })).body).toMatchObject({ name: 'Ledger 2', revision: 1 });
      const { caps } = (await edit({ name: 'Ledger 2' })).body as { caps: object };
      expect((await edit({ caps })).body).toMatchObject({ revision: 1 });
      expect((await edit({ caps: { ...caps, maxRows: 7 } })).body).toMatchObject({ revision: 2, caps: { maxRows: 7 } });
    });
    it.each([['host', 'evil.example'], ['port', 5433], ['database', 'other'], ['username', 'root'], ['tls', 'off'], ['connection', { schema: 'x' }]])('never sends its secret to another place: a new %s takes the password again', async (field, value) => {
      const reply = await edit({ [field]: value });
      expect([reply.status, reply.body['code']]).toEqual([422, 'credential-required']);
    });
    it('is proved anew at another place, and says nowhere what its password is', async () => {
      world.queued.length = 0;
      const moved = await edit({ host: 'db2.example', username: 'reader2', password: 'another-very-secret' });
      expect(moved.body).toMatchObject({ host: 'db2.example', username: 'reader2', revision: 3, status: 'unproven' });
      expect(world.queued.map(({ payload }) => payload)).toMatchObject([{ dataSourceId: id, revision: 3 }]);
      for (const text of [moved.text, (await admin.get('/v1/data-sources')).text, (await auditor.get('/v1/audit/export')).text]) expect(text).not.toContain('very-secret');
    });
    it('takes another password of the same account without a new revision, and has it tried', async () => {
      world.queued.length = 0;
      const before = await world.store.admin.sealedCredential(DEMO.hanbit.id, id);
      const rotated = await admin.post(`/v1/data-sources/${id}/credential`, { password: 'third-very-secret' });
      expect([rotated.status, rotated.body['revision']]).toEqual([202, 3]);
      expect(await world.store.admin.sealedCredential(DEMO.hanbit.id, id)).not.toBe(before);
      expect(world.queued).toHaveLength(1);
    });
    it('refuses what is no certificate', async () => {
      expect((await edit({ connection: { ca: 'not a certificate' }, password: 'p' })).body['code']).toBe('invalid-body');
    });
    it('loses no client key: every password that is given comes with the key of its certificate', async () => {
      const { cert, key } = { cert: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----', key: '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----' };
      const certified = await admin.post('/v1/data-sources', { ...source, name: 'Certified', connection: { clientCertificate: cert }, clientKey: key });
      const stored = () => world.store.admin.sealedCredential(DEMO.hanbit.id, String(certified.body['id']));
      const [before, path] = [await stored(), `/v1/data-sources/${String(certified.body['id'])}`];
      const codes = [
        await admin.post('/v1/data-sources', { ...source, connection: { clientCertificate: cert } }),
        await admin.post('/v1/data-sources', { ...source, clientKey: key }),
        await admin.post(`${path}/credential`, { password: 'p' }),
        await admin.send('PATCH', path, { body: { password: 'p' } }),
        await admin.send('PATCH', path, { body: { host: 'db3.example', password: 'p' } }),
        await admin.send('PATCH', path, { body: { clientKey: key } }),
        await admin.send('PATCH', path, { body: { connection: {}, password: 'p', clientKey: key } }),
        await admin.post(`/v1/data-sources/${id}/credential`, { password: 'p', clientKey: key }),
      ].map((reply) => [reply.status, reply.body['code']]);
      expect(codes).toEqual([[422, 'client-key-required'], [422, 'client-certificate-required'], [422, 'client-key-required'], [422, 'client-key-required'], [422, 'client-key-required'], [422, 'client-key-without-password'], [422, 'client-certificate-required'], [422, 'client-certificate-required']]);
      expect(await stored()).toBe(before);
      expect((await admin.post(`${path}/credential`, { password: 'p', clientKey: key })).status).toBe(202);
      expect((await admin.send('PATCH', path, { body: { connection: {}, password: 'p' } })).status).toBe(200);
    });
    it('is switched on again once, unproven', async () => {
      await admin.send('DELETE', `/v1/data-sources/${id}`);
      expect((await admin.post(`/v1/data-sources/${id}/enable`, {})).body).toMatchObject({ status: 'unproven', revision: 4 });
      expect((await admin.post(`/v1/data-sources/${id}/enable`, {})).body['code']).toBe('conflict');
    });
    it('tells admins what became of its tables', async () => {
      expect((await admin.get(`/v1/data-sources/${id}/drifts`)).body).toEqual({ items: [] });
      expect((await auditor.get(`/v1/data-sources/${id}/drifts`)).status).toBe(403);
    });
  });
  it('tells askers which sources they may ask, and not where those are', async () => {
    const analyst = await world.as('analyst');
    const listed = (await analyst.get('/v1/data-sources')).body as { items: { id: string; host: string; username: string }[] };
    expect(listed.items.map(({ id, host, username }) => [id, host, username])).toEqual([[DEMO.hanbit.dataSourceId, '', '']]);
    expect((await auditor.get('/v1/data-sources')).body['items']).toEqual([]);
  });
  it('disables a source once', async () => {
    const { body } = await admin.post('/v1/data-sources', { ...source, name: 'Old' });
    expect((await admin.send('DELETE', `/v1/data-sources/${String(body['id'])}`)).status).toBe(204);
    expect((await admin.send('DELETE', `/v1/data-sources/${String(body['id'])}`)).status).toBe(404);
    expect((await admin.post(`/v1/data-sources/${String(body['id'])}/probe`, {})).body['code']).toBe('data-source-not-ready');
  });
  it('refuses a grant to a stranger and on a stranger’s source', async () => {
    const grant = { subject: { kind: 'person', id: DEMO.hanbit.people[0]?.id }, dataSourceId: DEMO.hanbit.dataSourceId, objects: '*', expiresAt: null };
    const strange = async (changes: object) => { const { status, body } = await admin.post('/v1/grants', { ...grant, ...changes }); return [status, body['code'], body['params']]; };
    const [person, group, dataSource] = [DEMO.northwind.people[0]?.id, DEMO.northwind.groups.analysts.id, DEMO.northwind.dataSourceId];
    expect(await strange({ subject: { kind: 'person', id: person } })).toEqual([400, 'unknown-id', { what: 'person', id: person }]);
    expect(await strange({ subject: { kind: 'group', id: group } })).toEqual([400, 'unknown-id', { what: 'group', id: group }]);
    expect(await strange({ dataSourceId: dataSource })).toEqual([400, 'unknown-id', { what: 'data source', id: dataSource }]);
    expect((await admin.post('/v1/grants', grant)).status).toBe(201);
  });
  it('lists people, groups, packs, grants and policies to whom they concern', async () => {
    const people = (await admin.get('/v1/people')).body as { items: { email: string }[] };
    expect(people.items).toHaveLength(6);
    expect((await (await world.as('analyst')).get('/v1/people')).body['code']).toBe('forbidden');
    expect(((await admin.get('/v1/packs')).body as { items: { id: string }[] }).items.map(({ id }) => id)).toEqual(['commerce']);
    expect((await auditor.get('/v1/grants')).status).toBe(200);
    expect((await auditor.get('/v1/policies')).status).toBe(200);
  });
  describe('a row filter', () => {
    const add = (table: string, predicate: string) => admin.post('/v1/policies', { name: 'filter', rule: { kind: 'row-filter', table, predicate, groups: [] } });
    it.each([
      ['an unknown table', 'nope', 'order_id > 1', 'policy-table-unknown'],
      ['an unknown column', 'orders', 'nope = 1', 'policy-predicate-invalid'],
      ['a broken predicate', 'orders', 'order_id >', 'policy-predicate-invalid'],
      ['one that breaks out', 'orders', '1 = 1) or (1 = 1', 'policy-predicate-invalid'],
      ['no condition', 'orders', 'order_id', 'policy-predicate-invalid'],
      ['a subquery', 'orders', 'order_id in (select 1)', 'policy-predicate-invalid'],
      ['a function that is not on the list', 'orders', 'pg_sleep(9) is null', 'policy-predicate-invalid'],
    ])('is refused with %s, and nothing changes', async (_what, table, predicate, code) => {
      const before = await world.rowCounts();
      const reply = await add(table, predicate);
      expect([reply.status, reply.body['code']]).toEqual([422, code]);
      expect(await world.rowCounts()).toEqual(before);
    });
    it('says what is wrong with it, and where', async () => {
      const { params } = (await add('orders', 'order_idd = 1')).body as { params: Record<string, string> };
      expect(params).toMatchObject({ source: 'Commerce', rule: 'unknown-column' });
      expect(params['detail']).toMatch(/order_idd.*line 1, column 1.*order_id/);
    });
    it('is taken when every source that has its table can carry it', async () => {
      expect((await add('orders', 'order_id > 1')).status).toBe(201);
    });
  });
  it('keeps a person’s language', async () => {
    expect((await admin.send('PATCH', '/v1/me', { body: { locale: 'ko' } })).body['locale']).toBe('ko');
    expect((await admin.get('/v1/jobs/not-an-id')).body['title']).toBe('찾을 수 없습니다.');
  });

  describe.each(['jsonl', 'csv'] as const)('the export as %s', (format) => {
    const lines = function* (text: string): Generator<string> {
      let from = 0;
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
        yield text.slice(from, at + 1);
        from = at + 1;
      }
      if (from < text.length) yield text.slice(from);
    };
    const summary = async (text: string) => {
      const { body: key } = await auditor.get('/v1/audit/key');
      const check = verifyExport(lines(text), { publicKey: String(key['publicKey']) });
      let step = await check.next();
      while (!step.done) step = await check.next();
      return step.value;
    };
    it('verifies, holds its own making, and shows a flipped byte', async () => {
      const reply = await auditor.get(`/v1/audit/export?format=${format}`);
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-disposition')).toMatch(new RegExp(`attachment; filename="countersign-audit-.*\\.${format}"`));
      expect(reply.text).toContain('audit.exported');
      expect(await summary(reply.text)).toMatchObject({ intact: true, omitted: 0, signature: 'proved', manifest: { signedBy: { keyId: AUDIT_SIGNER.keyId } } });
      expect(await summary(reply.text.replace('session.opened', 'session.0pened'))).toMatchObject({ intact: false });
    });
    it('verifies when filtered', async () => {
      const reply = await auditor.get(`/v1/audit/export?format=${format}&action=session.opened`);
      expect(await summary(reply.text)).toMatchObject({ intact: true });
      expect(reply.text).not.toContain('grant.given');
    });
  });

  it('shows records, newest first, with the state of the chain', async () => {
    const page = (await auditor.get('/v1/audit?limit=5')).body as { items: { seq: number }[]; nextCursor: string; verified: { intact: boolean; upToSeq: number } };
    expect(page.items).toHaveLength(5);
    expect(page.verified.intact).toBe(true);
    expect(page.verified.upToSeq).toBeGreaterThan(5);
    const next = (await auditor.get(`/v1/audit?limit=5&cursor=${page.nextCursor}`)).body as typeof page;
    expect(next.items[0]?.seq).toBe((page.items[4]?.seq ?? 0) - 1);
  });
  it('shows a chain that someone with the owner’s rights changed as broken, and up to where it is whole', async () => {
    const stranger = await world.as('auditor', DEMO.northwind);
    await world.owner.query('alter table audit_records disable trigger user');
    await world.owner.query(`update audit_records set body = body || ' ' where tenant_id = $1 and seq = 3`, [DEMO.northwind.id]);
    await world.owner.query('alter table audit_records enable trigger user');
    expect((await stranger.get('/v1/audit')).body['verified']).toMatchObject({ intact: false, upToSeq: 2 });
  });
  it('lets neither analyst nor approver read or export it', async () => {
    for (const key of ['analyst', 'approver'] as const) {
      const client = await world.as(key);
      expect((await client.get('/v1/audit')).body['code']).toBe('forbidden');
      expect((await client.get('/v1/audit/export')).body['code']).toBe('forbidden');
    }
  });
});
