import { createHash } from 'node:crypto';
import { AUDIT_GENESIS, AuditEntry, Job, canonicalJson } from '@countersign/contracts';
import { JOB_STORE_CONTRACT, MOVES, STAGE_LIST, type JobStoreWorld } from '@countersign/pipeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore } from './create-store.js';
import { type FreshDatabase, freshDatabase } from './spec/fresh-database.js';
import { AT, auditEntry, hanbit, openSmallWorld, personOf } from './spec/small-world.js';
import type { Store } from './store.js';

let db: FreshDatabase;
let store: Store;
let world: JobStoreWorld;
beforeAll(async () => {
  db = await freshDatabase('jobs');
  ({ store, world } = await openSmallWorld(db));
});
afterAll(async () => {
  await store?.close();
  await db?.drop();
});

async function ask(fields: Record<string, unknown> = {}): Promise<string> {
  const id = world.nextId();
  const made = await store.jobs.create({
    id, tenantId: hanbit.id, askerId: world.askerId, askerName: 'Analyst', dataSourceId: hanbit.dataSourceId, packId: 'commerce', packVersion: 1, question: 'q', locale: 'en', today: '2026-06-30',
    createdAt: AT, traceparent: null, idempotencyKey: null, requestHash: 'a'.repeat(64), audit: [auditEntry('question.asked', id)], timings: [], ...fields,
  });
  expect(made.created).toBe(true);
  return id;
}
const step = (jobId: string, version: number, from: Job['state'], to: Job['state'], fields: Record<string, unknown> = {}) => stepIn(store, jobId, version, from, to, fields);
const stepIn = (through: Store, jobId: string, version: number, from: Job['state'], to: Job['state'], fields: Record<string, unknown> = {}) => through.jobs.apply({
  tenantId: hanbit.id, jobId, dataSourceId: hanbit.dataSourceId, expectedVersion: version, from, to, nextStage: null, actor: { kind: 'system', id: 'test', name: 'test' }, reason: null, at: AT, writes: {}, timings: [],
  audit: [auditEntry('job.moved', jobId)], traceparent: null, ...fields,
});

