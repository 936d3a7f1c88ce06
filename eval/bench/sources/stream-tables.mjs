// A table of 8 columns of the usual types, n rows, in a database of its own.
import { randomBytes } from 'node:crypto';
import mysql from 'mysql2/promise';
import pg from 'pg';

const name = () => `sources_bench_${randomBytes(4).toString('hex')}`;
const partsOf = (url, port) => ({ host: url.hostname, port: Number(url.port || port), user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) });

export async function postgresTable(adminUrl, rows) {
  const database = name();
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${database}`);
  const target = { ...partsOf(new URL(adminUrl), 5432), database };
  const client = new pg.Client(target);
  await client.connect();
  await client.query(`CREATE UNLOGGED TABLE wide AS SELECT g::int8 AS id, 'customer ' || g % 800 AS customer, (g % 100000 / 7.0)::numeric(12,2) AS amount, date '2024-01-01' + g % 900 AS ordered_on,
    timestamptz '2024-01-01' + g * interval '1 second' AS changed_at, g % 2 = 0 AS active, g / 3.0::float8 AS score, CASE WHEN g % 5 = 0 THEN NULL ELSE 'note number ' || g END AS note FROM generate_series(1, ${rows}) g`);
  await client.query('VACUUM ANALYZE wide');
  await client.end();
  return { target, drop: async () => {
    await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
    await admin.end();
  } };
}

export async function mariadbTable(adminUrl, rows) {
  const database = name();
  const admin = await mysql.createConnection(adminUrl);
  await admin.query(`CREATE DATABASE ${database} CHARACTER SET utf8mb4`);
  // The sequence of numbers is looked up in the database in use.
  await admin.query(`USE ${database}`);
  await admin.query(`CREATE TABLE wide (id bigint, customer varchar(40), amount decimal(12,2), ordered_on date, changed_at datetime(6), active boolean, score double, note varchar(80)) ENGINE=MyISAM
    SELECT seq AS id, CONCAT('customer ', seq % 800) AS customer, seq % 100000 / 7 AS amount, DATE '2024-01-01' + INTERVAL seq % 900 DAY AS ordered_on, TIMESTAMP '2024-01-01 00:00:00' + INTERVAL seq SECOND AS changed_at,
    seq % 2 = 0 AS active, seq / 3e0 AS score, IF(seq % 5 = 0, NULL, CONCAT('note number ', seq)) AS note FROM seq_1_to_${rows}`);
  const target = { ...partsOf(new URL(adminUrl), 3306), database };
  return { target, drop: async () => {
    await admin.query(`DROP DATABASE ${database}`);
    await admin.end();
  } };
}
