import { randomUUID } from 'node:crypto';
import type { Approval } from '@countersign/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from './spec/fresh-database.js';
import { AT, auditEntry, hanbit, openSmallWorld, personOf } from './spec/small-world.js';
import type { Store } from './store.js';

let db: FreshDatabase;
let store: Store;
beforeAll(async () => {
  db = await freshDatabase('signatures');
  ({ store } = await openSmallWorld(db, 2));
});
afterAll(async () => {
  await store?.close();
  await db?.drop();
});

async function newJob(extra: { revises?: string; choices?: Record<string, string> } = {}): Promise<string> {
  const id = randomUUID();
  await store.jobs.create({
    id, tenantId: hanbit.id, askerId: personOf('analyst').id, askerName: 'Analyst', dataSourceId: hanbit.dataSourceId, packId: 'commerce', packVersion: 1, question: 'q', locale: 'en', today: '2026-06-30',
    createdAt: AT, traceparent: null, idempotencyKey: null, requestHash: '0'.repeat(64), timings: [], audit: [auditEntry('question.asked', id)], ...extra,
  });
  return id;
}

describe('a decision', () => {
  const approvalOf = async (): Promise<{ job: string; body: Approval }> => {
    const job = await newJob();
    const body: Approval = {
      id: randomUUID(), decision: 'approve', by: { kind: 'person', personId: personOf('approver').id, name: 'Approver' }, digest: 'd'.repeat(64), revision: 1,
      reasonCode: null, comment: null, decidedAt: AT, validUntil: AT, usesLeft: 1,
    };
    await db.owner.query('insert into approvals (tenant_id, job_id, id, decision, revision, digest, decided_at, body) values ($1, $2, $3, $4, 1, $5, $6, $7)', [hanbit.id, job, body.id, body.decision, body.digest, AT, JSON.stringify(body)]);
    return { job, body };
  };
  const change = (id: string, set: string, value: string) => db.owner.query(`update approvals set ${set} where id = $1`, [id, value]);

  it('can’t be changed, removed or made someone else’s, not even by the owner of the tables', async () => {
    const { body } = await approvalOf();
    for (const [set, value] of [['decision = $2', 'reject'], ['digest = $2', 'e'.repeat(64)], [`body = jsonb_set(body, '{by,name}', to_jsonb($2::text))`, 'Another'], ['revision = $2::int', '2'], [`body = jsonb_set(body, '{usesLeft}', to_jsonb($2::int))`, '5']] as const) {
      await expect(change(body.id, set, value)).rejects.toMatchObject({ code: 'CS003' });
    }
    await expect(db.owner.query('delete from approvals')).rejects.toMatchObject({ code: 'CS003' });
    await expect(db.owner.query('truncate approvals cascade')).rejects.toMatchObject({ code: 'CS003' });
    expect((await db.owner.query<{ body: Approval }>('select body from approvals where id = $1', [body.id])).rows[0]?.body).toEqual(body);
  });
  it('can be used up, once', async () => {
    const { body } = await approvalOf();
    await change(body.id, `body = jsonb_set(body, '{usesLeft}', to_jsonb($2::int))`, '0');
    await expect(change(body.id, `body = jsonb_set(body, '{usesLeft}', to_jsonb($2::int))`, '1')).rejects.toMatchObject({ code: 'CS003' });
  });
});

describe('a revised question', () => {
  it('names the job it revises and begins with its choices', async () => {
    const first = await newJob();
    const revised = await newJob({ revises: first, choices: { revenue: 'net_revenue' } });
    expect(await store.jobs.load(hanbit.id, revised)).toMatchObject({ revises: first, choices: { revenue: 'net_revenue' } });
    expect(await store.jobs.load(hanbit.id, first)).toMatchObject({ revises: null, choices: {} });
  });
  it('can’t name a job that is not there', async () => {
    await expect(newJob({ revises: randomUUID() })).rejects.toMatchObject({ kind: 'internal' });
  });
});

describe('credentials', () => {
  it('are known by the name of their key, and only while their source is in use', async () => {
    const source = { name: 'Ledger', engine: 'postgres' as const, host: 'h', port: 1, database: 'd', username: 'u', tls: 'verify' as const, connection: {}, zone: 'default', caps: {} };
    const [one, two] = [randomUUID(), randomUUID()];
    for (const id of [one, two]) await store.admin.addDataSource(hanbit.id, id, { ...source, name: id }, 'v2.0123456789abcdef.x.y.z.w', auditEntry('data-source.added', id));
    expect(await store.system.sealedKeys()).toEqual([{ keyId: '0123456789abcdef', sources: 2 }]);
    await store.admin.disableDataSource(hanbit.id, one, auditEntry('data-source.changed', one));
    expect(await store.system.sealedKeys()).toEqual([{ keyId: '0123456789abcdef', sources: 1 }]);
  });
});
