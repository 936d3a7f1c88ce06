// Streamed rows a second through the adapter against bare pg-cursor, in one run, and what memory it takes.
//   TEST_POSTGRES_URL=postgresql://… node eval/bench/sources/stream.mjs [rows] [repeats]
// Each measurement is a process of its own, so that one's heap is not another's. Needs `npm run build` first.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import Cursor from 'pg-cursor';

const SQL = 'SELECT id, customer, amount, ordered_on, changed_at, active, score, note FROM wide';
const raw = { getTypeParser: () => (text) => text };

/** Reads everything; returns the rows. */
const READERS = {
  'pg-cursor, objects and parsed types': (target) => bare(target, {}),
  'pg-cursor, arrays and raw text': (target) => bare(target, { rowMode: 'array', types: raw }),
  adapter,
};

async function bare(target, options) {
  const client = new pg.Client(target);
  await client.connect();
  const cursor = client.query(new Cursor(SQL, [], options));
  let rows = 0;
  for (;;) {
    const batch = await cursor.read(1_000);
    rows += batch.length;
    if (batch.length === 0) break;
  }
  await client.end();
  return rows;
}

async function adapter(target, expected) {
  const sources = createSources({ credential: async () => ({ username: target.user, password: target.password }) });
  const caps = { maxRows: expected + 1, maxBytes: 1e12, timeoutMs: 600_000, maxCost: null, maxEstimatedRows: null };
  const source = { id: 'bench', engine: 'postgres', host: target.host, port: target.port, database: target.database, username: target.user, tls: 'off', revision: 1 };
  let rows = 0;
  await sources.run({ tenantId: 'bench', source, sql: SQL, caps, signal: new AbortController().signal }, { columns: async () => {}, rows: async (batch) => { rows += batch.length; } });
  await sources.close();
  return rows;
}

let createSources;

async function child({ reader, target, expected }) {
  ({ createSources } = await import('@countersign/sources'));
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampler = setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss); }, 5);
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const rows = await READERS[reader](target, expected);
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(sampler);
  if (rows !== expected) throw new Error(`${reader} read ${rows} of ${expected} rows`);
  process.send({ perSecond: rows / seconds, cpu: (user + system) / rows, growth: (Math.max(peak, process.memoryUsage().rss) - before) / 1_048_576 });
}

const measure = (reader, target, expected) => new Promise((resolve, reject) => {
  const worker = fork(fileURLToPath(import.meta.url), [], { env: { ...process.env, BENCH_CHILD: '1' } });
  let result;
  worker.on('message', (message) => { result = message; });
  worker.on('exit', (code) => (code === 0 && result ? resolve(result) : reject(new Error(`${reader} failed`))));
  worker.send({ reader, target, expected });
});

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

async function main() {
  const [expected, repeats] = [Number(process.argv[2] ?? 1_000_000), Number(process.argv[3] ?? 3)];
  const url = new URL(process.env.TEST_POSTGRES_URL);
  const database = `sources_bench_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${database}`);
  const target = { host: url.hostname, port: Number(url.port || 5432), user: decodeURIComponent(url.username), password: decodeURIComponent(url.password), database };
  try {
    const client = new pg.Client(target);
    await client.connect();
    await client.query(`CREATE UNLOGGED TABLE wide AS SELECT g::int8 AS id, 'customer ' || g % 800 AS customer, (g % 100000 / 7.0)::numeric(12,2) AS amount, date '2024-01-01' + g % 900 AS ordered_on, timestamptz '2024-01-01' + g * interval '1 second' AS changed_at, g % 2 = 0 AS active, g / 3.0::float8 AS score, CASE WHEN g % 5 = 0 THEN NULL ELSE 'note number ' || g END AS note FROM generate_series(1, ${expected}) g`);
    await client.query('VACUUM ANALYZE wide');
    await client.end();
    const found = Object.fromEntries(Object.keys(READERS).map((reader) => [reader, []]));
    for (let round = 0; round < repeats; round += 1) for (const reader of Object.keys(READERS)) found[reader].push(await measure(reader, target, expected));
    const result = Object.fromEntries(Object.entries(found).map(([reader, list]) => [reader, { rowsPerSecond: Math.round(median(list.map((r) => r.perSecond))), cpuMicrosPerRow: Number(median(list.map((r) => r.cpu)).toFixed(2)), peakGrowthMb: Math.round(median(list.map((r) => r.growth))) }]));
    const fastest = Math.max(...Object.entries(result).filter(([reader]) => reader !== 'adapter').map(([, r]) => r.rowsPerSecond));
    const cheapest = Math.min(...Object.entries(result).filter(([reader]) => reader !== 'adapter').map(([, r]) => r.cpuMicrosPerRow));
    console.log(JSON.stringify({ bench: 'sources/stream', rows: expected, repeats, result, ratioToFastestCursor: Number((result.adapter.rowsPerSecond / fastest).toFixed(2)), cpuRatio: Number((cheapest / result.adapter.cpuMicrosPerRow).toFixed(2)), target: 0.7 }, null, 2));
  } finally {
    await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
    await admin.end();
  }
}

if (process.env.BENCH_CHILD) process.once('message', (task) => child(task).then(() => process.exit(0), (error) => { console.error(error); process.exit(1); }));
else await main();
