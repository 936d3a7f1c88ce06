// Rows a second of 8 columns from a customer's database through the adapter, alone and into the result store, against the bare driver in
// the same run (pg-cursor, mysql2's stream), and by how much resident memory grows. Only the ratios travel between machines.
//   TEST_POSTGRES_URL=postgresql://… TEST_MARIADB_URL=mysql://… node eval/bench/sources/stream.mjs [rows] [repeats] [postgres|mariadb]
// The result store is always in PostgreSQL. Each measurement is a process of its own, so that one's heap is not another's. Needs `npm run build`.
import { fork } from 'node:child_process';
import path from 'node:path';
import { openResultStore } from './stream-store.mjs';
import { mariadbTable, postgresTable } from './stream-tables.mjs';

const TARGET = { ratio: 0.7, growthMb: 80 };
const READERS = ['bare, as it comes', 'bare, arrays of text', 'adapter', 'adapter into the result store'];
const [expected, repeats, only] = [Number(process.argv[2] ?? 1_000_000), Number(process.argv[3] ?? 3), process.argv[4]];

const measure = (task) => new Promise((resolve, reject) => {
  const worker = fork(path.join(import.meta.dirname, 'stream-readers.mjs'), { execArgv: ['--expose-gc'] });
  let result;
  worker.on('message', (message) => { result = message; });
  worker.on('exit', (code) => (code === 0 && result ? resolve(result) : reject(new Error(`${task.engine}, ${task.reader} failed`))));
  worker.send(task);
});

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const ratio = (part, whole) => Number((part / whole).toFixed(2));

/** Rounds are interleaved, so that what else the machine does falls on all alike. */
async function bench(engine, target, store) {
  const found = Object.fromEntries(READERS.map((reader) => [reader, []]));
  for (let round = 0; round < repeats; round += 1) for (const reader of READERS) found[reader].push(await measure({ engine, reader, target, store, expected }));
  const result = Object.fromEntries(READERS.map((reader) => [reader, {
    rowsPerSecond: Math.round(median(found[reader].map((r) => r.perSecond))),
    cpuMicrosPerRow: Number(median(found[reader].map((r) => r.cpu)).toFixed(2)),
    peakGrowthMb: Math.round(Math.max(...found[reader].map((r) => r.growth))),
  }]));
  const [plain, raw, adapter, stored] = READERS.map((reader) => result[reader]);
  const against = (one) => ({ rows: ratio(one.rowsPerSecond, plain.rowsPerSecond), rowsOfArrays: ratio(one.rowsPerSecond, raw.rowsPerSecond), processor: ratio(plain.cpuMicrosPerRow, one.cpuMicrosPerRow) });
  console.log(JSON.stringify({ bench: 'sources/stream', engine, rows: expected, repeats, result, ratios: { adapter: against(adapter), stored: against(stored) }, target: TARGET }, null, 2));
  return against(stored).rows >= TARGET.ratio && stored.peakGrowthMb <= TARGET.growthMb;
}

const kept = await openResultStore(process.env.TEST_POSTGRES_URL);
let missed = false;
try {
  for (const [engine, make, url] of [['postgres', postgresTable, process.env.TEST_POSTGRES_URL], ['mariadb', mariadbTable, process.env.TEST_MARIADB_URL]]) {
    if (!url || (only && only !== engine)) continue;
    const { target, drop } = await make(url, expected);
    try {
      missed = !(await bench(engine, target, kept.store)) || missed;
    } finally {
      await drop();
    }
  }
} finally {
  await kept.drop();
}
process.exitCode = missed ? 1 : 0;
