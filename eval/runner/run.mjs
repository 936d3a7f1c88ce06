// countersign eval run: suites of questions and statements through the product's own functions on the demo warehouse.
//   node eval/runner/run.mjs [--offline] [--suite NAME] [--suites DIR] [--only KIND] [--provider planner|replay:FILE] [--against FILE] [--out FILE]
// DATABASE_URL: a PostgreSQL superuser to make two scratch databases with; without it an embedded server is started and removed.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openWorld } from './world.mjs';
import { openJudge } from './judge.mjs';

const require = createRequire(path.resolve(import.meta.dirname, '../../apps/cli/package.json'));
const { clopperPearson, mcnemar } = require('@countersign/evidence');
const { parse } = require('yaml');

const { values } = parseArgs({ options: { offline: { type: 'boolean' }, suite: { type: 'string' }, suites: { type: 'string' }, only: { type: 'string' }, provider: { type: 'string' }, against: { type: 'string' }, out: { type: 'string' } } });
const suite = values.suite ?? 'commerce';
const provider = values.provider ?? 'planner';
const unusable = (message) => { console.error(`countersign: ${message}`); process.exit(2); };
if (provider !== 'planner' && !provider.startsWith('replay:')) unusable('--provider is planner or replay:FILE');
const folder = path.join(values.suites ?? path.resolve(import.meta.dirname, '../suites'), suite);

let files;
try {
  files = readdirSync(folder).filter((name) => name.endsWith('.yaml')).map((name) => parse(readFileSync(path.join(folder, name), 'utf8')));
} catch (error) {
  unusable(`suite ${suite} can't be read: ${error.message}`);
}
const cases = files.flatMap(({ cases: list, ...rest }) => list.map((one) => ({ status: 'accepted', ...rest, ...one }))).filter(({ kind }) => !values.only || kind === values.only);
if (cases.length === 0) unusable(`suite ${suite} has no ${values.only ?? 'case'}`);
const before = values.against && JSON.parse(readFileSync(values.against, 'utf8'));
const candidates = provider.startsWith('replay:') ? new Map(readFileSync(provider.slice(7), 'utf8').trim().split('\n').map((line) => JSON.parse(line)).map(({ id, sql }) => [String(id), sql])) : undefined;

const scratch = mkdtempSync(path.join(tmpdir(), 'countersign-eval-'));
const world = await openWorld(process.env.DATABASE_URL, scratch);
const lines = [];
try {
  const judge = await openJudge(world, candidates);
  for (const one of cases) {
    const started = performance.now();
    const verdict = await judge(one);
    lines.push({ id: one.id, kind: one.kind, locale: one.locale ?? '-', status: one.status, ...verdict, ms: Number((performance.now() - started).toFixed(1)) });
  }
} finally {
  await world.close();
  rmSync(scratch, { recursive: true, force: true });
}

// Disputed gold says nothing about the product.
const counted = lines.filter(({ status }) => status !== 'disputed');
const groups = [...new Set(counted.map(({ kind, locale }) => `${kind} ${locale}`))].sort();
const table = groups.map((group) => {
  const of = counted.filter(({ kind, locale }) => `${kind} ${locale}` === group);
  const k = of.filter(({ right }) => right).length;
  const { low, high } = clopperPearson(k, of.length, 0.95);
  return { kind: of[0].kind, locale: of[0].locale, k, n: of.length, low: Number((100 * low).toFixed(1)), high: Number((100 * high).toFixed(1)) };
});
for (const { kind, locale, k, n, low, high } of table) console.log(`${kind.padEnd(10)} ${locale}  ${k}/${n}  95 % ${low}–${high} %`);
const times = counted.map(({ ms }) => ms).sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
console.log(`latency p50 ${at(0.5)} ms, p95 ${at(0.95)} ms; tokens 0, cost 0 (no model was called)`);
for (const { id, reason } of lines.filter(({ right }) => !right)) console.log(`  ${id}: ${reason}`);
let paired;
if (before) {
  const was = new Map(before.cases.map(({ id, right }) => [id, right]));
  paired = mcnemar(counted.filter(({ id }) => was.has(id)).map(({ id, right }) => [was.get(id), right]));
  console.log(`against ${values.against}: ${paired.onlyFirst} right only there, ${paired.onlySecond} only here, McNemar p ${paired.p.toFixed(4)}`);
}
const out = values.out ?? path.resolve(import.meta.dirname, `../results/${suite}-${provider.split(':')[0]}.json`);
mkdirSync(path.dirname(out), { recursive: true });
writeFileSync(out, `${JSON.stringify({ suite, provider: provider.split(':')[0], node: process.version, warehouseSeed: 42, table, latency: { p50: at(0.5), p95: at(0.95) }, tokens: 0, cost: 0, ...(paired ? { paired } : {}), cases: lines }, null, 1)}\n`);
