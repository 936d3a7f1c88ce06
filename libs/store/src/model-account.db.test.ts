import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore } from './create-store.js';
import { type FreshDatabase, freshDatabase } from './spec/fresh-database.js';
import { AT, auditEntry, hanbit, northwind, openSmallWorld, personOf } from './spec/small-world.js';
import type { Store } from './store.js';

let db: FreshDatabase;
let store: Store;
const jobId = randomUUID();
beforeAll(async () => {
  db = await freshDatabase('model_account');
  ({ store } = await openSmallWorld(db));
  await store.jobs.create({
    id: jobId, tenantId: hanbit.id, askerId: personOf('analyst').id, askerName: 'Analyst', dataSourceId: hanbit.dataSourceId, packId: 'commerce', packVersion: 1, question: 'q', locale: 'en', today: '2026-06-30',
    createdAt: AT, traceparent: null, idempotencyKey: null, requestHash: 'a'.repeat(64), audit: [auditEntry('question.asked', jobId)], timings: [],
  });
});
afterAll(async () => {
  await store?.close();
  await db?.drop();
});

const turn = (at: string, costMicros: number | null) => store.modelAccount.keep({ id: randomUUID(), tenantId: hanbit.id, jobId, at, model: 'fake/one', outcome: 'tools', requests: 1, calls: 2, usage: null, latencyMs: 3.6, costMicros });
const alerts = async () => (await db.owner.query<{ day: string; spent: string }>('select day::text, spent_micros::text as spent from model_alerts order by day')).rows;

describe('the account of models', () => {
  it('adds up a day of UTC, and nobody else’s', async () => {
    await turn('2026-03-01T23:59:59.999Z', 500);
    await turn('2026-03-02T00:00:00.000Z', 30);
    await turn('2026-03-02T12:00:00.000Z', null);
    await turn('2026-03-02T23:59:59.999Z', 40);
    expect(await store.modelAccount.day(hanbit.id, '2026-03-02T05:00:00.000Z')).toEqual({ spentMicros: 70, dailyMicros: null });
    expect(await store.modelAccount.day(northwind.id, '2026-03-02T05:00:00.000Z')).toEqual({ spentMicros: 0, dailyMicros: null });
    expect(await alerts()).toEqual([]);
  });

  it('leaves one alert a day, when four fifths of the budget are spent', async () => {
    await db.owner.query('insert into model_budgets (tenant_id, daily_micros) values ($1, 100)', [hanbit.id]);
    await turn('2026-03-03T01:00:00.000Z', 79);
    expect(await alerts()).toEqual([]);
    await turn('2026-03-03T02:00:00.000Z', 1);
    await turn('2026-03-03T03:00:00.000Z', 30);
    expect(await alerts()).toEqual([{ day: '2026-03-03', spent: '80' }]);
    expect(await store.modelAccount.day(hanbit.id, '2026-03-03T05:00:00.000Z')).toEqual({ spentMicros: 110, dailyMicros: 100 });
  });

  it('holds a tenant without a budget of its own to the usual one', async () => {
    const strict = await createStore({ databaseUrl: db.databaseUrl, applicationName: 'test', modelDailyMicros: 9 });
    try {
      expect((await strict.modelAccount.day(northwind.id, AT)).dailyMicros).toBe(9);
      expect((await strict.modelAccount.day(hanbit.id, AT)).dailyMicros).toBe(100);
    } finally {
      await strict.close();
    }
  });
});
