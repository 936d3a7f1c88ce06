import { JOB_STORE_CONTRACT, type JobStoreWorld } from '@countersign/pipeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from './spec/fresh-database.js';
import { AT, auditEntry, hanbit, northwind, openSmallWorld } from './spec/small-world.js';
import type { Store } from './store.js';

let db: FreshDatabase;
let store: Store;
let world: JobStoreWorld;
beforeAll(async () => {
  db = await freshDatabase('system');
  ({ store, world } = await openSmallWorld(db, 4));
});
afterAll(async () => {
  await store?.close();
  await db?.drop();
});

const later = (ms: number) => new Date(Date.parse(AT) + ms).toISOString();
/** Puts a job where a test needs it, as the owner: the system store only reads. */
async function jobIn(state: string, fields: { stage?: string; expiresAt?: string; tenantId?: string; heartbeat?: string } = {}): Promise<string> {
  const id = world.nextId();
  const tenantId = fields.tenantId ?? hanbit.id;
  await store.jobs.create({
    id, tenantId, askerId: world.askerId, askerName: 'A', dataSourceId: hanbit.dataSourceId, packId: 'commerce', packVersion: 1, question: 'q', locale: 'en', today: '2026-06-30',
    createdAt: AT, traceparent: '00-aa-bb-01', idempotencyKey: null, requestHash: 'a', timings: [], audit: [auditEntry('question.asked', id)],
  });
  const runId = fields.heartbeat ? world.nextId() : null;
  if (runId) await db.owner.query("insert into runs (tenant_id, job_id, id, digest, collector, started_at, outcome, heartbeat_at) values ($1, $2, $3, 'd', 'c', now(), 'running', now() - $4::interval)", [tenantId, id, runId, fields.heartbeat]);
  await db.owner.query('update jobs set state = $2, stage = $3, expires_at = $4, run_id = $5 where id = $1', [id, state, fields.stage ?? null, fields.expiresAt ?? null, runId]);
  return id;
}
const idsOf = (rows: { jobId: string }[], of: string[]) => rows.filter((r) => of.includes(r.jobId)).map((r) => r.jobId).sort();

