// How long a look at a database of many tables takes: the read-only proof and the whole catalogue, as a SELECT-only account.
//   TEST_POSTGRES_URL=postgresql://… TEST_MARIADB_URL=mysql://… node eval/bench/sources/catalogue.mjs [tables]
// The tables are made for it and dropped afterwards. Needs `npm run build` first.
import mysql from 'mysql2/promise';
import pg from 'pg';
import { createSources } from '@countersign/sources';

const TABLES = Number(process.argv[2] ?? 5_000);
const LIMIT_S = 60;
const NAME = `bench_catalogue_${process.pid}`;
const PASSWORD = 'bench-only';
const columns = (text) => `id int PRIMARY KEY, code varchar(20) NOT NULL, name ${text}, amount decimal(12,2), ordered_on date, changed_at timestamp NULL, active int, city ${text}, country ${text}, note ${text}, parent int, score int`;

async function postgres(url) {
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${NAME}`);
  const { host, port } = admin;
  const at = new URL(url);
  at.pathname = `/${NAME}`;
  const inside = new pg.Client(at.href);
  await inside.connect();
  // One transaction holds a lock for each table it makes.
  for (let n = 0; n < TABLES; n += 20) await inside.query(Array.from({ length: Math.min(20, TABLES - n) }, (_, i) => `CREATE TABLE t_${n + i} (${columns('text')});`).join(''));
  await inside.query(`CREATE ROLE ${NAME} LOGIN PASSWORD '${PASSWORD}'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${NAME}; REVOKE TEMPORARY ON DATABASE ${NAME} FROM PUBLIC`);
  const drop = async () => {
    await inside.query(`DROP OWNED BY ${NAME}`);
    await inside.end();
    await admin.query(`DROP DATABASE ${NAME} WITH (FORCE)`);
    await admin.query(`DROP ROLE ${NAME}`);
    await admin.end();
  };
  return { engine: 'postgres', host, port, drop };
}

async function mariadb(url) {
  const admin = await mysql.createConnection(url);
  await admin.query(`CREATE DATABASE ${NAME}`);
  for (let n = 0; n < TABLES; n += 1) await admin.query(`CREATE TABLE ${NAME}.t_${n} (${columns('varchar(80)')}) ENGINE=MyISAM`);
  await admin.query(`CREATE USER ${NAME}@'%' IDENTIFIED BY '${PASSWORD}'`);
  await admin.query(`GRANT SELECT ON ${NAME}.* TO ${NAME}@'%'`);
  const { hostname, port } = new URL(url);
  const drop = async () => {
    await admin.query(`DROP DATABASE ${NAME}`);
    await admin.query(`DROP USER ${NAME}@'%'`);
    await admin.end();
  };
  return { engine: 'mariadb', host: hostname, port: Number(port || 3306), drop };
}

let missed = false;
for (const [make, url] of [[postgres, process.env.TEST_POSTGRES_URL], [mariadb, process.env.TEST_MARIADB_URL]]) {
  if (!url) continue;
  const { drop, ...place } = await make(url);
  const sources = createSources({ credential: async () => ({ username: NAME, password: PASSWORD }), connectTimeoutMs: 30_000 });
  try {
    const started = performance.now();
    const used = process.cpuUsage();
    const { status, catalogue, steps } = await sources.probe('bench', { id: NAME, revision: 1, database: NAME, username: NAME, tls: 'off', ...place });
    const seconds = (performance.now() - started) / 1_000;
    const { user, system } = process.cpuUsage(used);
    if (status !== 'ready') console.error(steps.filter((step) => step.status === 'fail'));
    const found = catalogue?.tables.length ?? 0;
    console.log(JSON.stringify({ engine: place.engine, status, tables: found, columns: catalogue?.tables.reduce((sum, table) => sum + table.columns.length, 0), seconds: Number(seconds.toFixed(1)), processorSeconds: Number(((user + system) / 1e6).toFixed(1)) }));
    missed ||= found !== TABLES || seconds > LIMIT_S;
  } finally {
    await sources.close();
    await drop();
  }
}
process.exitCode = missed ? 1 : 0;
