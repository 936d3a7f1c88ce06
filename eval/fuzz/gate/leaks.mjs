// Runs random queries that tempt (see tempting.mjs) as superuser, with the gate as the only layer, against databases that differ only in
// what the asker may not see: denied columns, tables outside the scope, rows that the filter hides, values behind a mask. Whatever comes
// back, rows or an error, must be the same from each.
//   TEST_POSTGRES_URL=… [TEST_MARIADB_URL=mysql://…] node eval/fuzz/gate/leaks.mjs [--dialect postgres] [--count 2000] [--seed 1] [--only N]
// With --gateless the texts run as they are: then there must be differences.
import { parseArgs } from 'node:util';
import mysql from 'mysql2/promise';
import pg from 'pg';
import sql from '@countersign/sql';
import { randomFrom } from './random.mjs';
import { temptingQuery } from './tempting.mjs';

const { values } = parseArgs({ options: { dialect: { type: 'string', default: 'postgres' }, count: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' }, only: { type: 'string' }, gateless: { type: 'boolean', default: false } } });
const { dialect } = values;
const schema = dialect === 'postgres' ? 'public' : undefined;
const columns = (...names) => names.map((name) => ({ name, type: name === 'id' || name === 'customer_id' || name === 'total' ? 'integer' : 'text' }));
const scope = {
  ...(schema ? { defaultSchema: schema } : {}),
  tables: [
    { ...(schema ? { schema } : {}), name: 'customers', columns: columns('id', 'name', 'city'), denied: ['email'] },
    { ...(schema ? { schema } : {}), name: 'orders', columns: columns('id', 'customer_id', 'status', 'total'), denied: ['region'] },
  ],
};
const policies = {
  rowFilters: [{ id: 'kr', version: 1, table: 'orders', predicate: "region = 'KR'" }],
  masks: [{ id: 'short', version: 1, table: 'customers', column: 'name', expression: 'left(name, 1)' }],
};

/** What is in the database: the same in all three, but for what is hidden (1), and what only policies hide (2). */
const dataOf = (version) => {
  const hidden = version > 0 ? 'OTHER' : 'LEAK';
  const policy = version > 1 ? 'other' : 'same';
  const list = (n, f) => Array.from({ length: n }, (_, i) => `(${f(i + 1).map((v) => (typeof v === 'number' ? v : `'${v}'`)).join(', ')})`).join(', ');
  return [
    'CREATE TABLE customers (id int PRIMARY KEY, name varchar(50), city varchar(50), email varchar(50), salary int)',
    'CREATE TABLE orders (id int PRIMARY KEY, customer_id int, status varchar(50), total int, region varchar(50))',
    'CREATE TABLE secrets (id int PRIMARY KEY, email varchar(50), word varchar(50), city varchar(50))',
    `INSERT INTO customers VALUES ${list(12, (i) => [i, `n${policy}${(i * (version > 1 ? 5 : 7)) % 12}`, `city${i % 3}`, `${hidden}${(i * (version ? 5 : 7)) % 12}`, version ? 900 - i : i])}`,
    `INSERT INTO orders VALUES ${list(30, (i) => (i % 4 === 0 ? [i, (i % 12) + 1, i % 8 ? 'paid' : 'open', i * 10, 'KR'] : [i, version > 1 ? (i % 5) + 1 : (i % 12) + 1, version > 1 ? 'gone' : 'paid', version > 1 ? i : i * 10, version > 1 ? `${hidden}${i}` : 'EU']))}`,
    `INSERT INTO secrets VALUES ${list(version ? 5 : 12, (i) => [i, `${hidden}${i}`, `${hidden}w${i}`, `city${i % 2}`])}`,
  ];
};

const databases = await Promise.all([0, 1, 2].map(open));
await sql.loadParsersFor(dialect);
const counts = new Map();
const add = (what) => counts.set(what, (counts.get(what) ?? 0) + 1);
let failures = 0;
const [first, end] = values.only === undefined ? [0, Number(values.count)] : [Number(values.only), Number(values.only) + 1];
for (let n = first; n < end; n++) await examine(n);
await Promise.all(databases.map((d) => d.close()));
console.table(Object.fromEntries([...counts].sort((a, b) => b[1] - a[1])));
console.log(`${failures} differences`);
process.exitCode = failures ? 1 : 0;

async function examine(n) {
  const random = randomFrom(Number(values.seed) * 1_000_003 + n);
  const text = temptingQuery(random, dialect);
  const withPolicies = random.chance(0.6);
  const report = values.gateless ? { verdict: 'accept', sql: text } : sql.gate({ sql: text, from: dialect, dialect, scope, maxRows: 1_000, ...(withPolicies ? policies : {}) });
  add(report.verdict === 'accept' ? 'accepted' : report.rule);
  if (values.only !== undefined) console.log(text, '\n', report);
  if (report.verdict !== 'accept') return;
  const [a, b] = await Promise.all([databases[0], databases[withPolicies ? 2 : 1]].map((d) => d.answer(report.sql)));
  if (a.startsWith('error')) add(`of them ${a.replace(/"[^"]*"|'[^']*'|\d+/g, '…').slice(0, 40)}`);
  if (a === b) return;
  failures++;
  console.log(JSON.stringify({ again: `--dialect ${dialect} --seed ${values.seed} --only ${n}`, policies: withPolicies, text, printed: report.sql.replace(/\s+/g, ' '), a: a.slice(0, 300), b: b.slice(0, 300) }));
}

async function open(version) {
  const name = `gate_leaks_${version}`;
  return dialect === 'postgres' ? openPostgres(name, version) : openMariadb(name, version);
}

async function answerOf(run) {
  try {
    return JSON.stringify((await run()).map((row) => JSON.stringify(row)).sort());
  } catch (error) {
    return `error ${error.message}`;
  }
}

async function openPostgres(name, version) {
  const admin = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const url = new URL(process.env.TEST_POSTGRES_URL);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href, statement_timeout: 5_000 });
  await client.connect();
  for (const statement of dataOf(version)) await client.query(statement);
  return { answer: (text) => answerOf(async () => (await client.query({ text, rowMode: 'array' })).rows), close: () => client.end() };
}

async function openMariadb(name, version) {
  const connection = await mysql.createConnection({ uri: process.env.TEST_MARIADB_URL ?? 'mysql://root@127.0.0.1:3306', rowsAsArray: true });
  await connection.query(`DROP DATABASE IF EXISTS ${name}`);
  await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  await connection.query(`USE ${name}`);
  await connection.query('SET max_statement_time = 5');
  for (const statement of dataOf(version)) await connection.query(statement);
  return { answer: (text) => answerOf(async () => (await connection.query(text))[0]), close: () => connection.end() };
}
