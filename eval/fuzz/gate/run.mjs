// Mutates statements and puts them to the gate: nothing but one plain read may come out, in bounded time and memory.
//   [CORPUS=a.jsonl.gz,b.jsonl] [FIELD=sql] node --expose-gc eval/fuzz/gate/run.mjs [--dialect postgres,mysql] [--count 10000] [--seed 1] [--minutes M] [--only N]
// Input N of a seed is always the same one; a failure says how to run it alone. Exit status 1 when there was any.
// One dialect ends after M minutes where the count is not reached, and says how many inputs it did.
import { parseArgs } from 'node:util';
import { inputOf, readTexts } from './inputs.mjs';
import { judge, loadReaders } from './judge.mjs';
import { newAmong, shareReadings, vetoAtTimes } from './sharing.mjs';

const { values } = parseArgs({ options: { dialect: { type: 'string', default: 'postgres' }, count: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' }, minutes: { type: 'string', default: 'Infinity' }, only: { type: 'string' } } });
const seed = Number(values.seed);
const GROWTH_BYTES = 48 * 1024 * 1024;
const SAMPLE_EVERY = 10_000;
const SHOWN = 20;
const VETO_EVERY = 32;
const RECENT = 10_000;
// A refusal is made for every second input, and nobody reads where.
Error.stackTraceLimit = values.only === undefined ? 0 : 10;
const [first, last] = values.only === undefined ? [0, Number(values.count)] : [Number(values.only), Number(values.only) + 1];

shareReadings();
const askVeto = vetoAtTimes();
for (const dialect of values.dialect.split(',')) await run(dialect);

async function run(dialect) {
  const texts = readTexts(dialect, (process.env.CORPUS ?? '').split(',').filter(Boolean), process.env.FIELD);
  await loadReaders(dialect);
  const tally = { dialect, isNewInput: newAmong(RECENT), isNewPrint: newAmong(RECENT), repeated: 0, verdicts: new Map(), failures: [], memory: [], spent: { accepted: 0, rejected: 0 }, slowest: { ms: 0 }, started: performance.now(), before: processorMs() };
  const ends = tally.started + Number(values.minutes) * 60_000;
  let n = first;
  for (; n < last && performance.now() < ends; n++) {
    askVeto(values.only !== undefined || n % VETO_EVERY === 0);
    examine(tally, inputOf(texts, dialect, seed, n), n);
    if ((n + 1) % SAMPLE_EVERY === 0) sample(tally, n + 1 - first);
  }
  summary(tally, n - first - tally.repeated);
}

function examine(tally, input, n) {
  const { dialect, verdicts, failures, spent, slowest } = tally;
  if (!tally.isNewInput([input.from, Boolean(input.scope), Boolean(input.rowFilters), input.sql].join())) return void tally.repeated++;
  const { report, fault, ms } = judge(input, tally.isNewPrint);
  if (values.only !== undefined) console.log(input.sql, report, `${ms} ms`);
  const verdict = report?.rule ?? report?.verdict ?? 'throws';
  verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  spent[verdict === 'accept' ? 'accepted' : 'rejected'] += ms ?? 0;
  if (ms > slowest.ms) Object.assign(slowest, { ms, n, verdict });
  if (!fault) return;
  failures.push(fault);
  if (failures.length <= SHOWN) console.log(JSON.stringify({ fault, again: `--dialect ${dialect} --seed ${seed} --only ${n}`, input: { ...input, scope: undefined }, scoped: input.scope !== undefined, printed: report?.sql?.slice(0, 2_000) }));
}

function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Held memory, after a collection where that can be asked for. */
function sample({ dialect, verdicts, failures, memory, slowest, started, before }, done) {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  memory.push(heapUsed + external);
  const rate = (ms) => Math.round((done / ms) * 1000);
  console.log(`${dialect}: ${done} inputs, ${rate(performance.now() - started)}/s, ${rate(processorMs() - before)} a processor second, ${verdicts.get('accept') ?? 0} accepted, ${failures.length} failures, ${megabytes(heapUsed + external)} held, ${megabytes(rss)} resident, slowest ${slowest.ms.toFixed(0)} ms`);
}

function megabytes(bytes) {
  return `${(bytes / 1048576).toFixed(1)} MB`;
}

function summary({ dialect, verdicts, failures, memory, spent, slowest, before }, done) {
  console.table(Object.fromEntries([...verdicts].sort((a, b) => b[1] - a[1])));
  // The first sample has the caches filled; from then on nothing may be kept.
  const grown = memory.length > 1 ? memory.at(-1) - memory[0] : 0;
  if (globalThis.gc && grown > GROWTH_BYTES) failures.push(`held memory grew by ${megabytes(grown)}`);
  const accepts = verdicts.get('accept') ?? 0;
  const each = (ms, count) => `${(ms / Math.max(count, 1)).toFixed(2)} ms`;
  console.log(`processor time: ${((processorMs() - before) / 1000).toFixed(0)} s in all; the gate's ${each(spent.accepted, accepts)} for what it accepts, ${each(spent.rejected, done - accepts)} for what it rejects, slowest ${slowest.ms.toFixed(0)} ms (--only ${slowest.n}, ${slowest.verdict})`);
  console.log(`${dialect} seed ${seed}: ${done} different inputs, ${accepts} accepted (${((accepts / Math.max(done, 1)) * 100).toFixed(1)} %), ${failures.length} failures${failures.length ? `: ${[...new Set(failures.map((f) => f.slice(0, 60)))].join('; ')}` : ''}`);
  if (failures.length) process.exitCode = 1;
}
