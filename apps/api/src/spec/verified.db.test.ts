import type { Job, VerifiedQuery } from '@countersign/contracts';
import { applyMove, runStage } from '@countersign/pipeline';
import { DEMO } from '@countersign/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from './http-client.js';
import { bringToAnswer, bringToReview } from './reviewable-job.js';
import { startWorld, type World } from './world.js';

describe('a verified query', () => {
  let world: World;
  let analyst: HttpClient;
  let approver: HttpClient;
  const { hanbit } = DEMO;

  beforeAll(async () => {
    world = await startWorld('verified');
    [analyst, approver] = [await world.as('analyst'), await world.as('approver')];
  });
  afterAll(() => world.stop());

  const answered = async (): Promise<Job> => {
    const waiting = await bringToReview(world.ports, await world.newJob());
    await approver.post(`/v1/approvals/${waiting.id}/decision`, { decision: 'approve', digest: waiting.review?.digest, version: waiting.version });
    return bringToAnswer(world.ports, await world.reload(waiting));
  };
  /** Lets the worker generate for a job whose question was understood so. */
  const generated = async (change: object = {}): Promise<NonNullable<Job['candidate']>> => {
    const job = await world.newJob();
    const { interpretation } = (await bringToReview(world.ports, await world.newJob()));
    const moved = await applyMove(world.ports, job, { to: 'GENERATING', nextStage: 'generate', actor: { kind: 'system', id: 't', name: 't' }, action: 'job.moved', writes: { interpretation: { ...interpretation!, ...change } } });
    if (!moved.ok) throw new Error(moved.state);
    await runStage(world.ports, { tenantId: job.tenantId, jobId: job.id, stage: 'generate', version: moved.job.version, dataSourceId: job.dataSourceId, traceparent: null, enqueuedAt: Date.now() }, new AbortController().signal);
    return (await world.reload(job)).candidate!;
  };
  const propose = async (name: string) => (await analyst.post(`/v1/jobs/${(await answered()).id}/verified-query`, { name })).body as unknown as VerifiedQuery;
  const accept = (id: string, client = approver) => client.post(`/v1/verified-queries/${id}/decision`, { decision: 'accept' });
  const state = async (id: string) => (await world.store.verified.load(hanbit.id, id))?.state;

  it('is proposed from an answer, accepted by another person, and from then on used first, with its name', async () => {
    const query = await propose('How many orders');
    expect([query.state, query.fingerprints.schema, query.parameters]).toEqual(['proposed', [{ name: 'commerce.orders', fingerprint: 'f'.repeat(64) }], []]);
    expect((await generated()).origin).toBe('planner');
    expect((await accept(query.id, analyst)).body['code']).toBe('forbidden');
    const accepted = await accept(query.id);
    expect([accepted.status, accepted.body['state']]).toEqual([200, 'active']);
    const candidate = await generated();
    expect([candidate.origin, candidate.proofs[0]]).toEqual(['verified', 'verified query “How many orders”']);
    expect((await accept(query.id)).body['code']).toBe('conflict');
  });

  it('is matched exactly or not at all', async () => {
    expect((await generated({ filters: [{ ref: 'channel', op: 'eq', values: ['web'], label: 'web' }] })).origin).toBe('planner');
    expect((await generated({ period: { from: '2025-01-01', to: '2026-01-01', label: '2025', assumed: false } })).origin).toBe('planner');
  });

  it('gives way to a newer one of the same meaning', async () => {
    const [old] = await world.store.verified.list(hanbit.id);
    const query = await propose('Orders, all of them');
    await accept(query.id);
    expect([await state(old!.id), await state(query.id)]).toEqual(['revoked', 'active']);
    expect((await generated()).proofs[0]).toBe('verified query “Orders, all of them”');
  });

  it('is not made of what is unanswered, of somebody else’s answer, or by its own author', async () => {
    const waiting = await bringToReview(world.ports, await world.newJob());
    expect((await analyst.post(`/v1/jobs/${waiting.id}/verified-query`, { name: 'x' })).body['code']).toBe('not-verifiable');
    expect((await approver.post(`/v1/jobs/${(await answered()).id}/verified-query`, { name: 'x' })).status).toBe(404);
    const own = await world.store.verified.propose(hanbit.id, { ...(await propose('Mine')), id: world.ports.ids.next(), proposedBy: { id: hanbit.people.find(({ key }) => key === 'approver')!.id, name: 'A' }, interpretation: (await world.store.verified.list(hanbit.id))[0]!.interpretation }, { id: world.ports.ids.next(), at: new Date().toISOString(), action: 'verified.proposed', actor: { kind: 'system', id: 't', name: 't' }, subject: { kind: 'verified-query', id: 'x' }, dataSourceId: null, state: null, details: {} });
    expect((await accept(own.id)).body['code']).toBe('own-proposal');
  });

  it('expires by the fact that changed, when it is asked for', async () => {
    const active = (await world.store.verified.list(hanbit.id)).find((query) => query.state === 'active')!;
    const admin = await world.as('admin');
    expect((await admin.post('/v1/policies', { name: 'filter', rule: { kind: 'row-filter', table: 'orders', predicate: 'order_id > 1', groups: [] } })).status).toBe(201);
    expect((await generated()).origin).toBe('planner');
    const expired = await world.store.verified.load(hanbit.id, active.id);
    expect([expired?.state, expired?.reason]).toEqual(['expired', 'policy']);
    const proposal = (await world.store.verified.list(hanbit.id)).find((query) => query.state === 'proposed' && query.proposedBy.name !== 'A')!;
    expect((await accept(proposal.id)).body['code']).toBe('not-verifiable');
  });
});
