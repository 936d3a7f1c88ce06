// node eval/bench/questions/run.mjs [--seconds N] [--queue redis|postgres]
// The whole product with its real processes, a question decided by an explicit rule: what the platform adds to the customer's
// database, beside a bare four-stage BullMQ chain on the same Redis in the same run; and questions a second at 1, 8, 32 askers.
// Needs a build (npm start once). Everything is audited, nothing is switched off.
import http from 'node:http';
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { bareTransition, createBareTables, dropBareTables } from '../store/bare-transition.mjs';
import { bareChain } from './bare-chain.mjs';
import { processorTime } from './processor-time.mjs';

const require = createRequire(import.meta.url);
const root = path.resolve(import.meta.dirname, '../../..');
const { startStandalone } = require(path.join(root, 'apps/standalone/dist/standalone.js'));
const { freePort } = require(path.join(root, 'apps/standalone/dist/free-port.js'));
const { DemoClient } = require(path.join(root, 'apps/standalone/dist/demo/client.js'));
const { routes } = require('@countersign/contracts');
const option = (name, otherwise) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : otherwise);
const seconds = Number(option('--seconds', '10'));
const queue = option('--queue', 'redis');

const QUESTIONS = ['net revenue by month in 2025', 'orders by channel in 2025', 'units sold by category in 2025', 'net revenue by ship country in 2025', 'customers by segment'];

/** A client that costs little beside what it asks: Node's own agent on kept connections. */
async function signedIn(baseUrl, password) {
  const agent = new http.Agent({ keepAlive: true });
  const call = (route, body, headers) => new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const request = http.request(`${baseUrl}${route.path}`, { method: route.method, agent, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers } }, (response) => {
      let answer = '';
      response.setEncoding('utf8').on('data', (part) => (answer += part)).on('end', () => (response.statusCode < 300 ? resolve({ body: JSON.parse(answer), cookies: response.headers['set-cookie'] ?? [] }) : reject(new Error(answer))));
    });
    request.on('error', reject).end(text);
  });
  const me = await call(routes.signIn, { email: 'analyst@hanbit.example', password }, {});
  const headers = { cookie: me.cookies.map((cookie) => cookie.split(';')[0]).join('; '), 'x-csrf-token': me.body.csrfToken };
  return async (route, body) => (await call(route, body, headers)).body;
}

/** The bare chain with one durable statement a step, on the product's own server: what a queue and four commits cost without any product. */
async function durableChain(databaseUrl, redisUrl) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 32 });
  await createBareTables(pool);
  const idle = [];
  const eachStep = async () => {
    const move = idle.pop() ?? (await bareTransition(pool));
    await move();
    idle.push(move);
  };
  const measured = await bareChain(redisUrl, { chains: 200, askers: 32, seconds: Math.min(seconds, 5), eachStep });
  await dropBareTables(pool);
  await pool.end();
  return measured;
}

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
  // The demo's own rule says that people always review: no other rule undoes it.
  const { items: policies } = await admin.call(routes.listPolicies);
  for (const { id } of policies.filter(({ enabled, rule }) => enabled && rule.kind === 'approvers')) await admin.call(routes.disablePolicy, { params: { id } });
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
      // Rarely when many wait: looking is not part of a question.
      await sleep(waiting.size > 1 ? 25 : 8);
    }
  })();
  const session = await signedIn(product.baseUrl, product.demo.password);
  const ask = async () => {
    const { jobId } = await session(routes.askQuestion, { question: QUESTIONS[asked++ % QUESTIONS.length], dataSourceId: source.id, packId: 'commerce', today: '2026-06-30' });
    const state = await new Promise((resolve) => waiting.set(jobId, resolve));
    if (state !== 'ANSWERED') throw new Error(`a question ended ${state}`);
    return jobId;
  };
  // Each connection plans each statement once and each process compiles its hot paths: that is start-up, not running.
  await Promise.all(Array.from({ length: 8 }, async () => { for (let i = 0; i < 40; i++) await ask(); }));
  const ids = [];
  for (let i = 0; i < 100; i++) {
    ids.push(await ask());
    await sleep(5);
  }
  const { rows } = await truth.query(`
    select extract(epoch from (j.updated_at - j.created_at)) * 1000 as total,
           (select coalesce(sum(t.duration_us), 0) / 1000.0 from stage_timings t where t.job_id = j.id and t.step in ('estimate', 'execute')) as source
    from jobs j where j.id = any($1::uuid[])`, [ids]);
  const totals = rows.map((r) => Number(r.total));
  const overheads = rows.map((r) => Number(r.total) - Number(r.source));
  const bare = product.redisUrl ? await bareChain(product.redisUrl, { chains: 200, askers: 32, seconds: Math.min(seconds, 5) }) : null;
  const durable = product.redisUrl ? await durableChain(url.href, product.redisUrl) : null;

  console.log(`queue on ${product.redisUrl ? 'Redis' : 'PostgreSQL'}, one asker, 100 questions`);
  console.log(`  question, received to answered      median ${ms(quantile(totals, 0.5))}   p95 ${ms(quantile(totals, 0.95))}`);
  console.log(`  without the estimate and run stages median ${ms(quantile(overheads, 0.5))}   p95 ${ms(quantile(overheads, 0.95))}`);
  if (bare) {
    console.log(`  bare four-stage chain               median ${ms(quantile(bare.times, 0.5))}   p95 ${ms(quantile(bare.times, 0.95))}   ${bare.perSecond.toFixed(0)} chains/s with 32 at once`);
    console.log(`  ratio of medians                    ${(quantile(overheads, 0.5) / quantile(bare.times, 0.5)).toFixed(2)}`);
    console.log(`  the chain, each step made durable   median ${ms(quantile(durable.times, 0.5))}   p95 ${ms(quantile(durable.times, 0.95))}   ${durable.perSecond.toFixed(0)} chains/s   ratio ${(quantile(overheads, 0.5) / quantile(durable.times, 0.5)).toFixed(2)}`);
  }
  const steps = await truth.query('select step, percentile_cont(0.5) within group (order by duration_us) / 1000.0 as p50, percentile_cont(0.95) within group (order by duration_us) / 1000.0 as p95 from stage_timings where job_id = any($1::uuid[]) group by step order by min(started_at)', [ids]);
  for (const s of steps.rows) console.log(`    ${s.step.padEnd(14)} p50 ${Number(s.p50).toFixed(2).padStart(8)} ms   p95 ${Number(s.p95).toFixed(2).padStart(8)} ms`);
  for (const askers of [1, 8, 32]) {
    const end = performance.now() + seconds * 1000;
    const start = performance.now();
    let count = 0;
    const before = processorTime(product.pids());
    await Promise.all(Array.from({ length: askers }, async () => {
      while (performance.now() < end) {
        await ask();
        count++;
      }
    }));
    console.log(`  ${String(askers).padStart(2)} askers   ${((count * 1000) / (performance.now() - start)).toFixed(1)} questions/s`);
    if (askers > 1) console.log(`     processor time a question: ${[...processorTime(product.pids())].map(([kind, ms]) => `${kind} ${((ms - (before.get(kind) ?? 0)) / count).toFixed(1)}`).join(', ')} ms`);
  }
  watching = false;
  await watcher;
  await truth.end();
} finally {
  await product.stop();
  rmSync(dataFolder, { recursive: true, force: true });
}
