import { routes, type AuditEntry, type Job, type ReleaseReport, type Route } from '@countersign/contracts';
import { DEMO } from '@countersign/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from './http-client.js';
import { bringToAnswer, bringToReview } from './reviewable-job.js';
import { startWorld, type World } from './world.js';

interface Operation {
  operationId: string;
  method: string;
  path: string;
}

/** A body that would do something, were it let through. */
function bodyFor(operationId: string, of: { dataSourceId: string; jobId: string; personId: string; digest: string; version: number }): object | undefined {
  const bodies: Record<string, object> = {
    askQuestion: { question: 'how many orders', dataSourceId: of.dataSourceId, packId: 'commerce' },
    clarifyJob: { term: 'revenue', ref: 'net_revenue', version: of.version },
    reviseJob: { question: 'orders in 2025', version: of.version },
    cancelJob: {},
    sendFeedback: { verdict: 'up' },
    checkSql: { sql: 'SELECT order_id FROM orders', dataSourceId: of.dataSourceId, packId: 'commerce' },
    executeSql: { sql: 'SELECT order_id FROM orders', dataSourceId: of.dataSourceId, title: 'orders' },
    editReview: { sql: 'SELECT order_id FROM orders', digest: of.digest, version: of.version },
    decide: { decision: 'approve', digest: of.digest, version: of.version },
    proposeVerified: { name: 'x' },
    decideVerified: { decision: 'accept' },
    bindDataSource: { packId: 'commerce', text: 'tables: {}' },
    openDraft: { packId: 'commerce' },
    saveDraft: { version: 0, files: {} },
    releaseDraft: { version: 0, note: 'x' },
    tryDraft: { question: 'orders', locale: 'en', today: '2026-06-30' },
    draftRelease: { files: { 'pack.yaml': 'pack: {}' } },
    proveRelease: { version: 0 },
    publishRelease: { version: 0 },
    rollbackPack: { packId: 'commerce', version: 1 },
    actOnEscalation: { action: 'take' },
    proposeMeaning: { jobId: of.jobId, term: 'revenue', as: 'default' },
    decideProposal: { decision: 'reject', reason: 'no' },
    setPackOwner: { packId: 'commerce', groupId: null },
    addDataSource: { name: 'x', engine: 'postgres', host: 'h', port: 1, database: 'd', username: 'u', password: 'p' },
    probeDataSource: {},
    editDataSource: { name: 'theirs' },
    rotateCredential: { password: 'p' },
    enableDataSource: {},
    giveGrant: { subject: { kind: 'person', id: of.personId }, dataSourceId: of.dataSourceId, objects: '*', unmask: [], expiresAt: null },
    changePolicy: { name: 'x', rule: { kind: 'row-filter', table: 'orders', predicate: 'true', groups: [] } },
    createToken: { name: 'x', scopes: ['ask', 'read', 'publish'], days: 1 },
    updateMe: { locale: 'en' },
    signIn: { email: 'nobody@nowhere.example', password: 'x' },
  };
  return bodies[operationId];
}

/** An escalation and a proposal about Hanbit's pack. */
async function careOf({ store, ports }: World, job: Job): Promise<[string, string]> {
  const [escalationId, proposalId] = [ports.ids.next(), ports.ids.next()];
  const at = ports.clock.now();
  const by = { id: job.askerId, name: job.askerName };
  const audit = (action: AuditEntry['action'], id: string): AuditEntry => ({ id: ports.ids.next(), at, action, actor: { kind: 'person', ...by }, subject: { kind: 'test', id }, dataSourceId: null, state: null, details: {} });
  const report: ReleaseReport = { findings: [], tests: { total: 0, failed: [] }, changes: [], affected: { tests: [], verified: [] }, policyChanges: [], suspicions: [{ rule: 'descriptions-emptied', severity: 'warning', message: 'many' }] };
  await store.releases.add(job.tenantId, { id: escalationId, packId: 'commerce', baseVersion: 1, rollbackOf: null, state: 'draft', author: by, writers: [], createdAt: at, report, note: null, files: {} }, audit('pack.drafted', escalationId));
  await store.proposals.propose(job.tenantId, {
    id: proposalId, packId: 'commerce', packVersion: 1, jobId: job.id, question: job.question, locale: 'en', term: 'sales', ref: 'net_revenue', label: 'net revenue', as: 'synonym', note: null,
    state: 'proposed', proposedBy: by, createdAt: at, reviewedBy: null, reviewedAt: null, reason: null, releaseId: null,
  }, audit('pack.meaning-proposed', proposalId));
  return [escalationId, proposalId];
}

