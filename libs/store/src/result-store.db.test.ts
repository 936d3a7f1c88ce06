import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from './spec/fresh-database.js';
import { AT, auditEntry, hanbit, northwind, openSmallWorld, personOf } from './spec/small-world.js';
import { createStore } from './create-store.js';
import type { Store } from './store.js';

let db: FreshDatabase;
let store: Store;
/** Another process: it has only what the database has. */
let reader: Store;
const jobId = randomUUID();
beforeAll(async () => {
  db = await freshDatabase('results');
  ({ store } = await openSmallWorld(db, 4));
  reader = await createStore({ databaseUrl: db.databaseUrl, applicationName: 'reader', poolSize: 2 });
  await store.jobs.create({
    id: jobId, tenantId: hanbit.id, askerId: personOf('analyst').id, askerName: 'A', dataSourceId: hanbit.dataSourceId, packId: 'commerce', packVersion: 1, question: 'q', locale: 'en', today: '2026-06-30',
    createdAt: AT, traceparent: null, idempotencyKey: null, requestHash: 'a', timings: [], audit: [auditEntry('question.asked', jobId)],
  });
});
afterAll(async () => {
  await store?.close();
  await reader?.close();
  await db?.drop();
});

const columns = [{ name: 'n', type: 'int8', role: 'metric' as const }];

describe('rows of a result', () => {
  it('come back exactly and in order, from any offset', async () => {
    const id = randomUUID();
    const writer = await store.results.open(hanbit.id, jobId, id, columns);
    const rows = Array.from({ length: 4_934 }, (_, i) => [String(i), i % 7 === 0 ? null : `한글 ${i}`]);
    for (let i = 0; i < rows.length; i += 100) await writer.write(rows.slice(i, i + 100));
    await writer.close();
    for (const [offset, limit] of [[0, 1], [0, 4_000], [1_999, 2], [2_000, 2_000], [3_960, 800], [4_800, 1_000], [4_934, 10]] as const) {
      expect(await reader.results.read(hanbit.id, id, offset, limit)).toEqual(rows.slice(offset, offset + limit));
    }
    expect(await store.results.read(northwind.id, id, 0, 10)).toEqual([]);
  });

  it('keep every character a database can return, NUL and lone surrogates too', async () => {
    await fc.assert(fc.asyncProperty(fc.array(fc.array(fc.option(fc.string({ unit: fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), fc.constantFrom('\u0000', '\ud800', '\\', '"', '\u2028')) })), { minLength: 2, maxLength: 2 }), { maxLength: 5 }), async (rows) => {
      const id = randomUUID();
      const writer = await store.results.open(hanbit.id, jobId, id, columns);
      await writer.write(rows);
      await writer.close();
      expect(await reader.results.read(hanbit.id, id, 0, 10)).toEqual(rows);
    }), { numRuns: 40 });
  });

  it('are the same to the process that wrote them, and no other tenant’s there either', async () => {
    for (const count of [0, 3, 2_700]) {
      const id = randomUUID();
      const rows = Array.from({ length: count }, (_, i) => [String(i)]);
      const writer = await store.results.open(hanbit.id, jobId, id, columns);
      await writer.write(rows);
      await writer.close();
      for (const [offset, limit] of [[0, 5_000], [1, 1], [2, 2_400], [count, 10]] as const) {
        expect(await store.results.read(hanbit.id, id, offset, limit)).toEqual(rows.slice(offset, offset + limit));
      }
      expect(await store.results.read(northwind.id, id, 0, 10)).toEqual([]);
    }
  });

  it('are cut into chunks by size, so that wide rows do not pile up', async () => {
    const id = randomUUID();
    const writer = await store.results.open(hanbit.id, jobId, id, columns);
    await writer.write(Array.from({ length: 40 }, () => ['x'.repeat(60_000)]));
    await writer.close();
    const { rows } = await db.owner.query<{ n: string }>('select count(*) as n from result_chunks where result_id = $1', [id]);
    expect(Number(rows[0]!.n)).toBe(8);
  });

  it('fail on closing at the latest when a chunk could not be stored, and leave nothing when discarded then', async () => {
    const id = randomUUID();
    const writer = await store.results.open(hanbit.id, randomUUID(), id, columns);
    const written = (async () => {
      await writer.write(Array.from({ length: 2_000 }, (_, i) => [String(i)]));
      await writer.close();
    })();
    await expect(written).rejects.toMatchObject({ isFault: true });
    await writer.discard();
    expect((await db.owner.query('select from result_chunks where result_id = $1', [id])).rowCount).toBe(0);
  });

  it('leave a result without rows when there were none, and nothing when discarded', async () => {
    const [empty, gone] = [randomUUID(), randomUUID()];
    await (await store.results.open(hanbit.id, jobId, empty, columns)).close();
    const writer = await store.results.open(hanbit.id, jobId, gone, columns);
    await writer.write(Array.from({ length: 600 }, (_, i) => [String(i)]));
    await writer.discard();
    const { rows } = await db.owner.query<{ id: string }>('select id from results where id = any ($1::uuid[])', [[empty, gone]]);
    expect(rows.map((r) => r.id)).toEqual([empty]);
    expect(await store.results.read(hanbit.id, gone, 0, 10)).toEqual([]);
  });
});
