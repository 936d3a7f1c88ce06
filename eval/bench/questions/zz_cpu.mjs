// node eval/bench/questions/run.mjs [--seconds N] [--queue redis|postgres]
// The whole product with its real processes, a question decided by an explicit rule: what the platform adds to the customer's
// database, beside a bare four-stage BullMQ chain on the same Redis in the same run; and questions a second at 1, 8, 32 askers.
// Needs a build (npm start once). Everything is audited, nothing is switched off.
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from '/tmp/integ/node_modules/pg/lib/index.js';
import { bareChain } from '/tmp/integ/eval/bench/questions/bare-chain.mjs';

process.on('uncaughtException', (e) => console.log('UNCAUGHT', e.message));
const require = createRequire('file:///tmp/integ/eval/bench/questions/run.mjs');
const root = '/tmp/integ';
const { startStandalone } = require(path.join(root, 'apps/standalone/dist/standalone.js'));
const { freePort } = require(path.join(root, 'apps/standalone/dist/free-port.js'));
const { DemoClient } = require(path.join(root, 'apps/standalone/dist/demo/client.js'));
const { routes } = require('@countersign/contracts');
const option = (name, otherwise) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : otherwise);
const seconds = Number(option('--seconds', '10'));
const queue = option('--queue', 'redis');

const QUESTIONS = ['net revenue by month in 2025', 'orders by channel in 2025', 'units sold by category in 2025', 'net revenue by ship country in 2025', 'customers by segment'];
const quantile = (values, q) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? NaN;
const ms = (n) => `${n.toFixed(1)} ms`;

const dataFolder = mkdtempSync(path.join(tmpdir(), 'countersign-bench-'));
const product = await startStandalone({ root, dataFolder, port: await freePort(), say: () => undefined, env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'warn', QUEUE_BACKEND: queue } });
try {
  const asker = new DemoClient(product.baseUrl);
  const admin = new DemoClient(product.baseUrl);
  await asker.signIn('analyst@hanbit.example', product.demo.password);
  await admin.signIn('admin@hanbit.example', product.demo.password);
  const source = (await asker.call(routes.listDataSources)).items.find((s) => s.status === 'ready');
  await admin.call(routes.changePolicy, { body: { name: 'Bench', rule: { kind: 'auto-approval', when: { origins: ['planner'], maxCost: 10_000_000, maxEstimatedRows: 10_000_000, dataSourceIds: [source.id] } } } });
  const url = new URL(product.adminUrl);
  url.pathname = '/countersign';
  const truth = new pg.Client({ connectionString: url.href });
  truth.on('error', () => undefined);
  await truth.connect();

  let asked = 0;
  const waiting = new Map();
  let watching = true;
  const watcher = (async () => {
    while (watching) {
      if (waiting.size > 0) {
        const { rows } = await truth.query("select id, state from jobs where id = any($1::uuid[]) and state in ('ANSWERED','ANSWERED_TABLE_ONLY','REFUSED','GATE_REJECTED','STALE','EXECUTION_FAILED','CAP_EXCEEDED','GENERATION_FAILED','UNKNOWN')", [[...waiting.keys()]]);
        for (const row of rows) {
          waiting.get(row.id)(row.state);
          waiting.delete(row.id);
        }
      }
      await sleep(20);
    }
  })();
  const ask = async () => {
    const { jobId } = await asker.call(routes.askQuestion, { body: { question: QUESTIONS[asked++ % QUESTIONS.length], dataSourceId: source.id, packId: 'commerce', today: '2026-06-30' } });
    const state = await new Promise((resolve) => waiting.set(jobId, resolve));
    if (state !== 'ANSWERED') throw new Error(`a question ended ${state}`);
    return jobId;
  };
  // Each connection plans each statement once and each process compiles its hot paths: that is start-up, not running.
  await Promise.all(Array.from({ length: 8 }, async () => { for (let i = 0; i < 40; i++) await ask(); }));

  const { readdirSync, readFileSync } = await import('node:fs');
  const cpus = () => { const m = new Map(); for (const d of readdirSync('/proc')) { if (!/^\d+$/.test(d)) continue; try { const c = readFileSync(`/proc/${d}/cmdline`, 'utf8').replaceAll('\0', ' '); const st = readFileSync(`/proc/${d}/stat`, 'utf8'); const f = st.slice(st.lastIndexOf(')') + 2).split(' '); const ppid = Number(f[1]); m.set(Number(d), { c, ppid, t: (Number(f[11]) + Number(f[12])) * 10 }); } catch {} } return m; };
  const mine = new Set(Object.values(product.pids()));
  const admin2 = new pg.Client({ connectionString: product.adminUrl }); await admin2.connect();
  const pmaster = Number((await admin2.query("select pg_backend_pid() as p")).rows[0].p);
  const pgppid = cpus().get(pmaster).ppid;
  await sleep(1000);
  if (process.env.PGSS) { await admin2.query('create extension if not exists pg_stat_statements'); await admin2.query('select pg_stat_statements_reset()'); }
  const b0 = cpus(); const t0 = performance.now();
  const N = Number(option('--n', '400')), A = Number(option('--askers', '8'));
  await Promise.all(Array.from({ length: A }, async () => { for (let i = 0; i < N / A; i++) await ask(); }));
  const wall = performance.now() - t0; const b1 = cpus();
  const sum = {};
  for (const [pid, x] of b1) { const d = x.t - (b0.get(pid)?.t ?? 0); if (!d) continue; let k; if (mine.has(pid)) k = Object.entries(product.pids()).find((e) => e[1] === pid)[0]; else if (x.ppid === pgppid || pid === pgppid) k = 'postgres ' + x.c.replace(/\d+\.\d+\.\d+\.\d+\(\d+\)|\[local\]/, '').replace(/:\d+|\d+$/g, '').slice(0, 60); else if (pid === process.pid) k = 'bench'; else if (x.c.includes('redis-server')) k = 'redis'; else continue; sum[k] = (sum[k] ?? 0) + d; }
  console.log(`wall ${(wall / N).toFixed(1)} ms a question, ${(1000 * N / wall).toFixed(1)} q/s`);
  let pgsum = 0; for (const k in sum) if (k.startsWith('postgres')) pgsum += sum[k];
  console.log('postgres in all', (pgsum / N).toFixed(1), ' all', (Object.values(sum).reduce((a, b) => a + b, 0) / N).toFixed(1));
  for (const [k, v] of Object.entries(sum).sort((a, b) => b[1] - a[1]).slice(0, 12)) console.log((v / N).toFixed(2).padStart(8), 'ms', k);
  if (process.env.PGSS) for (const r of (await admin2.query("select s.calls, s.total_exec_time as t, s.min_exec_time as m, s.toplevel, s.wal_bytes::bigint as wal, d.datname, regexp_replace(left(query, 110), '\\s+', ' ', 'g') as q from pg_stat_statements s left join pg_database d on d.oid = s.dbid order by total_exec_time desc limit 30")).rows) console.log((r.t / N).toFixed(3).padStart(8), 'ms', (r.calls / N).toFixed(2).padStart(6), 'calls', ((r.t / r.calls)).toFixed(3).padStart(7), "min", r.m.toFixed(3), r.toplevel ? 'T' : ' ', String(Math.round(r.wal / N)).padStart(6), r.datname?.slice(0, 8), r.q);
  watching = false; await watcher; await truth.end(); await admin2.end();
} finally {
  await product.stop();
  process.env.KEEP || rmSync(dataFolder, { recursive: true, force: true });
}
