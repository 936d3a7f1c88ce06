// node eval/bench/store/transitions.mjs [--seconds N]
// Moves of a job per second through the real store, at 1, 8 and 32 writers, and their ratio to a bare statement that does
// three inserts and one update in the same run, on the same server and with the same pool. Nothing else than that ratio
// travels between machines. Needs TEST_POSTGRES_URL (an administrator) and built libs.
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import pg from 'pg';
import { bareTransition, createBareTables } from './bare-transition.mjs';
import { provision } from '../../../prisma/provision.mjs';

const require = createRequire(import.meta.url);
const { createStore, seedDemo, DEMO } = require('@countersign/store');
const seconds = Number(process.argv[process.argv.indexOf('--seconds') + 1]) || 3;
const adminUrl = process.env.TEST_POSTGRES_URL;
if (!adminUrl) throw new Error('TEST_POSTGRES_URL is not set');

const database = `store_bench_${process.pid}`;
const { databaseUrl, adminUrl: ownerUrl } = await provision({ adminUrl, database, login: 'store_bench_login', password: 'only-for-benches' });
const tenants = Object.values(DEMO);
await seedDemo({ databaseUrl, applicationName: 'bench' }, {
  passwordHash: 'x', at: new Date().toISOString(), packs: [], seal: () => 'sealed', source: { name: 'w', host: 'h', port: 1, database: 'd', username: 'u' },
});
const store = await createStore({ databaseUrl, applicationName: 'bench', poolSize: 32 });
const bare = new pg.Pool({ connectionString: ownerUrl, max: 32 });
await createBareTables(bare);

const actor = { kind: 'system', id: 'bench', name: 'bench' };
const at = () => new Date().toISOString();
const entry = (jobId, action) => ({ id: randomUUID(), at: at(), action, actor, subject: { kind: 'job', id: jobId }, dataSourceId: null, state: 'GATING', details: { from: 'GATING', to: 'GATING' } });
const timing = () => ({ step: 'gate', startedAt: at(), durationUs: 900, attempt: 1, process: 'bench' });

/** One worker's jobs: GATING → GATING may repeat for ever, so a job lasts the whole run. */
async function storeWorker(tenant, artefacts) {
  const jobId = randomUUID();
  await store.jobs.create({ id: jobId, tenantId: tenant.id, askerId: tenant.people[0].id, askerName: 'Analyst', dataSourceId: tenant.dataSourceId, packId: 'p', packVersion: 1, question: 'net revenue by month', locale: 'en', today: '2026-06-30', createdAt: at(), traceparent: null, idempotencyKey: null, requestHash: 'h', audit: [entry(jobId, 'question.asked')], timings: [] });
  let version = 0;
  const move = (from, to, writes) => store.jobs.apply({ tenantId: tenant.id, jobId, expectedVersion: version, from, to, nextStage: 'gate', actor, reason: null, at: at(), writes, timings: [timing()], audit: [entry(jobId, 'job.moved')], traceparent: null });
  for (const [from, to] of [['RECEIVED', 'GENERATING'], ['GENERATING', 'GATING']]) {
    await move(from, to, {});
    version += 1;
  }
  return async () => {
    const applied = await move('GATING', 'GATING', artefacts);
    if (!applied.applied) throw new Error('refused');
    version = applied.version;
  };
}
async function measure(makeWorker, writers) {
  const workers = await Promise.all(Array.from({ length: writers }, (_, i) => makeWorker(i)));
  let count = 0;
  const cpu = process.cpuUsage();
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(workers.map(async (work) => {
    while (performance.now() < end) {
      await work();
      count += 1;
    }
  }));
  const spent = process.cpuUsage(cpu);
  return { perSecond: Math.round((count * 1000) / (performance.now() - start)), cpuMs: Number(((spent.user + spent.system) / 1000 / count).toFixed(3)) };
}

const report = { verdict: 'accept', dialect: 'postgres', sql: 'SELECT 1', limit: 1000, outputColumns: ['a'], rowFilters: [], checks: [{ rule: 'one-statement', status: 'pass' }], findings: [], tables: ['orders'], columns: ['orders.a'], functions: [] };
try {
  for (const writers of [1, 8, 32]) {
    const floor = await measure(() => bareTransition(bare), writers);
    const move = await measure(() => storeWorker(tenants[0], {}), writers);
    const spread = await measure((i) => storeWorker(tenants[i % tenants.length], {}), writers);
    const full = await measure(() => storeWorker(tenants[0], { gateReport: report }), writers);
    const ratio = (x) => Number((x.perSecond / floor.perSecond).toFixed(2));
    console.log(JSON.stringify({ writers, bare: floor, move: { ...move, ratio: ratio(move) }, moveOverTwoTenants: { ...spread, ratio: ratio(spread) }, moveWithGateReport: { ...full, ratio: ratio(full) } }));
  }
  const one = randomUUID();
  await store.jobs.create({ id: one, tenantId: tenants[0].id, askerId: tenants[0].people[0].id, askerName: 'A', dataSourceId: tenants[0].dataSourceId, packId: 'p', packVersion: 1, question: 'q', locale: 'en', today: '2026-06-30', createdAt: at(), traceparent: null, idempotencyKey: null, requestHash: 'h', audit: [], timings: [] });
  console.log(JSON.stringify({ writers: 8, load: await measure(async () => () => store.jobs.load(tenants[0].id, one), 8), prismaRead: await measure(async () => () => store.reader.timings(tenants[0].id, one), 8) }));
} finally {
  await Promise.all([store.close(), bare.end()]);
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`drop database if exists ${database} with (force)`);
  await admin.end();
}
process.exit(0);
