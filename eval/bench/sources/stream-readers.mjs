// One measurement of stream.mjs, in a process of its own: reads the whole table in one of four ways.
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const sqlOf = (engine) => `SELECT id, customer, amount, ordered_on, changed_at, active, score, note FROM ${engine === 'postgres' ? 'public.' : ''}wide`;
/** Rows in a batch of a bare cursor, and before a bare stream pauses. */
const BATCH = 1_000;

const BARE = {
  async postgres(target, asText) {
    const [pg, Cursor] = [require('pg'), require('pg-cursor')];
    return async () => {
      const client = new pg.Client(target);
      await client.connect();
      const cursor = client.query(new Cursor(sqlOf('postgres'), [], asText ? { rowMode: 'array', types: { getTypeParser: () => (text) => text } } : {}));
      let rows = 0;
      for (let got = BATCH; got > 0; rows += got) got = (await cursor.read(BATCH)).length;
      await client.end();
      return rows;
    };
  },
  async mariadb(target, asText) {
    const mysql = require('mysql2');
    return async () => {
      const connection = mysql.createConnection({ ...target, charset: 'utf8mb4' });
      const stream = connection.query({ sql: sqlOf('mariadb'), ...(asText ? { rowsAsArray: true, typeCast: (field) => field.string() } : {}) }).stream({ highWaterMark: BATCH });
      let rows = 0;
      for await (const _row of stream) rows += 1;
      await new Promise((resolve) => connection.end(resolve));
      return rows;
    };
  },
};

async function adapter(engine, target, expected, open) {
  const { createSources } = require('@countersign/sources');
  const made = await open();
  return async () => {
    const sources = createSources({ credential: async () => ({ username: target.user, password: target.password }) });
    const caps = { maxRows: expected + 1, maxBytes: 1e12, timeoutMs: 3_600_000, maxCost: null, maxEstimatedRows: null };
    const source = { id: 'bench', engine, host: target.host, port: target.port, database: target.database, username: target.user, tls: 'off', revision: 1 };
    let rows = 0;
    let writer;
    await sources.run({ tenantId: 'bench', source, sql: sqlOf(engine), caps, signal: new AbortController().signal }, {
      columns: async (columns) => { writer = await made?.open(columns); },
      rows: async (batch) => {
        rows += batch.length;
        await writer?.write(batch);
      },
    });
    await writer?.close();
    await made?.close();
    await sources.close();
    return rows;
  };
}

async function storeOf({ databaseUrl, tenantId, jobId }) {
  const store = await require('@countersign/store').createStore({ databaseUrl, applicationName: 'bench', poolSize: 2 });
  return { open: (columns) => store.results.open(tenantId, jobId, randomUUID(), columns.map((column) => ({ ...column, role: 'other' }))), close: () => store.close() };
}

const READERS = {
  'bare, as it comes': ({ engine, target }) => BARE[engine](target, false),
  'bare, arrays of text': ({ engine, target }) => BARE[engine](target, true),
  adapter: ({ engine, target, expected }) => adapter(engine, target, expected, async () => undefined),
  'adapter into the result store': ({ engine, target, expected, store }) => adapter(engine, target, expected, () => storeOf(store)),
};

async function measure(task) {
  const read = await READERS[task.reader](task);
  globalThis.gc();
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampler = setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss); }, 5);
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const rows = await read();
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(sampler);
  if (rows !== task.expected) throw new Error(`${task.reader} read ${rows} of ${task.expected} rows`);
  process.send({ perSecond: rows / seconds, cpu: (user + system) / rows, growth: (Math.max(peak, process.memoryUsage().rss) - before) / 1_048_576 });
}

process.once('message', (task) => measure(task).then(() => process.exit(0), (error) => {
  console.error(error);
  process.exit(1);
}));
