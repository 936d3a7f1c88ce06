import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore } from './create-store.js';
import { type FreshDatabase, freshDatabase } from './spec/fresh-database.js';
import { auditEntry, hanbit, openSmallWorld, personOf } from './spec/small-world.js';
import type { Store } from './store.js';

let db: FreshDatabase;
let store: Store;
beforeAll(async () => {
  db = await freshDatabase('connection');
  ({ store } = await openSmallWorld(db, 4));
});
afterAll(async () => {
  await store?.close();
  await db?.drop();
});

const cutAll = () => db.owner.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'test'");
const person = () => store.access.person(hanbit.id, personOf('analyst').id);
/** What a process sees: a call works, or it fails in a way that is worth another try. */
const working = async (call: () => Promise<unknown>): Promise<void> => {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const error: unknown = await call().then(() => null, (e: unknown) => e);
    if (!error) return;
    expect(error).toMatchObject({ kind: 'store-unavailable', retryable: true });
    await sleep(50);
  }
  throw new Error('it did not heal');
};

const until = async (truth: () => Promise<boolean>): Promise<void> => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await truth()) return;
    await sleep(50);
  }
  throw new Error('it never came');
};

describe('a database that goes away', () => {
  it('costs idle connections nothing but themselves', async () => {
    await Promise.all(Array.from({ length: 6 }, person));
    await store.system.ping();
    await cutAll();
    await sleep(100);
    await working(person);
    await working(() => store.system.ping());
    await working(() => store.admin.policies(hanbit.id));
  });

  it('turns calls under way into a fault that is worth another try, and heals', async () => {
    const blocker = await db.owner.connect();
    await blocker.query('begin');
    await blocker.query('lock table audit_heads in exclusive mode');
    const calls = [
      store.audit.append(hanbit.id, [auditEntry('audit.exported', 'x')]),
      store.jobs.create({
        id: '01890000-0000-7000-8000-000000000001', tenantId: hanbit.id, askerId: personOf('analyst').id, askerName: 'A', dataSourceId: hanbit.dataSourceId, packId: 'commerce', packVersion: 1, question: 'q', locale: 'en',
        today: '2026-06-30', createdAt: '2026-06-30T03:00:00.000Z', traceparent: null, idempotencyKey: null, requestHash: 'a', timings: [], audit: [auditEntry('question.asked', 'x')],
      }),
    ];
    const settled = Promise.allSettled(calls);
    await until(async () => (await db.owner.query("select 1 from pg_stat_activity where datname = current_database() and application_name = 'test' and wait_event_type = 'Lock'")).rowCount === 2);
    await cutAll();
    for (const outcome of await settled) expect(outcome).toMatchObject({ status: 'rejected', reason: { kind: 'store-unavailable', retryable: true } });
    await blocker.query('rollback');
    blocker.release();
    await working(person);
    await working(() => store.audit.append(hanbit.id, [auditEntry('audit.exported', 'x')]));
  });

  it('is a fault and not a crash when nothing listens at all', async () => {
    const url = new URL(db.databaseUrl);
    url.port = '1';
    await expect(createStore({ databaseUrl: url.href, applicationName: 'test' })).rejects.toMatchObject({ kind: 'store-unavailable', retryable: true });
  });

  it('does not tell the password in the fault of a refused sign-in', async () => {
    const url = new URL(db.databaseUrl);
    url.password = 'wrong-secret';
    const error: Error & { params?: unknown } = await createStore({ databaseUrl: url.href, applicationName: 'test' }).then(() => { throw new Error('signed in'); }, (e: unknown) => e as Error);
    expect(`${error.message} ${JSON.stringify(error.params)} ${String(error.cause)}`).not.toContain('wrong-secret');
  });
});