describe('other tenants and no one', () => {
  let world: World;
  let waiting: Job;
  let answered: Job;
  let operations: Operation[];
  let secrets: string[];
  let releaseId: string;
  let verifiedId: string;
  let draftId: string;
  let escalationId: string;
  let proposalId: string;

  beforeAll(async () => {
    world = await startWorld('isolation');
    waiting = await bringToReview(world.ports, await world.newJob());
    const decided = await bringToReview(world.ports, await world.newJob());
    const approver = await world.as('approver');
    await approver.post(`/v1/approvals/${decided.id}/decision`, { decision: 'approve', digest: decided.review?.digest, version: decided.version });
    answered = await bringToAnswer(world.ports, await world.reload(decided));
    const document = (await new HttpClient(world.url).get('/openapi.json')).body as { paths: Record<string, Record<string, { operationId: string }>> };
    operations = Object.entries(document.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, { operationId }]) => ({ operationId, method: method.toUpperCase(), path })));
    releaseId = String((await (await world.as('admin')).post('/v1/packs/rollback', { packId: 'commerce', version: 1 })).body['id']);
    draftId = String((await (await world.as('admin')).post('/v1/packs/drafts', { packId: 'commerce' })).body['id']);
    verifiedId = String((await (await world.as('analyst')).post(`/v1/jobs/${answered.id}/verified-query`, { name: 'Orders, verified' })).body['id']);
    [escalationId, proposalId] = await careOf(world, answered);
    const token = await (await world.as('analyst')).post('/v1/tokens', { name: 'mine', scopes: ['read'], days: 1 });
    secrets = [escalationId, proposalId, releaseId, verifiedId, draftId, DEMO.hanbit.id, DEMO.hanbit.name, waiting.id, answered.id, answered.result?.id ?? '?', ...DEMO.hanbit.people.flatMap(({ id, email }) => [id, email]), DEMO.hanbit.dataSourceId, DEMO.hanbit.policyId, ...Object.values(DEMO.hanbit.grantIds), String(token.body['id'])];
  });
  afterAll(() => world.stop());

  /** Every id of Hanbit that a path could name. */
  const idsFor = (operationId: string): string[] => {
    if (/DataSource/.test(operationId)) return [DEMO.hanbit.dataSourceId];
    if (/^(decide|revoke)Verified/.test(operationId)) return [verifiedId];
    if (/^(get|save|discard|release|try)Draft/.test(operationId)) return [draftId];
    if (/Escalation/.test(operationId)) return [escalationId];
    if (/Proposal/.test(operationId)) return [proposalId];
    if (/Release/.test(operationId)) return [releaseId];
    if (/Grant/.test(operationId)) return Object.values(DEMO.hanbit.grantIds);
    if (/Policy/.test(operationId)) return [DEMO.hanbit.policyId];
    if (/Token/.test(operationId)) return [secrets.at(-1) ?? ''];
    return [waiting.id, answered.id];
  };
  const calls = (): { operation: Operation; address: string; body: object | undefined }[] => operations
    // Streams of one's own and signing out are looked at elsewhere; here they would end the walk.
    .filter(({ operationId }) => operationId !== 'signOut')
    .flatMap((operation) => (operation.path.includes('{id}') ? idsFor(operation.operationId) : ['']).map((id) => ({
      operation,
      address: operation.path.replace('{id}', id),
      body: bodyFor(operation.operationId, { dataSourceId: DEMO.hanbit.dataSourceId, jobId: answered.id, personId: DEMO.hanbit.people[0]?.id ?? '', digest: waiting.review?.digest ?? '', version: waiting.version }),
    })));
  /** What the walker said themselves may be said back. */
  const sentBy = (address: string, body: object | undefined, secret: string): boolean => address.includes(secret) || (JSON.stringify(body) ?? '').includes(secret);
  /** What a walk may add: records about the walker's own tenant, and its own things. */
  const hanbitRows = async (): Promise<Record<string, unknown>> => {
    const { rows: tables } = await world.owner.query<{ table_name: string }>(`select table_name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id' order by 1`);
    const state: Record<string, unknown> = {};
    for (const { table_name } of tables) {
      const { rows } = await world.owner.query(`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum, count(*) as n from "${table_name}" t where tenant_id = $1`, [DEMO.hanbit.id]);
      state[table_name] = rows[0];
    }
    return state;
  };

  it('the document has every route of the contract', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(routes).sort());
  });

  it.each(['analyst', 'approver', 'admin', 'auditor'] as const)('another tenant’s %s sees nothing and changes nothing on any route', async (key) => {
    const stranger = await world.as(key, DEMO.northwind);
    const before = await hanbitRows();
    for (const { operation, address, body } of calls()) {
      const reply = await stranger.send(operation.method, address, body === undefined ? {} : { body });
      const label = `${operation.method} ${address} → ${reply.status} ${reply.text.slice(0, 200)}`;
      if (operation.path.includes('{id}')) expect([403, 404], label).toContain(reply.status);
      expect(reply.status, label).not.toBe(500);
      for (const secret of secrets) if (!sentBy(address, body, secret)) expect(reply.text.includes(secret), `${label} holds ${secret}`).toBe(false);
    }
    expect(await hanbitRows()).toEqual(before);
  });

  it('another tenant’s token reaches nothing either', async () => {
    const owner = await world.as('admin', DEMO.northwind);
    const token = await owner.post('/v1/tokens', { name: 'all', scopes: ['ask', 'read', 'publish'], days: 1 });
    const stranger = new HttpClient(world.url);
    stranger.bearer = String(token.body['secret']);
    const before = await hanbitRows();
    for (const { operation, address, body } of calls()) {
      const reply = await stranger.send(operation.method, address, body === undefined ? {} : { body });
      if (operation.path.includes('{id}')) expect([403, 404], `${operation.method} ${address}`).toContain(reply.status);
      for (const secret of secrets) if (!sentBy(address, body, secret)) expect(reply.text.includes(secret)).toBe(false);
    }
    expect(await hanbitRows()).toEqual(before);
  });

  it('no one sees nothing and changes nothing on any route', async () => {
    const nobody = new HttpClient(world.url);
    const before = await world.rowCounts();
    for (const { operation, address, body } of calls()) {
      const reply = await nobody.send(operation.method, address, body === undefined ? {} : { body });
      const route = (routes as Record<string, Route>)[operation.operationId];
      if (route?.auth !== 'none') expect([reply.status, reply.body['code']], address).toEqual([401, 'unauthenticated']);
      for (const secret of secrets) if (!sentBy(address, body, secret)) expect(reply.text.includes(secret)).toBe(false);
    }
    expect(await world.rowCounts()).toEqual(before);
  });

  it('a colleague without a part in it finds no job: 404, as if it were not there', async () => {
    const colleague = await world.as('analyst2');
    for (const address of [`/v1/jobs/${answered.id}`, `/v1/jobs/${answered.id}/events`, `/v1/jobs/${answered.id}/result`, `/v1/jobs/${answered.id}/evidence`]) {
      expect((await colleague.get(address)).body['code']).toBe('not-found');
    }
    expect((await colleague.post(`/v1/jobs/${waiting.id}/cancel`, {})).body['code']).toBe('not-found');
    expect((await colleague.get('/v1/jobs')).body['items']).toEqual([]);
    expect((await colleague.get('/v1/jobs?scope=all')).body['code']).toBe('forbidden');
  });

  it('an approver and an admin see the job but neither its rows nor its sentence; the auditor sees both', async () => {
    for (const key of ['approver', 'admin'] as const) {
      const client = await world.as(key);
      const view = await client.get(`/v1/jobs/${answered.id}`);
      expect(view.status).toBe(200);
      expect(view.text).not.toContain('January stood at');
      expect((await client.get(`/v1/jobs/${answered.id}/evidence`)).text).not.toContain('January stood at');
      expect((await client.get(`/v1/jobs/${answered.id}/result`)).body['code']).toBe('forbidden');
    }
    const auditor = await world.as('auditor');
    expect((await auditor.get(`/v1/jobs/${answered.id}`)).text).toContain('January stood at');
    expect((await auditor.get(`/v1/jobs/${answered.id}/result`)).status).toBe(200);
  });

  it('no answer carries the tenant’s id or a trace', async () => {
    const view = await (await world.as('analyst')).get(`/v1/jobs/${answered.id}`);
    expect(view.text).not.toContain('tenantId');
    expect(view.text).not.toContain('traceparent');
  });
});
