// Mutates statements and puts them to the gate: nothing but one plain read may come out, in bounded time and memory.
//   [CORPUS=a.jsonl.gz,b.jsonl] [FIELD=sql] node --expose-gc eval/fuzz/gate/run.mjs [--dialect postgres] [--count 10000] [--seed 1] [--only N]
// Input N of a seed is always the same one; a failure says how to run it alone. Exit status 1 when there was any.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { judge, loadReaders } from './judge.mjs';
import { mutated } from './mutate.mjs';
import { randomFrom } from './random.mjs';
import { scope, seedsFor } from './seeds.mjs';

const { values } = parseArgs({ options: { dialect: { type: 'string', default: 'postgres' }, count: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' }, only: { type: 'string' } } });
const { dialect } = values;
const seed = Number(values.seed);
const GROWTH_BYTES = 48 * 1024 * 1024;
const SAMPLE_EVERY = 10_000;
const SHOWN = 20;

const own = seedsFor(dialect);
const corpus = readCorpus();
await loadReaders(dialect);

const verdicts = new Map();
const memory = [];
const failures = [];
const started = performance.now();
const [first, end] = values.only === undefined ? [0, Number(values.count)] : [Number(values.only), Number(values.only) + 1];
for (let n = first; n < end; n++) {
  const input = inputOf(n);
  if (values.only !== undefined) console.log(input.sql);
  const { report, fault } = judge(input);
  const verdict = report?.rule ?? report?.verdict ?? 'throws';
  verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  if (values.only !== undefined) console.log(report);
  if (fault) fail(n, input, fault, report);
  if ((n + 1) % SAMPLE_EVERY === 0) sample(n + 1);
}
summary();

function inputOf(n) {
  const random = randomFrom(seed * 1_000_003 + n);
  const scoped = corpus.length === 0 || random.chance(0.5);
  const texts = scoped ? own : corpus;
  const sql = mutated(random, random.pick(texts), random.chance(0.8) ? texts : own);
  return { sql, from: dialect, dialect, ...(scoped && random.chance(0.7) ? { scope } : {}) };
}

function fail(n, input, fault, report) {
  failures.push({ n, fault });
  if (failures.length <= SHOWN) console.log(JSON.stringify({ fault, again: `--dialect ${dialect} --seed ${seed} --only ${n}`, scoped: input.scope !== undefined, sql: input.sql.slice(0, 2_000), printed: report?.sql?.slice(0, 2_000) }));
}

/** Held memory, after a collection where that can be asked for. */
function sample(n) {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  memory.push(heapUsed + external);
  const seconds = (performance.now() - started) / 1000;
  console.error(`${n} inputs, ${Math.round((n - first) / seconds)}/s, ${failures.length} failures, ${((heapUsed + external) / 1048576).toFixed(1)} MB held`);
}

function summary() {
  console.table(Object.fromEntries([...verdicts].sort((a, b) => b[1] - a[1])));
  // The first sample has the caches filled; from then on nothing may be kept.
  const grown = memory.length > 1 ? memory.at(-1) - memory[0] : 0;
  if (globalThis.gc && grown > GROWTH_BYTES) failures.push({ fault: `held memory grew by ${Math.round(grown / 1048576)} MB` });
  console.log(`${end - first} inputs, ${failures.length} failures${failures.length ? `: ${[...new Set(failures.map((f) => f.fault.slice(0, 60)))].join('; ')}` : ''}`);
  process.exitCode = failures.length ? 1 : 0;
}

function readCorpus() {
  const { CORPUS, FIELD = 'sql' } = process.env;
  return (CORPUS ?? '').split(',').filter(Boolean).flatMap((file) => {
    const bytes = readFileSync(file);
    const rows = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
    return rows.filter((row) => row.dialect === undefined || row.dialect === dialect).map((row) => row[FIELD]).filter((text) => typeof text === 'string' && text !== '');
  });
}
