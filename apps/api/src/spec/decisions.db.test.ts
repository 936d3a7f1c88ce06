import type { Job } from '@countersign/contracts';
import { DEMO } from '@countersign/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from './http-client.js';
import { bringToReview } from './reviewable-job.js';
import { emailOf, PASSWORD, personOf, prove, startWorld, type World } from './world.js';

describe('deciding', () => {
  let world: World;
  beforeAll(async () => void (world = await startWorld('decisions')));
  afterAll(() => world.stop());

  const waiting = async (): Promise<Job> => bringToReview(world.ports, await world.newJob());
  const approve = ({ review, version }: Job) => ({ decision: 'approve', digest: review?.digest, version });
  const reject = (job: Job) => ({ ...approve(job), decision: 'reject', reasonCode: 'too-broad' });
  const send = (client: HttpClient, job: Job, body: object) => client.post(`/v1/approvals/${job.id}/decision`, body);

  it('moves the job on and queues its recheck', async () => {
    const job = await waiting();
    world.queued.length = 0;
    const reply = await send(await world.as('approver'), job, approve(job));
    expect([reply.status, reply.body]).toEqual([200, { state: 'APPROVED', version: job.version + 1 }]);
    expect(world.queued.map(({ queue, payload }) => [queue, payload.stage, payload.version])).toEqual([['collector', 'recheck', job.version + 1]]);
    const stored = await world.reload(job);
    expect(stored.approval).toMatchObject({ decision: 'approve', digest: job.review?.digest, by: { kind: 'person', personId: personOf(DEMO.hanbit, 'approver').id } });
  });

  it('lets one of two people win when they approve and reject at once; the other hears who and when', async () => {
    const job = await waiting();
    const clients = await Promise.all(Array.from({ length: 8 }, () => world.as('approver')));
    const replies = await Promise.all(clients.map((client, i) => send(client, job, i % 2 ? approve(job) : reject(job))));
    const [won, lost] = [replies.filter(({ status }) => status === 200), replies.filter(({ status }) => status === 409)];
    expect([won.length, lost.length]).toEqual([1, 7]);
    const stored = await world.reload(job);
    for (const { body } of lost) {
      expect(body['code']).toBe('already-decided');
      expect(body['params']).toMatchObject({ name: 'Approver', at: stored.approval?.decidedAt, decision: stored.approval?.decision });
    }
    expect(stored.version).toBe(job.version + 1);
    expect((await world.store.reader.approvals(job.tenantId, job.id))).toHaveLength(1);
  });

  it('refuses a second decision', async () => {
    const job = await waiting();
    const approver = await world.as('approver');
    await send(approver, job, approve(job));
    expect((await send(approver, job, approve(job))).body['code']).toBe('already-decided');
  });

  it('refuses the asker, the admin, the auditor and another analyst, and changes nothing', async () => {
    const job = await waiting();
    const codes: Record<string, unknown> = {};
    for (const key of ['analyst', 'admin', 'auditor', 'analyst2'] as const) codes[key] = (await send(await world.as(key), job, approve(job))).body['code'];
    expect(codes).toEqual({ analyst: 'own-question', admin: 'not-approver', auditor: 'not-approver', analyst2: 'not-found' });
    expect((await world.reload(job)).version).toBe(job.version);
  });

  it('refuses every token, the approver’s own too', async () => {
    const job = await waiting();
    const approver = await world.as('approver');
    const token = await approver.post('/v1/tokens', { name: 'agent', scopes: ['ask', 'read'], days: 1 });
    const agent = new HttpClient(world.url);
    agent.bearer = String(token.body['secret']);
    expect((await send(agent, job, approve(job))).body['code']).toBe('agents-never-approve');
    expect((await world.reload(job)).state).toBe('AWAITING_APPROVAL');
  });

  it('refuses what the approver did not see: another digest, another version', async () => {
    const job = await waiting();
    const approver = await world.as('approver');
    expect((await send(approver, job, { ...approve(job), digest: 'a'.repeat(64) })).body['code']).toBe('digest-mismatch');
    expect((await send(approver, job, { ...approve(job), version: job.version - 1 })).body['code']).toBe('conflict');
  });

  it('lets the asker ask anew after requested changes; the reviewer sees why and what is different', async () => {
    const job = await waiting();
    const [approver, analyst] = [await world.as('approver'), await world.as('analyst')];
    await send(approver, job, { ...approve(job), decision: 'request-changes', reasonCode: 'too-broad', comment: 'one year only' });
    const view = (await analyst.get(`/v1/jobs/${job.id}`)).body as { job: Job; can: { revise: boolean } };
    expect([view.job.state, view.can.revise]).toEqual(['CHANGES_REQUESTED', true]);
    const body = { question: 'how many orders in 2025', version: view.job.version };
    expect((await (await world.as('analyst2')).post(`/v1/jobs/${job.id}/revise`, body)).body['code']).toBe('not-found');
    expect((await approver.post(`/v1/jobs/${job.id}/revise`, body)).body['code']).toBe('forbidden');
    expect((await analyst.post(`/v1/jobs/${job.id}/revise`, { version: view.job.version })).body['code']).toBe('nothing-revised');
    const revised = await analyst.post(`/v1/jobs/${job.id}/revise`, body);
    expect([revised.status, revised.body['state']]).toEqual([202, 'RECEIVED']);
    const again = await bringToReview(world.ports, await world.reload({ ...job, id: String(revised.body['jobId']) }));
    const packet = (await approver.get(`/v1/approvals/${again.id}`)).body;
    expect(packet['revision']).toMatchObject({ jobId: job.id, requested: { by: 'Approver', reasonCode: 'too-broad', comment: 'one year only' }, changes: [{ what: 'question', was: 'how many orders', now: 'how many orders in 2025' }] });
    expect((await world.reload(job)).state).toBe('WITHDRAWN');
    expect((await send(approver, again, approve(again))).status).toBe(200);
  });

  it('waits for a second person where a policy asks for two, and lets nobody sign twice', async () => {
    const [admin, approver, group] = [await world.as('admin'), await world.as('approver'), DEMO.hanbit.groups.approvers.id];
    const policy = await admin.post('/v1/policies', { name: 'two', rule: { kind: 'approvers', groupId: group, when: 'always', approvals: 2 } });
    expect(policy.status).toBe(201);
    const job = await waiting();
    expect((await send(approver, job, approve(job))).body).toEqual({ state: 'AWAITING_APPROVAL', version: job.version + 1 });
    const after = await world.reload(job);
    expect(after.review).toMatchObject({ needed: 2, signatures: [{ by: { personId: personOf(DEMO.hanbit, 'approver').id } }] });
    expect((await send(approver, after, approve(after))).body['code']).toBe('already-decided');
    const second = personOf(DEMO.hanbit, 'auditor').id;
    await world.owner.query(`insert into role_assignments (tenant_id, person_id, role) values ($1, $2, 'approver')`, [DEMO.hanbit.id, second]);
    await world.owner.query('insert into group_members (tenant_id, group_id, person_id) values ($1, $2, $3)', [DEMO.hanbit.id, group, second]);
    expect((await send(await world.as('auditor'), after, approve(after))).body).toEqual({ state: 'APPROVED', version: after.version + 1 });
    expect(await world.store.reader.approvals(job.tenantId, job.id)).toHaveLength(2);
    await world.owner.query(`delete from role_assignments where tenant_id = $1 and person_id = $2 and role = 'approver'`, [DEMO.hanbit.id, second]);
    expect((await admin.send('DELETE', `/v1/policies/${String(policy.body['id'])}`)).status).toBe(204);
  });

  it('wants a reason for a rejection', async () => {
    const job = await waiting();
    const approver = await world.as('approver');
    expect((await send(approver, job, { ...approve(job), decision: 'reject' })).body['code']).toBe('reason-required');
    expect((await send(approver, job, reject(job))).body['state']).toBe('REJECTED');
  });

  it('wants the session’s CSRF token', async () => {
    const job = await waiting();
    const approver = await world.as('approver');
    for (const csrf of [null, 'x', (await world.as('approver')).csrfToken ?? '']) {
      expect((await approver.post(`/v1/approvals/${job.id}/decision`, approve(job), { csrf })).body['code']).toBe('csrf');
    }
    expect((await world.reload(job)).state).toBe('AWAITING_APPROVAL');
  });

  it('shows what the SQL does in one sentence read from its text', async () => {
    const job = await waiting();
    const packet = (await (await world.as('approver')).get(`/v1/approvals/${job.id}`)).body;
    expect(packet['says']).toBe('주문 수; 최대 1000행.');
  });

  it('turns the job stale when the asker’s grant was revoked meanwhile, and the packet said so before', async () => {
    const job = await waiting();
    const [admin, approver] = [await world.as('admin'), await world.as('approver')];
    const packet = (await approver.get(`/v1/approvals/${job.id}`)).body;
    expect(packet).toMatchObject({ changed: [], access: { covered: true, missing: [] }, blockedBecause: null });
    const given = await admin.post('/v1/grants', { subject: { kind: 'group', id: DEMO.hanbit.groups.analysts.id }, dataSourceId: DEMO.hanbit.dataSourceId, objects: '*', expiresAt: null });
    expect((await admin.send('DELETE', `/v1/grants/${DEMO.hanbit.grantIds.analysts}`)).status).toBe(204);
    expect((await admin.send('DELETE', `/v1/grants/${String(given.body['id'])}`)).status).toBe(204);
    const after = (await approver.get(`/v1/approvals/${job.id}`)).body as { changed: { code: string }[]; access: { covered: boolean } };
    expect(after.changed.map(({ code }) => code)).toEqual(['stale-grant']);
    expect(after.access.covered).toBe(false);
    expect((await send(approver, job, approve(job))).body['code']).toBe('stale-grant');
    expect((await world.reload(job)).state).toBe('STALE');
    expect((await admin.post('/v1/grants', { subject: { kind: 'group', id: DEMO.hanbit.groups.analysts.id }, dataSourceId: DEMO.hanbit.dataSourceId, objects: '*', expiresAt: null })).status).toBe(201);
  });

  it('turns the job stale when a policy changed', async () => {
    const job = await waiting();
    const admin = await world.as('admin');
    const policy = await admin.post('/v1/policies', { name: 'Only big ones', rule: { kind: 'row-filter', table: 'orders', predicate: 'true', groups: [] } });
    expect(policy.status).toBe(201);
    expect((await send(await world.as('approver'), job, approve(job))).body['code']).toBe('stale-policy');
    expect((await admin.send('DELETE', `/v1/policies/${String(policy.body['id'])}`)).status).toBe(204);
  });

  it.each(['edited', 'removed'])('turns the job stale when its data source was %s', async (deed) => {
    const job = await waiting();
    const [admin, approver] = [await world.as('admin'), await world.as('approver')];
    const path = `/v1/data-sources/${job.dataSourceId}`;
    if (deed === 'edited') expect((await admin.send('PATCH', path, { body: { caps: { ...job.review?.bundle.caps, maxRows: 5 } } })).status).toBe(200);
    else expect((await admin.send('DELETE', path)).status).toBe(204);
    const packet = (await approver.get(`/v1/approvals/${job.id}`)).body as { changed: { code: string }[] };
    expect(packet.changed.map(({ code }) => code)).toContain('stale-data-source');
    expect((await send(approver, job, approve(job))).body['code']).toBe('stale-data-source');
    expect((await world.reload(job)).state).toBe('STALE');
    if (deed === 'removed') await admin.post(`${path}/enable`, {});
    await prove(world.store, DEMO.hanbit, world.ports.ids.next());
  });

  it('lists what waits, marks one’s own, and pages', async () => {
    const [first, second] = [await waiting(), await waiting()];
    const approver = await world.as('approver');
    const page = (await approver.get('/v1/approvals?limit=1')).body as { items: { jobId: string; mine: boolean }[]; nextCursor: string };
    expect(page.items.map(({ jobId }) => jobId)).toEqual([second.id]);
    const next = (await approver.get(`/v1/approvals?limit=1&cursor=${page.nextCursor}`)).body as typeof page;
    expect(next.items.map(({ jobId, mine }) => [jobId, mine])).toEqual([[first.id, false]]);
    expect((await (await world.as('analyst')).get('/v1/approvals')).body['code']).toBe('forbidden');
  });

  it('ends with the approver’s right: a session of someone moved away is nobody’s', async () => {
    const job = await waiting();
    const client = new HttpClient(world.url);
    await client.signIn(emailOf(DEMO.hanbit, 'analyst2'), PASSWORD);
    const moved = personOf(DEMO.hanbit, 'analyst2').id;
    const audit = { id: world.ports.ids.next(), at: world.ports.clock.now(), action: 'person.moved' as const, actor: { kind: 'system' as const, id: 'test', name: 'test' }, subject: { kind: 'person', id: moved }, dataSourceId: null, state: null, details: {} };
    await world.store.identity.movePerson(moved, DEMO.hanbit.id, DEMO.northwind.id, audit);
    expect((await client.get('/v1/me')).status).toBe(401);
    expect((await send(client, job, approve(job))).status).toBe(401);
  });
});
