// node --expose-gc eval/bench/store/exports.mjs [--rows N]
// Rows a second and growth of resident memory of each export format over a stored result of N rows (1,000,000) by 8 columns, beside a bare
// loop over the same store in the same run. Only the ratios travel between machines. Needs TEST_POSTGRES_URL (an administrator) and built libs.
import { createHash, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import pg from 'pg';
import { provision } from '../../../prisma/provision.mjs';

const require = createRequire(import.meta.url);
const { createStore, seedDemo, DEMO } = require('@countersign/store');
const { csvFile, jsonlFile, parquetFile, valueKind, xlsxFile } = require('@countersign/platform');
const rows = Number(process.argv[process.argv.indexOf('--rows') + 1]) || 1_000_000;
const adminUrl = process.env.TEST_POSTGRES_URL;
if (!adminUrl) throw new Error('TEST_POSTGRES_URL is not set');

const database = `export_bench_${process.pid}`;
const { databaseUrl } = await provision({ adminUrl, database, login: 'export_bench_login', password: 'only-for-benches' });
await seedDemo({ databaseUrl, applicationName: 'bench' }, { passwordHash: 'x', at: new Date().toISOString(), packs: [], seal: () => 'sealed', source: { name: 'w', host: 'h', port: 1, database: 'd', username: 'u' } });
const store = await createStore({ databaseUrl, applicationName: 'bench', poolSize: 2 });
const tenant = DEMO.hanbit;

const columns = [['id', 'int8'], ['amount', 'numeric(12,2)'], ['rate', 'float8'], ['day', 'date'], ['at', 'timestamp'], ['paid', 'bool'], ['city', 'text'], ['note', 'text']].map(([name, type]) => ({ name, type, role: 'other' }));
const [jobId, resultId] = [randomUUID(), randomUUID()];
const at = new Date().toISOString();
await store.jobs.create({ id: jobId, tenantId: tenant.id, askerId: tenant.people[0].id, askerName: 'A', dataSourceId: tenant.dataSourceId, packId: 'p', packVersion: 1, question: 'q', locale: 'en', today: '2026-06-30', createdAt: at, traceparent: null, idempotencyKey: null, requestHash: 'h', audit: [], timings: [] });
const writer = await store.results.open(tenant.id, jobId, resultId, columns);
for (let n = 0; n < rows; n += 1000) {
  await writer.write(Array.from({ length: Math.min(1000, rows - n) }, (_, i) => [String(9_000_000_000_000_000_000n + BigInt(n + i)), `${(n + i) % 2 ? '-' : ''}${n + i}.${String(i % 100).padStart(2, '0')}`, String((n + i) / 7), '2026-06-30', '2026-06-30 12:00:00.123456', i % 2 ? 't' : 'f', '서울', i % 5 ? `order ${n + i} "${i}"` : null]));
}
await writer.close();

const table = { columns: columns.map(({ name, type }) => ({ name, kind: valueKind(type) })), notice: null, rows: () => store.results.stream(tenant.id, resultId) };
const runs = {
  'bare loop': null,
  csv: () => csvFile(table, { bom: true }),
  jsonl: () => jsonlFile(table),
  xlsx: () => xlsxFile(table, { sheet: 'Result', about: { sheet: 'About', lines: () => [] }, huge: false }),
  parquet: () => parquetFile(table, { metadata: {} }),
};
async function drain(file) {
  if (!file) {
    for await (const batch of table.rows()) void batch;
    return 0;
  }
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of file.bytes) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return bytes;
}
const results = [];
for (const [format, make] of Object.entries(runs)) {
  global.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss); }, 20);
  const [cpu, start] = [process.cpuUsage(), performance.now()];
  const bytes = await drain(make?.());
  const [ms, used] = [performance.now() - start, process.cpuUsage(cpu)];
  clearInterval(watch);
  results.push({ format, rowsPerSecond: Math.round(rows / (ms / 1000)), cpuSeconds: +((used.user + used.system) / 1e6).toFixed(1), peakGrowthMb: Math.round((peak - before) / 1e6), fileMb: +(bytes / 1e6).toFixed(1) });
}
const bare = results[0];
console.table(results.map((result) => ({ ...result, ofBare: +(result.rowsPerSecond / bare.rowsPerSecond).toFixed(2), cpuOfBare: +(result.cpuSeconds / bare.cpuSeconds).toFixed(1) })));
await store.close();
const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
await admin.query(`drop database ${database} with (force)`);
await admin.query('drop role if exists export_bench_login');
await admin.end();
