// Writes achieved with each layer alone, all others off: every hostile statement of the test suites against a real server, through the bare
// driver wherever the adapter is not the layer. Only a change of data, tables, routines, rights or accounts counts, not an answer without an error.
//   TEST_POSTGRES_URL=… TEST_MARIADB_URL=… node eval/bench/sources/layers.mjs [postgres|mariadb]
// 'nothing' shows that the statements do write. The account alone and the adapter must come to 0. Needs `npm run build`.
import { createRequire } from 'node:module';
import { createSources } from '@countersign/sources';
import sql from '@countersign/sql';
import { labs } from './labs.mjs';

const require = createRequire(import.meta.url);
const MUST_BE_NONE = ['account alone', 'adapter (transaction, one statement, EXPLAIN), account off', 'gate alone'];

/** One connection through the bare driver, several statements in one text allowed unless told. */
const BARE = {
  async postgres({ source, names, password }, account, { oneStatement = false } = {}) {
    const client = new (require('pg').Client)({ host: source.host, port: source.port, database: source.database, user: names[account], password, query_timeout: 5_000 });
    client.on('error', () => undefined);
    await client.connect();
    return { ask: (text) => client.query({ text, ...(oneStatement ? { queryMode: 'extended' } : {}) }), close: () => client.end().catch(() => undefined) };
  },
  async mariadb({ source, names, password }, account, { oneStatement = false } = {}) {
    const connection = await require('mysql2/promise').createConnection({ host: source.host, port: source.port, database: source.database, user: names[account], password, multipleStatements: !oneStatement });
    connection.on('error', () => undefined);
    return { ask: (text) => connection.query({ sql: text, timeout: 5_000 }), close: async () => connection.destroy() };
  },
};
const READ_ONLY = { postgres: ['BEGIN READ ONLY', 'SELECT 1'], mariadb: ['SET SESSION TRANSACTION READ ONLY', 'START TRANSACTION READ ONLY'] };

async function bare(engine, lab, account, options, work) {
  const session = await BARE[engine](lab, account, options);
  try {
    await work(session.ask);
  } finally {
    await session.close();
  }
}

/** Layer → tries one statement with nothing but that layer in its way. */
const LAYERS = {
  nothing: (engine, lab, text) => bare(engine, lab, 'writer', {}, (ask) => ask(text)),
  'account alone': (engine, lab, text) => bare(engine, lab, 'reader', {}, (ask) => ask(text)),
  'read-only transaction alone': (engine, lab, text) => bare(engine, lab, 'writer', {}, async (ask) => {
    for (const before of READ_ONLY[engine]) await ask(before);
    await ask(text);
    await ask('COMMIT');
  }),
  'one statement a message alone': (engine, lab, text) => bare(engine, lab, 'writer', { oneStatement: true }, (ask) => ask(text)),
  'EXPLAIN first alone': (engine, lab, text) => bare(engine, lab, 'writer', {}, async (ask) => {
    await ask(`EXPLAIN ${text}`);
    await ask(text);
  }),
  'gate alone': async (engine, lab, text) => {
    const verdict = sql.gate({ sql: text, from: engine, dialect: engine });
    if (verdict.verdict === 'accept') await bare(engine, lab, 'writer', {}, (ask) => ask(verdict.sql));
  },
  'adapter (transaction, one statement, EXPLAIN), account off': async (_engine, lab, text) => {
    const sources = createSources({ credential: lab.credential });
    const { writer } = lab;
    try {
      await sources.run({ tenantId: 'bench', source: writer, sql: text, caps: writer.caps, signal: new AbortController().signal }, { columns: async () => {}, rows: async () => {} });
    } finally {
      await sources.close();
    }
  },
};

async function table(engine, open) {
  await sql.loadParsersFor(engine);
  let lab = await open();
  const anew = async () => {
    await lab.close();
    lab = await open();
  };
  const found = {};
  const { writes } = lab;
  for (const [layer, attempt] of Object.entries(LAYERS)) {
    const through = [];
    for (const text of writes) {
      const before = await lab.written();
      await attempt(engine, lab, text).catch(() => undefined);
      // A statement may have changed the account’s own password: not data, but the next ones would fail for the wrong reason.
      const signsIn = await bare(engine, lab, layer === 'account alone' ? 'reader' : 'writer', {}, (ask) => ask('SELECT 1')).then(() => true, () => false);
      if (await lab.written().then((after) => after === before, () => false)) {
        if (!signsIn) await anew();
        continue;
      }
      through.push(text);
      await anew();
    }
    found[layer] = through;
  }
  await lab.close();
  return { statements: writes.length, found };
}

for (const { engine, open } of labs(process.argv[2])) {
  const { statements, found } = await table(engine, open);
  console.log(`\n${engine}, ${statements} statements`);
  console.table(Object.fromEntries(Object.entries(found).map(([layer, through]) => [layer, { writes: through.length }])));
  for (const layer of MUST_BE_NONE) {
    for (const text of found[layer]) console.log(`${layer}: ${text}`);
    if (found[layer].length > 0) process.exitCode = 1;
  }
}
