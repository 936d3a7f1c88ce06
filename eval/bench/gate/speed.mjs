// How long the gate takes on short statements, against a bare parse by PostgreSQL's own grammar in the same run.
//   [CORPUS=reads.jsonl.gz] [FIELD=sql] [ROUNDS=5] node eval/bench/gate/speed.mjs
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parseSync, loadModule } from 'libpg-query';
import sql from '@countersign/sql';

const { CORPUS, FIELD = 'sql', ROUNDS = '5' } = process.env;
const BUILT_IN = [
  'SELECT status, count(*) AS orders FROM orders GROUP BY status ORDER BY orders DESC',
  "SELECT date_trunc('month', order_date) AS month, sum(shipping_fee) FROM orders WHERE order_date >= DATE '2025-01-01' GROUP BY 1 ORDER BY 1",
  "SELECT c.segment, avg(o.shipping_fee) FROM orders o JOIN customers c ON c.customer_id = o.customer_id WHERE o.status IN ('completed', 'shipped') GROUP BY c.segment",
  'SELECT p.category, sum(i.quantity * i.unit_price) AS revenue FROM order_items i JOIN products p USING (product_id) GROUP BY p.category HAVING sum(i.quantity) > 10 LIMIT 5',
  'SELECT customer_id FROM orders WHERE EXISTS (SELECT 1 FROM payments p WHERE p.order_id = orders.order_id)',
];
const texts = statements().filter((text) => text.length < 300);
await Promise.all([sql.loadParsers(), loadModule()]);
// Statements are warmed up with others, so that each of `fresh` is timed at first sight once (its shape may be known all the same).
const half = (odd) => texts.filter((_, i) => i % 2 === odd);
for (let round = 0; round < 4; round++) for (const text of [...BUILT_IN, ...half(0)]) run(text), tried(() => parseSync(text));
const fresh = half(1).map((text) => timed(() => run(text)));
const accepted = texts.filter((text) => run(text).verdict === 'accept');
for (let round = 0; round < 2; round++) for (const text of accepted) run(text), parseSync(text);
const gate = best(accepted, run);
const parse = best(accepted, parseSync);
const line = (times) => ({ 'median µs': quantile(times, 0.5), 'p95 µs': quantile(times, 0.95) });
console.table({
  gate: line(gate),
  'bare parse': line(parse),
  ratio: { 'median µs': Number((quantile(gate, 0.5) / quantile(parse, 0.5)).toFixed(1)), 'p95 µs': Number((quantile(gate, 0.95) / quantile(parse, 0.95)).toFixed(1)) },
  'gate, first sight': line(fresh.sort((a, b) => a - b)),
});
console.log(`${accepted.length} accepted statements under 300 characters, best of ${ROUNDS} rounds; ${fresh.length} others at first sight, accepted or not`);

function run(text) {
  return sql.gate({ sql: text, from: 'postgres', dialect: 'postgres' });
}

/** Best time of each text, in microseconds, sorted. */
function best(list, work) {
  return list.map((text) => Math.min(...Array.from({ length: Number(ROUNDS) }, () => timed(() => work(text))))).sort((a, b) => a - b);
}

function timed(work) {
  const started = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - started) / 1000;
}

function tried(work) {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function quantile(sorted, q) {
  return Number(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))].toFixed(1));
}

function statements() {
  if (!CORPUS) return BUILT_IN;
  const bytes = readFileSync(CORPUS);
  return (CORPUS.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n').filter(Boolean).map((row) => JSON.parse(row)[FIELD]);
}