describe('the job store on PostgreSQL', () => {
  for (const { says, prove } of JOB_STORE_CONTRACT) it(says, () => prove(world));

  it('has the same legal moves as the table of states', async () => {
    const { rows } = await db.owner.query<{ from_state: string; to_state: string }>('select from_state, to_state from legal_moves');
    const inDatabase = rows.map((r) => `${r.from_state} → ${r.to_state}`).sort();
    const inCode = Object.entries(MOVES).flatMap(([from, tos]) => tos.map((to) => `${from} → ${to}`)).sort();
    expect(inDatabase).toEqual(inCode);
  });

  it('indexes every state that has a way out as open', async () => {
    const { rows } = await db.owner.query<{ def: string }>("select pg_get_indexdef('jobs_open'::regclass) as def");
    for (const [state, tos] of Object.entries(MOVES)) expect([state, rows[0]!.def.includes(`'${state}'`)]).toEqual([state, tos.length > 0]);
  });

  it('writes one event a move, numbered without gaps, and leaves the queue its work', async () => {
    const id = await ask();
    await step(id, 0, 'RECEIVED', 'RESOLVING', { nextStage: 'resolve', traceparent: '00-aa-bb-01', timings: [{ step: 'resolve', startedAt: AT, durationUs: 5, attempt: 1, process: 'w', detail: { a: 'b' } }] });
    await step(id, 1, 'RESOLVING', 'NEEDS_CLARIFICATION', { reason: { code: 'clarify', params: { term: '매출' } } });
    const events = await store.reader.events(hanbit.id, id, 0);
    expect(events.map((e) => [e.seq, e.from, e.to, e.stage])).toEqual([[1, null, 'RECEIVED', 'resolve'], [2, 'RECEIVED', 'RESOLVING', 'resolve'], [3, 'RESOLVING', 'NEEDS_CLARIFICATION', null]]);
    expect(events[2]!.reason).toEqual({ code: 'clarify', params: { term: '매출' } });
    expect(await store.reader.timings(hanbit.id, id)).toMatchObject([{ step: 'resolve', durationUs: 5, detail: { a: 'b' } }]);
    const due = (await store.system.dueOutbox(0, 1000)).filter((row) => row.payload.jobId === id);
    expect(due.map((row) => [row.queue, row.payload.stage, row.payload.version, row.payload.traceparent])).toEqual([['worker', 'resolve', 0, null], ['worker', 'resolve', 1, '00-aa-bb-01']]);
    await store.jobs.published(due.map((row) => row.outboxId));
    expect((await store.system.dueOutbox(0, 1000)).filter((row) => row.payload.jobId === id)).toEqual([]);
  });

  it('saves moves in a row together: each with its event, timing and audit record, the queue’s work once', async () => {
    const id = await ask();
    const timing = (name: string) => [{ step: name, startedAt: AT, durationUs: 5, attempt: 1, process: 'w' }];
    const { seq } = (await store.audit.head(hanbit.id))!;
    const saved = await Promise.all([
      step(id, 0, 'RECEIVED', 'GENERATING', { continues: true, nextStage: 'generate', timings: timing('resolve'), writes: { choices: { a: 'b' } } }),
      step(id, 1, 'GENERATING', 'GATING', { continues: true, nextStage: 'gate', timings: timing('generate') }),
      step(id, 2, 'GATING', 'GATING', { nextStage: 'estimate', timings: timing('gate') }),
    ]);
    expect(saved.map((s) => s.applied && [s.version, s.outboxId !== null])).toEqual([[1, false], [2, false], [3, true]]);
    expect(await store.jobs.load(hanbit.id, id)).toMatchObject({ state: 'GATING', stage: 'estimate', version: 3, choices: { a: 'b' } });
    expect((await store.reader.events(hanbit.id, id, 1)).map((e) => [e.seq, e.from, e.to, e.stage])).toEqual([[2, 'RECEIVED', 'GENERATING', 'generate'], [3, 'GENERATING', 'GATING', 'gate'], [4, 'GATING', 'GATING', 'estimate']]);
    expect((await store.reader.timings(hanbit.id, id)).map((t) => t.step)).toEqual(['resolve', 'generate', 'gate']);
    expect((await store.audit.head(hanbit.id))!.seq).toBe(seq + 3);
    const due = (await store.system.dueOutbox(0, 10_000)).filter((row) => row.payload.jobId === id);
    expect(due.map((row) => [row.queue, row.payload.stage, row.payload.version])).toEqual([['worker', 'resolve', 0], ['collector', 'estimate', 3]]);
  });

  it('refuses moves in a row together when another writer was first, and leaves nothing of them', async () => {
    const id = await ask();
    await step(id, 0, 'RECEIVED', 'CANCELLED');
    const head = await store.audit.head(hanbit.id);
    const saved = await Promise.all([step(id, 0, 'RECEIVED', 'GENERATING', { continues: true, nextStage: 'generate' }), step(id, 1, 'GENERATING', 'GATING', { nextStage: 'gate' })]);
    expect(saved).toEqual([{ applied: false, state: 'CANCELLED', version: 1 }, { applied: false, state: 'CANCELLED', version: 1 }]);
    expect(await store.reader.events(hanbit.id, id, 2)).toEqual([]);
    expect(await store.audit.head(hanbit.id)).toEqual(head);
  });

  it('chains audit records so that an independent recomputation agrees', async () => {
    const jobs = await Promise.all(Array.from({ length: 12 }, () => ask()));
    await Promise.all(jobs.map((id) => step(id, 0, 'RECEIVED', 'RESOLVING', { audit: [auditEntry('job.moved', id, { details: { text: '매출 "A"\n\u2028', n: 1 } }), auditEntry('gate.rejected', id)] })));
    let previous = AUDIT_GENESIS;
    let seq = 0;
    for await (const page of store.audit.stream(hanbit.id, {})) {
      for (const record of page) {
        seq += 1;
        expect([record.seq, record.previousHash]).toEqual([seq, previous]);
        expect(record.hash).toBe(createHash('sha256').update(`${previous}\n${hanbit.id}\n${seq}\n${record.body}`, 'utf8').digest('hex'));
        expect(canonicalJson(AuditEntry.parse(JSON.parse(record.body)))).toBe(record.body);
        previous = record.hash;
      }
    }
    expect(seq).toBeGreaterThan(36);
    expect(await store.audit.head(hanbit.id)).toEqual({ seq, hash: previous });
  });

  it('writes nothing of a move that fails in its last part', async () => {
    const id = await ask();
    const head = await store.audit.head(hanbit.id);
    await expect(step(id, 0, 'RECEIVED', 'RESOLVING', { audit: [auditEntry('job.moved', id, { dataSourceId: 'not-a-uuid' })] })).rejects.toMatchObject({ kind: 'internal', retryable: false });
    expect(await store.jobs.load(hanbit.id, id)).toMatchObject({ state: 'RECEIVED', version: 0 });
    expect(await store.reader.events(hanbit.id, id, 1)).toEqual([]);
    expect(await store.audit.head(hanbit.id)).toEqual(head);
  });

  it('does not fail a write for what another one of the same moment holds', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => ask()));
    const outcomes = await Promise.allSettled(ids.map((id, i) => step(id, 0, 'RECEIVED', 'RESOLVING', i === 5 ? { audit: [auditEntry('job.moved', id, { dataSourceId: 'not-a-uuid' })] } : {})));
    expect(outcomes.map((o) => o.status)).toEqual(ids.map((_, i) => (i === 5 ? 'rejected' : 'fulfilled')));
    for (const [i, id] of ids.entries()) expect(await store.jobs.load(hanbit.id, id)).toMatchObject({ version: i === 5 ? 0 : 1 });
  });

  it('gives two processes that move the same jobs at once one winner each and no deadlock', async () => {
    const other = await createStore({ databaseUrl: db.databaseUrl, applicationName: 'other', poolSize: 4 });
    try {
      const ids = await Promise.all(Array.from({ length: 40 }, () => ask()));
      const argument = (id: string) => [id, 0, 'RECEIVED', 'RESOLVING'] as const;
      const mine = ids.map((id) => step(...argument(id)));
      const theirs = [...ids].reverse().map((id) => stepIn(other, ...argument(id)));
      const [a, b] = await Promise.all([Promise.all(mine), Promise.all(theirs)]);
      const winners = [...a, ...b].filter((r) => r.applied);
      expect(winners).toHaveLength(40);
      expect([...a, ...b].filter((r) => !r.applied)).toHaveLength(40);
    } finally {
      await other.close();
    }
  });

  it('names the missing job and the illegal move', async () => {
    const id = await ask();
    await expect(step(world.nextId(), 0, 'RECEIVED', 'RESOLVING')).rejects.toMatchObject({ kind: 'internal', params: { detail: expect.stringContaining('no job') as string } });
    await expect(step(id, 0, 'RECEIVED', 'ANSWERED')).rejects.toMatchObject({ params: { detail: 'no move RECEIVED → ANSWERED' } });
  });

  it('saves a candidate with characters that jsonb refuses', async () => {
    const id = await ask();
    await step(id, 0, 'RECEIVED', 'GENERATING');
    const candidate = { revision: 1, origin: 'model', authorId: null, sql: 'select \u0000 \ud800 \\u0000 😀', columns: [], proofs: [] };
    expect(await step(id, 1, 'GENERATING', 'GATING', { writes: { candidate } })).toMatchObject({ applied: true });
    expect((await store.jobs.load(hanbit.id, id))!.candidate!.sql).toBe('select \ufffd \ufffd \\u0000 😀');
  });

  it('loads what the contract calls a job', async () => {
    expect(() => Job.parse({})).toThrow();
    const id = await ask({ question: '한글', traceparent: '00-aa-bb-01' });
    expect(Job.parse(await store.jobs.load(hanbit.id, id))).toMatchObject({ question: '한글', traceparent: '00-aa-bb-01', createdAt: AT });
  });

  it('asks only a running job to stop, and audits that once', async () => {
    const id = await ask();
    const { seq } = await store.audit.head(hanbit.id);
    await store.jobs.requestCancel(hanbit.id, id, AT, auditEntry('question.cancelled', id));
    expect((await store.jobs.load(hanbit.id, id))!.cancelRequestedAt).toBeNull();
    expect((await store.audit.head(hanbit.id)).seq).toBe(seq);
  });

  it('sends every stage to the queue of the process it runs in', async () => {
    for (const stage of STAGE_LIST) {
      const id = await ask();
      const applied = await step(id, 0, 'RECEIVED', 'RESOLVING', { nextStage: stage.name });
      const row = (await store.system.dueOutbox(0, 10_000)).find((r) => applied.applied && r.outboxId === applied.outboxId);
      expect([stage.name, row?.queue ?? 'api']).toEqual([stage.name, stage.runsIn]);
    }
  });

  it('shows an asker their own jobs, newest first, page by page', async () => {
    const asker = personOf('approver').id;
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push(await ask({ askerId: asker, question: i === 3 ? '100%_sure' : `question ${i}` }));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.reader.list(hanbit.id, { askerId: asker, limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map((j) => j.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([...ids].sort().reverse());
    expect((await store.reader.list(hanbit.id, { askerId: asker, search: '%_', limit: 10 })).items.map((j) => j.question)).toEqual(['100%_sure']);
    expect(await store.reader.list(hanbit.id, { cursor: "'; drop", limit: 10 })).toEqual({ items: [], nextCursor: null });
  });

  it('reads new events of jobs of several tenants in one query', async () => {
    const [a, b] = [await ask(), await ask()];
    await step(a, 0, 'RECEIVED', 'RESOLVING');
    const found = await store.reader.eventsOf([{ tenantId: hanbit.id, jobId: a, afterSeq: 1 }, { tenantId: hanbit.id, jobId: b, afterSeq: 0 }, { tenantId: world.otherTenantId, jobId: a, afterSeq: 0 }]);
    expect(found.map((f) => [f.jobId === a ? 'a' : 'b', f.event.seq]).sort()).toEqual([['a', 2], ['b', 1]]);
  });
});
