// The product's own result store, in a database of its own, with the job that results belong to.
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import pg from 'pg';
import { provision } from '../../../prisma/provision.mjs';

const require = createRequire(import.meta.url);

/** @returns {Promise<{ store: { databaseUrl: string, tenantId: string, jobId: string }, drop(): Promise<void> }>} */
export async function openResultStore(adminUrl) {
  if (!adminUrl) throw new Error('TEST_POSTGRES_URL is not set');
  const { createStore, seedDemo, DEMO } = require('@countersign/store');
  const [database, login] = [`sources_bench_store_${process.pid}`, `sources_bench_login_${process.pid}`];
  const { databaseUrl } = await provision({ adminUrl, database, login, password: 'only-for-benches' });
  const at = new Date().toISOString();
  await seedDemo({ databaseUrl, applicationName: 'bench' }, { passwordHash: 'x', at, packs: [], seal: () => 'sealed', source: { name: 'w', host: 'h', port: 1, database: 'd', username: 'u' } });
  const store = await createStore({ databaseUrl, applicationName: 'bench', poolSize: 1 });
  const { id: tenantId, people, dataSourceId } = DEMO.hanbit;
  const jobId = randomUUID();
  await store.jobs.create({ id: jobId, tenantId, askerId: people[0].id, askerName: 'A', dataSourceId, packId: 'p', packVersion: 1, question: 'q', locale: 'en', today: '2026-06-30', createdAt: at, traceparent: null, idempotencyKey: null, requestHash: 'h', audit: [], timings: [] });
  await store.close();
  return { store: { databaseUrl, tenantId, jobId }, drop: async () => {
    const admin = new pg.Client({ connectionString: adminUrl });
    await admin.connect();
    await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
    await admin.query(`DROP ROLE ${login}`);
    await admin.end();
  } };
}
