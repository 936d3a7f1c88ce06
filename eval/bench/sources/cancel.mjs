// How long after a cancel the server is idle again, under load from other runs of the same source, and whether a cancel ever hits one of those.
//   TEST_POSTGRES_URL=… TEST_MARIADB_URL=… node eval/bench/sources/cancel.mjs [trials] [postgres|mariadb]
// Target: 95 of 100 within a second, no other statement hit. Needs `npm run build`.
import { createSources } from '@countersign/sources';
import { labs } from './labs.mjs';

const [trials, only] = [Number(process.argv[2] ?? 200), process.argv[3]];
const TARGET_MS = 1_000;
const ASKERS = 3;
const ROWS = 2_000;
const asleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Statements that would go on for minutes: waiting, computing, and giving more rows than are read. Each has a mark of its own in its text. */
const LONG = {
  postgres: [
    (mark) => `SELECT pg_sleep(120)::text AS slept, '${mark}' AS mark`,
    (mark) => `SELECT count(*) AS n, '${mark}' AS mark FROM generate_series(1, 100000) a, generate_series(1, 100000) b WHERE a + b < 0`,
    (mark) => `SELECT a AS n, '${mark}' AS mark FROM generate_series(1, 100000) a, generate_series(1, 100000) b`,
  ],
  mariadb: [
    (mark) => `SELECT SLEEP(120) AS slept, '${mark}' AS mark`,
    (mark) => `SELECT COUNT(*) AS n, '${mark}' AS mark FROM numbers a JOIN numbers b JOIN numbers c WHERE a.n + b.n + c.n < 0`,
    (mark) => `SELECT a.n, '${mark}' AS mark FROM numbers a JOIN numbers b JOIN numbers c`,
  ],
};

/** Statements with the mark that the server works on. */
const WORKING = {
  postgres: async (lab, mark) => Number((await lab.admin.query(`SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%' || $1 || '%'`, [mark])).rows[0].n),
  mariadb: async (lab, mark) => Number((await lab.admin(`SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID <> CONNECTION_ID() AND COMMAND <> 'Sleep' AND INFO LIKE '%${mark}%'`))[0][0]),
};

for (const { engine, open } of labs(only)) {
  const lab = await open();
  const sources = createSources({ credential: lab.credential, maxConnections: ASKERS + 2 });
  const run = (sql, signal, rows, caps = {}) => sources.run({ tenantId: 'bench', source: lab.source, sql, caps: { ...lab.source.caps, maxRows: 1e9, maxBytes: 1e12, timeoutMs: 110_000, ...caps }, signal }, { columns: async () => {}, rows });
  const hits = [];
  let over = false;
  let others = 0;
  const asker = async () => {
    while (!over) {
      let seen = 0;
      const end = await run(lab.sql.rows(ROWS), new AbortController().signal, async (batch) => { seen += batch.length; }).then(() => seen, (error) => error.kind ?? String(error));
      others += 1;
      if (end !== ROWS) hits.push(end);
    }
  };
  const load = Array.from({ length: ASKERS }, asker);

  const [idle, told, ends] = [[], [], {}];
  for (let trial = 0; trial < trials; trial += 1) {
    // Letters only, of one length: no mark is a part of another.
    const mark = `mark_${String(trial).padStart(6, '0')}_${process.pid}`;
    const stop = new AbortController();
    const ended = run(LONG[engine][trial % 3](mark), stop.signal, () => asleep(20)).then(() => 'ended by itself', (error) => error.kind ?? String(error));
    // A third of the cancels comes before or while the statement is sent.
    if (trial % 9 < 3) await asleep(trial % 17);
    else while ((await WORKING[engine](lab, mark)) === 0) await asleep(5);
    const asked = performance.now();
    stop.abort();
    const end = ended.then((kind) => { told.push(performance.now() - asked); ends[kind] = (ends[kind] ?? 0) + 1; });
    while ((await WORKING[engine](lab, mark)) > 0) await asleep(5);
    idle.push(performance.now() - asked);
    await end;
    // One that was late to arrive would be seen now.
    if ((await WORKING[engine](lab, mark)) > 0) hits.push(`still working: ${mark}`);
  }
  over = true;
  await Promise.all(load);
  const at = (list, share) => Math.round([...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))]);
  const p95 = at(idle, 0.95);
  console.log(JSON.stringify({ bench: 'sources/cancel', engine, trials, ends, idleMs: { median: at(idle, 0.5), p95, most: at(idle, 1) }, callerToldMs: { median: at(told, 0.5), p95: at(told, 0.95) }, statementsOfOthers: others, hits, target: { p95: TARGET_MS, hits: 0 } }, null, 2));
  await sources.close();
  await lab.close();
  if (p95 > TARGET_MS || hits.length > 0 || Object.keys(ends).some((end) => end !== 'cancelled')) process.exitCode = 1;
}
