import type { BlockedStatement, GateReport, Job } from '@countersign/contracts';
import { runStage, type Source } from '@countersign/pipeline';
import { DEMO } from '@countersign/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from './http-client.js';
import { personOf, startWorld, type World } from './world.js';

const SQL = 'SELECT count(*) AS n FROM orders WHERE order_id > 10';

describe('SQL over HTTP', () => {
  let world: World;
  let analyst: HttpClient;
  let approver: HttpClient;
  let approver2: HttpClient;
  const ran: string[] = [];
  const source: Source = {
    estimate: async () => ({ available: true, cost: 10, rows: 20, plan: [], fullScans: [] }),
    run: async (request, sink) => {
      ran.push(request.sql);
      await sink.columns([{ name: 'n', type: 'int8' }]);
      await sink.rows([['42']]);
      return { rowCount: 1, byteCount: 2, truncated: 'no', explainUs: 1, executeUs: 1, fetchUs: 1 };
    },
  };
  beforeAll(async () => {
    world = await startWorld('sql');
    [analyst, approver, approver2] = [await world.as('analyst'), await world.as('approver'), await world.as('approver2')];
  });
  afterAll(() => world.stop());

  const on = { dataSourceId: DEMO.hanbit.dataSourceId };
  const drain = async (): Promise<void> => {
    const ports = { ...world.ports, source, pulse: { during: async <T>(_run: object, work: (signal: AbortSignal) => Promise<T>) => work(new AbortController().signal) } };
    for (let next = world.queued.shift(); next; next = world.queued.shift()) await runStage(ports, next.payload, new AbortController().signal);
  };
  const sent = async (body: object = { sql: SQL }, client = analyst): Promise<Job> => {
    const reply = await client.post('/v1/sql/execute', { ...on, ...body });
    expect([reply.status, reply.text]).toEqual([202, expect.any(String)]);
    await drain();
    return (await world.store.jobs.load(DEMO.hanbit.id, String(reply.body['jobId']))) as Job;
  };
  const edit = (client: HttpClient, job: Job, body: object) => client.post(`/v1/approvals/${job.id}/edit`, { digest: job.review?.digest, version: job.version, ...body });
  const approve = (client: HttpClient, job: Job) => client.post(`/v1/approvals/${job.id}/decision`, { decision: 'approve', digest: job.review?.digest, version: job.version });
  const blocked = async (query = '', client?: HttpClient) => (await (client ?? (await world.as('auditor'))).get(`/v1/sql/blocked${query}`)).body as { items: BlockedStatement[]; nextCursor: string | null };

  it('checks a text: printed SQL, or rule, place and nearest names', async () => {
    const ok = await analyst.post('/v1/sql/check', { ...on, sql: SQL });
    expect(ok.body).toMatchObject({ packId: 'commerce', dataSource: { name: 'Commerce', dialect: 'postgres' }, report: { verdict: 'accept', tables: ['commerce.orders'], columns: ['commerce.orders.order_id'], functions: ['count'] } });
    const wrong = await analyst.post('/v1/sql/check', { ...on, sql: 'SELECT 1\nFROM order', language: 'canonical' });
    expect(wrong.status).toBe(200);
    const near = await analyst.post('/v1/sql/check', { ...on, sql: 'SELECT o.order_di\nFROM orders o' });
    expect(near.body['report']).toMatchObject({ verdict: 'reject', rule: 'unknown-column', at: { line: 1, column: 8, excerpt: expect.stringContaining('order_di') }, nearest: ['order_id'] });
  });
  it('puts in what the pack declares, recognises it by hand, and refuses another figure under its name', async () => {
    const report = async (sql: string) => (await analyst.post('/v1/sql/check', { ...on, sql, language: 'canonical' })).body['report'];
    expect(await report(`SELECT o.order_id, metric('order_count') AS n FROM orders o GROUP BY o.order_id`)).toMatchObject({ verdict: 'accept', declared: [{ kind: 'metric', id: 'order_count', how: 'injected' }] });
    expect(await report('SELECT count(*) AS order_count FROM orders')).toMatchObject({ verdict: 'accept', declared: [{ id: 'order_count', how: 'recognised' }] });
    expect(await report('SELECT sum(order_id) AS order_count FROM orders')).toMatchObject({ verdict: 'reject', rule: 'metric-redefined' });
    expect(await report(`SELECT metric('order_cuont') FROM orders`)).toMatchObject({ verdict: 'reject', rule: 'unresolved-metric', nearest: ['order_count'] });
  });
  it.each([[{ sql: '' }, 422, 'sql-empty'], [{ sql: 'x'.repeat(32_001) }, 422, 'sql-too-long'], [{ sql: SQL, packId: 'nowhere' }, 422, 'unknown-pack'], [{ sql: SQL, dataSourceId: '00000000-0000-7000-8000-000000000001' }, 422, 'unknown-data-source'], [{ sql: SQL, language: 'klingon' }, 400, 'invalid-body'], [{ sql: 5 }, 400, 'invalid-body']])('says what is wrong with the request: %#', async (body, status, code) => {
    for (const route of ['check', 'execute']) {
      const reply = await analyst.post(`/v1/sql/${route}`, { ...on, ...body });
      expect([reply.status, reply.body['code']]).toEqual([status, code]);
    }
  });
  it('judges a NUL and half a character as the gate does: it names its rule', async () => {
    for (const sql of ['SELECT 1\u0000', 'SELECT \ud800']) expect((await analyst.post('/v1/sql/check', { ...on, sql })).body['report']).toMatchObject({ verdict: 'reject', rule: 'forbidden-character' });
  });
  it('is for askers with a grant only', async () => {
    expect((await (await world.as('auditor')).post('/v1/sql/check', { ...on, sql: SQL })).body['code']).toBe('forbidden');
    expect((await (await world.as('admin')).post('/v1/sql/check', { ...on, sql: SQL })).body['code']).toBe('no-grant');
  });

  it('runs SQL once another person approved exactly it, and answers with its rows', async () => {
    const job = await sent({ sql: SQL, title: 'orders so far' });
    expect(job).toMatchObject({ state: 'AWAITING_APPROVAL', question: 'orders so far', candidate: { origin: 'sql', language: 'native', sql: SQL } });
    expect((await approve(analyst, job)).body['code']).toBe('own-question');
    expect((await approve(approver, job)).status).toBe(200);
    await drain();
    const view = await analyst.get(`/v1/jobs/${job.id}`);
    expect(view.body['job']).toMatchObject({ state: 'ANSWERED', answer: { text: expect.stringMatching(/1/) } });
    expect(ran.at(-1)).toBe(job.review?.bundle.sql);
    expect((await analyst.get(`/v1/jobs/${job.id}/result`)).body['rows']).toEqual([['42']]);
  });
  it('counts one key once, also of requests that arrive together', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => analyst.post('/v1/sql/execute', { ...on, sql: SQL }, { headers: { 'idempotency-key': 'sql-1' } })));
    expect(new Set(replies.map(({ body }) => body['jobId'])).size).toBe(1);
    expect((await analyst.post('/v1/sql/execute', { ...on, sql: `${SQL} ` }, { headers: { 'idempotency-key': 'sql-1' } })).body['code']).toBe('idempotency-mismatch');
    world.queued.length = 0;
  });

  it('lets an approver change it; then neither asker nor editor but a third person approves', async () => {
    const job = await sent();
    const preview = await edit(approver, job, { sql: SQL.replace('10', '20'), preview: true });
    expect(preview.body).toMatchObject({ edited: false, state: 'AWAITING_APPROVAL', version: job.version, changes: [{ what: 'filter', change: 'changed', was: 'order_id > 10', now: 'order_id > 20' }] });
    expect((await edit(approver, job, { sql: SQL.replace('10', '20'), comment: 'only later ones' })).body).toMatchObject({ edited: true, state: 'GATING' });
    expect((await approve(approver2, job)).status).toBe(409);
    // While the gate looks at it again it is not gone.
    expect((await approver.get(`/v1/approvals/${job.id}`)).body).toMatchObject({ job: { state: 'GATING', review: null }, blockedBecause: 'own-edit', mayEdit: false });
    await drain();
    const edited = await world.reload(job);
    const packet = await approver2.get(`/v1/approvals/${job.id}`);
    expect(packet.body).toMatchObject({ blockedBecause: null, mayEdit: true, edits: [{ revision: 2, edit: { by: { name: 'Approver' }, comment: 'only later ones', changes: [{ now: 'order_id > 20' }] } }] });
    expect((await approver.get(`/v1/approvals/${job.id}`)).body).toMatchObject({ blockedBecause: 'own-edit', mayEdit: true });
    expect((await approve(approver, edited)).body['code']).toBe('own-edit');
    expect((await approve(approver2, edited)).status).toBe(200);
    await drain();
    expect(ran.at(-1)).toContain('20');
    const evidence = (await analyst.get(`/v1/jobs/${job.id}/evidence`)).body as { candidates: { revision: number; edit?: object }[] };
    expect(evidence.candidates.map(({ revision, edit }) => [revision, edit !== undefined])).toEqual([[1, false], [2, true]]);
  });
  it('refuses an edit by who may not decide, and one by a token', async () => {
    const job = await sent();
    const codes: Record<string, unknown> = {};
    for (const key of ['analyst', 'analyst2', 'admin', 'auditor'] as const) codes[key] = (await edit(await world.as(key), job, { sql: SQL })).body['code'];
    expect(codes).toEqual({ analyst: 'forbidden', analyst2: 'forbidden', admin: 'forbidden', auditor: 'forbidden' });
    const token = await approver.post('/v1/tokens', { name: 'agent', scopes: ['ask', 'read'], days: 1 });
    const agent = new HttpClient(world.url);
    agent.bearer = String(token.body['secret']);
    expect((await edit(agent, job, { sql: SQL.replace('10', '30') })).body['code']).toBe('forbidden');
    expect((await world.reload(job)).version).toBe(job.version);
  });
  it('lets one of two win who edit and approve at once', async () => {
    const job = await sent();
    const [edited, approved] = await Promise.all([edit(approver, job, { sql: SQL.replace('10', '40') }), approve(approver2, job)]);
    expect([edited.status, approved.status].sort()).toEqual([200, 409]);
    world.queued.length = 0;
  });

  it('keeps what was blocked: rule, place, who, origin and a digest, for admins and auditors', async () => {
    const mark = 'topsecret_marker';
    await analyst.post('/v1/sql/check', { ...on, sql: `DELETE FROM orders -- ${mark}` });
    await sent({ sql: `SELECT 1 FROM ${mark}`, title: 'elsewhere' });
    const job = await sent();
    await edit(approver, job, { sql: `SELECT pg_sleep(1) AS ${mark} FROM orders` });
    const { items } = await blocked();
    expect(items.slice(0, 3).map(({ origin, rule, who, jobId }) => [origin, rule, who.name, jobId === null])).toEqual([
      ['edit', expect.stringMatching(/function/), 'Approver', false], ['execute', 'unknown-table', 'Analyst', false], ['check', 'not-select', 'Analyst', true],
    ]);
    expect(items.every(({ textDigest, dataSourceId }) => /^[0-9a-f]{64}$/.test(textDigest ?? '') && dataSourceId === DEMO.hanbit.dataSourceId)).toBe(true);
    expect(items[0]?.dataSourceName).toBe('Commerce');
    const [first] = items;
    expect((await blocked(`?origin=check&limit=1`)).items).toMatchObject([{ origin: 'check', rule: 'not-select' }]);
    expect((await blocked(`?rule=unknown-table`)).items.every(({ rule }) => rule === 'unknown-table')).toBe(true);
    expect((await blocked(`?textDigest=${first?.textDigest}`)).items).toHaveLength(1);
    expect((await blocked(`?personId=${personOf(DEMO.hanbit, 'approver').id}`)).items.map(({ origin }) => origin)).toEqual(['edit']);
    expect((await blocked(`?to=2020-01-01T00:00:00Z`)).items).toEqual([]);
    const page = await blocked('?limit=2');
    expect((await blocked(`?limit=2&cursor=${page.nextCursor}`)).items[0]?.seq).toBeLessThan(page.items[1]?.seq ?? 0);
    const exported = await (await world.as('auditor')).get('/v1/audit/export');
    expect(exported.text).toContain('sql.blocked');
    expect(exported.text).not.toContain(mark);
    for (const key of ['analyst', 'approver'] as const) expect((await (await world.as(key)).get('/v1/sql/blocked')).body['code']).toBe('forbidden');
    expect((await blocked('', await world.as('auditor', DEMO.northwind))).items).toEqual([]);
  });
  it('masks a column for whom a policy names, everywhere, and says so', async () => {
    const admin = await world.as('admin');
    const rule = { kind: 'mask', table: 'orders', column: 'order_id', form: { kind: 'bucket', size: 100 }, groups: [DEMO.hanbit.groups.analysts.id] };
    const added = await admin.post('/v1/policies', { name: 'order numbers in hundreds', rule });
    expect(added.status).toBe(201);
    const job = await sent();
    expect(job.gateReport).toMatchObject({ masked: [{ column: 'commerce.orders.order_id', how: 'bucket:100' }] });
    expect(job.review?.bundle.masks).toEqual([{ id: added.body['id'], version: 1 }]);
    expect((await approver.get(`/v1/approvals/${job.id}`)).body['masked']).toEqual([{ column: 'commerce.orders.order_id', how: 'bucket:100' }]);
    // Whoever is in no such group meets the value.
    const open = (await approver.post('/v1/sql/check', { ...on, sql: SQL })).body['report'] as Extract<GateReport, { verdict: 'accept' }>;
    expect(open.masked).toBeUndefined();
    expect((await admin.send('DELETE', `/v1/policies/${String(added.body['id'])}`)).status).toBe(204);
    expect((await approve(approver, job)).body['code']).toBe('stale-policy');
    expect((await world.reload(job)).state).toBe('STALE');
  });
  it.each([
    [{ kind: 'mask', table: 'nowhere', column: 'a', form: { kind: 'null' } }, 422, 'policy-table-unknown'],
    [{ kind: 'mask', table: 'orders', column: 'nothing', form: { kind: 'null' } }, 422, 'policy-column-unknown'],
    [{ kind: 'mask', table: 'orders', column: 'order_id', form: { kind: 'expression', expression: 'pg_sleep(1)' } }, 422, 'policy-mask-invalid'],
    [{ kind: 'mask', table: 'orders', column: 'order_id', form: { kind: 'null' }, groups: [DEMO.northwind.groups.analysts.id] }, 400, 'unknown-id'],
    [{ kind: 'approvers', groupId: DEMO.northwind.groups.approvers.id, when: 'always', approvals: 1 }, 400, 'unknown-id'],
    [{ kind: 'auto-approval', when: { origins: ['sql'], maxCost: 1, maxEstimatedRows: 1, dataSourceIds: [DEMO.northwind.dataSourceId] } }, 400, 'unknown-id'],
    [{ kind: 'row-filter', table: 'orders', predicate: 'true', groups: ['00000000-0000-7000-8000-000000000009'] }, 400, 'unknown-id'],
  ])('refuses a policy that could not work: %#', async (rule, status, code) => {
    const admin = await world.as('admin');
    const kept = async () => { const { policies, audit_records, tenants } = await world.rowCounts(); return { policies, audit_records, tenants }; };
    const before = await kept();
    const reply = await admin.post('/v1/policies', { name: 'x', rule });
    expect([reply.status, reply.body['code']]).toEqual([status, code]);
    if (code === 'unknown-id') expect(reply.text).toMatch(/[0-9a-f-]{36}/);
    expect(await kept()).toEqual(before);
  });

  it('creates once what is sent twice under one key: grant, policy, data source; a token’s secret is not said again', async () => {
    const admin = await world.as('admin');
    const key = { headers: { 'idempotency-key': 'once' } };
    const bodies: Record<string, object> = {
      '/v1/grants': { subject: { kind: 'person', id: personOf(DEMO.hanbit, 'analyst2').id }, dataSourceId: DEMO.hanbit.dataSourceId, objects: '*', expiresAt: null },
      '/v1/policies': { name: 'none', rule: { kind: 'row-filter', table: 'orders', predicate: 'order_id > 0', groups: [DEMO.hanbit.groups.approvers.id] } },
      '/v1/data-sources': { name: 'Twice', engine: 'postgres', host: 'h', port: 1, database: 'd', username: 'u', password: 'very-secret-word' },
    };
    for (const [address, body] of Object.entries(bodies)) {
      const replies = await Promise.all([admin.post(address, body, key), admin.post(address, body, key), admin.post(address, body, key)]);
      expect(new Set(replies.map(({ status, body: { id } }) => `${status} ${String(id)}`)).size, address).toBe(1);
      expect((await admin.post(address, { ...body, name: 'other', expiresAt: '2030-01-01T00:00:00Z' }, key)).body['code'], address).toBe('idempotency-mismatch');
    }
    const first = await admin.post('/v1/tokens', { name: 't', scopes: ['read'], days: 1 }, key);
    const again = await admin.post('/v1/tokens', { name: 't', scopes: ['read'], days: 1 }, key);
    expect([first.status, again.status, again.body['code'], again.body['params']]).toEqual([201, 409, 'already-done', { id: first.body['id'] }]);
    expect(again.text).not.toContain('cs_');
    // The same key of somebody else is another key.
    expect((await approver.post('/v1/tokens', { name: 't', scopes: ['read'], days: 1 }, key)).status).toBe(201);
    const { rows } = await world.owner.query('select * from idempotent_requests');
    expect(JSON.stringify(rows)).not.toContain('very-secret-word');
  });
});