describe('what the dispatcher and the reconciler see', () => {
  it('finds working jobs past their stage’s budget in every organization, and no others', async () => {
    const lost = [await jobIn('GATING', { stage: 'gate' }), await jobIn('GROUNDING', { stage: 'answer', tenantId: northwind.id })];
    const fine = [await jobIn('RUNNING', {}), await jobIn('AWAITING_APPROVAL'), await jobIn('ANSWERED'), await jobIn('GATING', { stage: 'estimate' })];
    // gate: 5 s, answer: 10 s, estimate: 15 s; 1 s of grace
    const found = await store.system.lostJobs(later(11_500), 1_000, 100);
    expect(idsOf(found, [...lost, ...fine])).toEqual([...lost].sort());
    expect(found.find((p) => p.jobId === lost[0])).toEqual({ tenantId: hanbit.id, jobId: lost[0], stage: 'gate', version: 0, dataSourceId: hanbit.dataSourceId, traceparent: '00-aa-bb-01', enqueuedAt: Date.parse(AT) });
    expect(idsOf(await store.system.lostJobs(later(5_900), 1_000, 100), lost)).toEqual([]);
  });

  it('finds runs whose collector has gone silent', async () => {
    const [silent, alive] = [await jobIn('RUNNING', { heartbeat: '20 seconds' }), await jobIn('RUNNING', { heartbeat: '1 second' })];
    expect(idsOf(await store.system.silentRuns(15_000, 100), [silent, alive])).toEqual([silent]);
  });

  it('finds what waited too long', async () => {
    const due = [await jobIn('AWAITING_APPROVAL', { expiresAt: later(-1) }), await jobIn('QUEUED', { expiresAt: later(-1) }), await jobIn('NEEDS_CLARIFICATION')];
    const open = [await jobIn('APPROVED', { expiresAt: later(8 * 24 * 3_600_000) }), await jobIn('ANSWERED', { expiresAt: later(-1) })];
    expect(idsOf(await store.system.expiredJobs(later(7 * 24 * 3_600_000), 100), [...due, ...open])).toEqual([...due].sort());
    expect(idsOf(await store.system.expiredJobs(later(0), 100), [...due, ...open])).toEqual([...due.slice(0, 2)].sort());
  });

  it('finds exports whose process died, which then end once', async () => {
    const jobId = await jobIn('ANSWERED');
    const begin = async (startedAt: string): Promise<string> => {
      const id = world.nextId();
      await store.exports.begin(hanbit.id, { id, jobId, format: 'csv', by: { id: world.askerId, name: 'A' }, startedAt }, auditEntry('result.exported', jobId));
      return id;
    };
    const [lost] = [await begin(later(-1)), await begin(later(1))];
    expect(await store.system.lostExports(AT, 10)).toEqual([{ tenantId: hanbit.id, id: lost, jobId }]);
    const end = (tenant = hanbit) => store.exports.end(tenant.id, lost, { state: 'broken-off', manifest: null }, auditEntry('result.export-ended', jobId));
    expect(await end(northwind)).toBe(false);
    expect([await end(), await end()]).toEqual([true, false]);
    expect(await store.system.lostExports(AT, 10)).toEqual([]);
    expect((await store.audit.list(hanbit.id, {}, { limit: 100 })).items.filter(({ entry }) => entry.action === 'result.export-ended')).toHaveLength(1);
  });

  it('takes the expiry of a review and of an approval from what was signed', async () => {
    await JOB_STORE_CONTRACT.find((c) => c.says.startsWith('gives back every artefact'))!.prove(world);
    const { rows } = await db.owner.query<{ to_state: string }>("select to_state from job_events where from_state = 'APPROVED'");
    expect(rows.length).toBeGreaterThan(0);
    const id = world.nextId();
    await store.jobs.create({ id, tenantId: hanbit.id, askerId: world.askerId, askerName: 'A', dataSourceId: hanbit.dataSourceId, packId: 'commerce', packVersion: 1, question: 'q', locale: 'en', today: '2026-06-30', createdAt: AT, traceparent: null, idempotencyKey: null, requestHash: 'a', timings: [], audit: [] });
    await db.owner.query("update jobs set state = 'GATING' where id = $1", [id]);
    const review = { expiresAt: later(1_000), revision: 1, digest: 'd'.repeat(64), risk: { level: 'low', reasons: [] }, requestedAt: AT } as never;
    await store.jobs.apply({ tenantId: hanbit.id, jobId: id, dataSourceId: hanbit.dataSourceId, expectedVersion: 0, from: 'GATING', to: 'AWAITING_APPROVAL', nextStage: null, actor: { kind: 'system', id: 's', name: 's' }, reason: null, at: AT, writes: { review }, timings: [], audit: [], traceparent: null });
    expect(idsOf(await store.system.expiredJobs(later(999), 500), [id])).toEqual([]);
    expect(idsOf(await store.system.expiredJobs(later(1_000), 500), [id])).toEqual([id]);
    const queue = await store.reader.reviews(hanbit.id, world.askerId, { limit: 50 });
    expect(queue.items.find((r) => r.jobId === id)).toMatchObject({ mine: true, dataSourceName: 'Commerce warehouse', expiresAt: later(1_000), warnings: 0, estimatedRows: null });
  });

  it('leaves young outbox rows to whoever committed them', async () => {
    const id = await jobIn('RECEIVED', { stage: 'resolve' });
    expect(idsOf((await store.system.dueOutbox(60_000, 1_000)).map((r) => r.payload), [id])).toEqual([]);
    expect(idsOf((await store.system.dueOutbox(0, 1_000)).map((r) => r.payload), [id])).toEqual([id]);
  });

  it('counts the processes that gave a sign of life', async () => {
    await store.system.beat('worker', 'w1');
    await store.system.beat('worker', 'w2');
    await store.system.beat('worker', 'w2');
    await store.system.beat('collector', 'c1');
    expect(await store.system.alive(5_000)).toEqual({ api: 0, worker: 2, collector: 1 });
    await db.owner.query("update process_beats set seen_at = now() - interval '2 days' where id <> 'w2'");
    await store.system.beat('worker', 'w2');
    expect(await store.system.alive(5_000)).toEqual({ api: 0, worker: 1, collector: 0 });
    expect((await db.owner.query('select 1 from process_beats')).rowCount).toBe(1);
  });
});
