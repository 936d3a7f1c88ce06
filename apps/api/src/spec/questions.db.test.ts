import { DEMO } from '@countersign/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from './http-client.js';
import { bringToAnswer, bringToReview } from './reviewable-job.js';
import { startWorld, type World } from './world.js';

describe('asking', () => {
  let world: World;
  let analyst: HttpClient;
  beforeAll(async () => {
    world = await startWorld('questions');
    analyst = await world.as('analyst');
  });
  afterAll(() => world.stop());

  const question = { question: 'net revenue by month in 2025', dataSourceId: DEMO.hanbit.dataSourceId, packId: 'commerce' };
  const key = () => ({ headers: { 'idempotency-key': crypto.randomUUID() } });

  it('records the question, answers 202 and queues its first stage', async () => {
    world.queued.length = 0;
    const reply = await analyst.post('/v1/questions', question);
    expect([reply.status, reply.body['state']]).toEqual([202, 'RECEIVED']);
    const jobId = String(reply.body['jobId']);
    expect(world.queued.map(({ queue, payload }) => [queue, payload.jobId, payload.stage])).toEqual([['worker', jobId, 'resolve']]);
    expect((await analyst.get(`/v1/jobs/${jobId}`)).body).toMatchObject({
      job: { id: jobId, question: question.question, state: 'RECEIVED', version: 0 }, dataSource: { name: 'Commerce', engine: 'postgres' },
      can: { cancel: true, clarify: false, decide: false, seeResult: false },
    });
  });

  it('gives the same job for the same key, however many ask at once', async () => {
    const same = key();
    const replies = await Promise.all(Array.from({ length: 10 }, () => analyst.post('/v1/questions', question, same)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(replies.map(({ body }) => body['jobId'])).size).toBe(1);
  });
  it('refuses a key that was used for another question', async () => {
    const same = key();
    await analyst.post('/v1/questions', question, same);
    expect((await analyst.post('/v1/questions', { ...question, question: 'orders' }, same)).body['code']).toBe('idempotency-mismatch');
  });
  it('keeps keys of different people apart', async () => {
    const same = key();
    const [mine, theirs] = [await analyst.post('/v1/questions', question, same), await (await world.as('analyst2')).post('/v1/questions', question, same)];
    expect(mine.body['jobId']).not.toBe(theirs.body['jobId']);
  });
  it.each([
    ['an unknown pack', { packId: 'nope' }, 422, 'unknown-pack'],
    ['an unknown data source', { dataSourceId: DEMO.hanbit.people[0]?.id }, 422, 'unknown-data-source'],
    ['another tenant’s data source', { dataSourceId: DEMO.northwind.dataSourceId }, 422, 'unknown-data-source'],
  ])('refuses %s', async (_name, change, status, code) => {
    const reply = await analyst.post('/v1/questions', { ...question, ...change });
    expect([reply.status, reply.body['code']]).toEqual([status, code]);
  });
  it('refuses who has no grant, and an auditor', async () => {
    expect((await (await world.as('admin')).post('/v1/questions', question)).body['code']).toBe('no-grant');
    expect((await (await world.as('auditor')).post('/v1/questions', question)).body['code']).toBe('forbidden');
  });
  it('asks by token within its scopes', async () => {
    const made = await analyst.post('/v1/tokens', { name: 'agent', scopes: ['ask'], days: 1 });
    const agent = new HttpClient(world.url);
    agent.bearer = String(made.body['secret']);
    const asked = await agent.post('/v1/questions', question);
    expect(asked.status).toBe(202);
    expect((await agent.get(`/v1/jobs/${String(asked.body['jobId'])}`)).body['code']).toBe('forbidden');
    expect((await analyst.get('/v1/tokens')).text).not.toContain(agent.bearer);
    expect((await analyst.send('DELETE', `/v1/tokens/${String(made.body['id'])}`)).status).toBe(204);
    expect((await agent.post('/v1/questions', question)).status).toBe(401);
    expect((await analyst.send('DELETE', `/v1/tokens/${String(made.body['id'])}`)).status).toBe(404);
  });
  it('is taken back while it waits, and only once', async () => {
    const job = await bringToReview(world.ports, await world.newJob());
    expect((await analyst.post(`/v1/jobs/${job.id}/cancel`, {})).body).toEqual({ state: 'WITHDRAWN' });
    const again = await analyst.post(`/v1/jobs/${job.id}/cancel`, {});
    expect([again.status, again.body['code'], again.body['params']]).toEqual([409, 'conflict', { state: 'WITHDRAWN' }]);
  });
  it('refuses a clarification nobody asked for', async () => {
    const job = await world.newJob();
    expect((await analyst.post(`/v1/jobs/${job.id}/clarify`, { term: 'revenue', ref: 'net_revenue', version: 0 })).body['code']).toBe('conflict');
  });
  it('lists one’s own, newest first, searched literally and paged', async () => {
    const page = (await analyst.get('/v1/jobs?limit=2')).body as { items: { id: string }[]; nextCursor: string };
    expect(page.items).toHaveLength(2);
    const next = (await analyst.get(`/v1/jobs?limit=2&cursor=${page.nextCursor}`)).body as typeof page;
    expect(next.items[0] && page.items[1] && next.items[0].id < page.items[1].id).toBe(true);
    expect((await analyst.get('/v1/jobs?search=%25')).body['items']).toEqual([]);
    expect(((await analyst.get('/v1/jobs?search=MONTH')).body as typeof page).items.length).toBeGreaterThan(0);
    for (const list of ["/v1/jobs?cursor=1'%20OR%201=1", `/v1/schema?dataSourceId=${DEMO.hanbit.dataSourceId}&cursor=zzz`]) {
      const refused = await analyst.get(list);
      expect([refused.status, refused.body['code']]).toEqual([400, 'bad-cursor']);
    }
    // Of another list: it would mean another place.
    expect((await analyst.get(`/v1/schema?dataSourceId=${DEMO.hanbit.dataSourceId}&cursor=${page.nextCursor}`)).body['code']).toBe('bad-cursor');
  });
  it('gives rows as exact strings, in pages, and records who read them', async () => {
    const waiting = await bringToReview(world.ports, await world.newJob());
    await (await world.as('approver')).post(`/v1/approvals/${waiting.id}/decision`, { decision: 'approve', digest: waiting.review?.digest, version: waiting.version });
    const job = await bringToAnswer(world.ports, await world.reload(waiting));
    const reply = await analyst.get(`/v1/jobs/${job.id}/result?offset=0&limit=1`);
    expect(reply.body).toMatchObject({ rows: [['2025-01-01', '1234567890123456789.10']], offset: 0, rowCount: 2, truncated: 'no' });
    expect((await analyst.get(`/v1/jobs/${job.id}/result?offset=1`)).body['rows']).toEqual([['2025-02-01', null]]);
    const audit = (await (await world.as('auditor')).get(`/v1/audit?subjectId=${job.id}&action=result.read`)).body as { items: { entry: { actor: { name: string }; details: object } }[] };
    expect(audit.items.map(({ entry }) => entry.details)).toEqual([{ offset: 1, rows: 1 }, { offset: 0, rows: 1 }]);
    const evidence = (await analyst.get(`/v1/jobs/${job.id}/evidence`)).body;
    expect(evidence).toMatchObject({ kind: 'countersign-evidence', digest: job.review?.digest, pack: { id: 'commerce' }, approvals: [{ decision: 'approve' }], candidates: [{ revision: 1 }], result: { hash: job.result?.hash } });
    expect((await analyst.post(`/v1/jobs/${job.id}/feedback`, { verdict: 'down', comment: 'wrong month' })).status).toBe(204);
  });
  it('gives rows, sentence and evidence only as long as the grants that read them hold; auditors by their role', async () => {
    const waiting = await bringToReview(world.ports, await world.newJob('analyst2'));
    await (await world.as('approver')).post(`/v1/approvals/${waiting.id}/decision`, { decision: 'approve', digest: waiting.review?.digest, version: waiting.version });
    const job = await bringToAnswer(world.ports, await world.reload(waiting));
    const [asker, admin, auditor] = [await world.as('analyst2'), await world.as('admin'), await world.as('auditor')];
    const seen = async (client: HttpClient) => {
      const [view, result, evidence] = [await client.get(`/v1/jobs/${job.id}`), await client.get(`/v1/jobs/${job.id}/result`), await client.get(`/v1/jobs/${job.id}/evidence`)];
      return [(view.body['job'] as { answer: unknown }).answer !== null, (view.body['can'] as { seeResult: boolean }).seeResult, result.body['code'] ?? 'rows', evidence.body['answer'] !== null];
    };
    expect(await seen(asker)).toEqual([true, true, 'rows', true]);
    const grants = ((await admin.get('/v1/grants')).body as { items: { id: string; dataSourceId: string; revokedAt: string | null }[] }).items.filter((grant) => grant.revokedAt === null);
    for (const { id } of grants) await admin.send('DELETE', `/v1/grants/${id}`);
    expect(await seen(asker)).toEqual([false, false, 'access-ended', false]);
    expect(await seen(auditor)).toEqual([true, true, 'rows', true]);
    expect((await seen(await world.as('approver')))).toEqual([false, false, 'forbidden', false]);
    const { dataSourceId } = job;
    await admin.post('/v1/grants', { subject: { kind: 'person', id: job.askerId }, dataSourceId, objects: '*', expiresAt: null });
    expect(await seen(asker)).toEqual([true, true, 'rows', true]);
  });
  it('is stopped by an admin too, and by no one else', async () => {
    const job = await world.newJob();
    expect((await (await world.as('approver')).post(`/v1/jobs/${job.id}/cancel`, {})).body['code']).toBe('not-found');
    expect((await (await world.as('auditor')).post(`/v1/jobs/${job.id}/cancel`, {})).body['code']).toBe('forbidden');
    expect((await (await world.as('admin')).post(`/v1/jobs/${job.id}/cancel`, {})).body).toEqual({ state: 'CANCELLED' });
    // It was never before an approver, and does not become theirs by ending.
    expect((await (await world.as('approver')).get(`/v1/jobs/${job.id}`)).body['code']).toBe('not-found');
  });
  it('has no result to give before there is one', async () => {
    expect((await analyst.get(`/v1/jobs/${(await world.newJob()).id}/result`)).body['code']).toBe('not-found');
  });
});
