// Gold SQL on real servers: is it accepted, and does what the gate prints give the gold's rows?
//   GOLD=a.postgres.jsonl.gz,a.mariadb.jsonl.gz POSTGRES_URL=postgresql://…/ MARIADB_URL=mysql://… [PREFIX=gold_] [SHOW=5] node eval/bench/gate/gold.mjs
// A database of PostgreSQL is called PREFIX + the row's `database`; on MariaDB it has the row's own name. Rows whose database is not there are left out.
// Where a question has gold for both, PostgreSQL's is also printed for MariaDB and compared with MariaDB's, where the two golds agree themselves.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import mysql from 'mysql2/promise';
import pg from 'pg';
import sql from '@countersign/sql';

const { GOLD, POSTGRES_URL, MARIADB_URL, PREFIX = '', SHOW = '5' } = process.env;
if (!GOLD || !POSTGRES_URL || !MARIADB_URL) {
  console.error('GOLD names the files, POSTGRES_URL and MARIADB_URL the servers');
  process.exit(2);
}
const MAX_ROWS = 100_000;
const COLUMNS = {
  postgres: `SELECT table_schema, table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = ANY (string_to_array($1, ',')) ORDER BY 1, 2, ordinal_position`,
  mariadb: 'SELECT table_schema, table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = ? ORDER BY 1, 2, ordinal_position',
};
const opened = new Map();
const outcomes = new Map();
await sql.loadParsersFor('postgres', 'mariadb');

const rows = GOLD.split(',').flatMap((file) => gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line)));
const golds = new Map();
const seen = new Set();
for (const row of rows) {
  const source = await open(row.dialect, row.database, row.search_path ?? row.database);
  const text = `${row.dialect} ${row.database} ${row.search_path} ${row.gold_sql}`;
  if (!source || seen.has(text)) continue;
  seen.add(text);
  const gold = await source.ask(row.gold_sql);
  if (!gold.rows) continue;
  golds.set(`${row.dialect} ${row.id}`, { row, source, gold });
  await judge(`${row.dialect} ${row.dataset}`, { from: row.dialect, dialect: row.dialect, source, gold: gold.rows, row, exactly: true });
}
for (const { row, source, gold } of [...golds.values()].filter((g) => g.row.dialect === 'postgres')) {
  const other = golds.get(`mariadb ${row.id}`);
  if (!other || difference(gold.rows, other.gold.rows, false)) continue;
  await judge(`postgres to mariadb ${row.dataset}`, { from: 'canonical', dialect: 'mariadb', source: other.source, gold: other.gold.rows, row, exactly: false, binding: bindingOf(source.scope, other.source.scope) });
}
report();
for (const source of opened.values()) await source?.close();

async function judge(group, { from, dialect, source, gold, row, exactly, binding }) {
  const count = outcomes.get(group) ?? { ran: 0, accepted: 0, same: 0, not: [] };
  outcomes.set(group, count);
  count.ran += 1;
  const verdict = sql.gate({ sql: row.gold_sql, from, dialect, scope: source.scope, binding, maxRows: MAX_ROWS });
  if (verdict.verdict === 'reject') return void count.not.push({ why: `refused: ${verdict.rule}: ${verdict.message}`, row });
  count.accepted += 1;
  const answer = await source.ask(verdict.sql);
  const other = answer.rows ? difference(gold, answer.rows, exactly) : `does not run: ${answer.error}`;
  if (!other) count.same += 1;
  else count.not.push({ why: other, row, printed: verdict.sql });
}

/** Rows in any order; across engines, numbers by value and times by what is written first. */
function difference(gold, got, exactly) {
  if (gold.length !== got.length) return `${gold.length} rows in gold, ${got.length} in print`;
  const cell = (value) => {
    if (value === null || exactly) return value;
    if (/^[tf]$/.test(value)) return value === 't' ? '1' : '0';
    if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(value)) return String(Number(Number(value).toPrecision(6)));
    return value.replace(/ 00:00:00(?:\.0+)?$/, '').replace(/\.0+$/, '');
  };
  const sorted = (list) => list.map((r) => JSON.stringify(r.map(cell))).sort();
  const [want, have] = [sorted(gold), sorted(got)];
  const at = want.findIndex((r, i) => r !== have[i]);
  return at < 0 ? undefined : `${want[at].slice(0, 120)} in gold, ${have[at].slice(0, 120)} in print`;
}

async function open(dialect, database, path) {
  const key = `${dialect} ${database} ${path}`;
  if (!opened.has(key)) opened.set(key, await (dialect === 'postgres' ? openPostgres(database, path) : openMariadb(database)).catch(() => undefined));
  return opened.get(key);
}

async function openPostgres(database, path) {
  const url = new URL(POSTGRES_URL);
  url.pathname = `/${PREFIX}${database}`;
  const client = new pg.Client({ connectionString: url.href, statement_timeout: 20_000, types: { getTypeParser: () => (value) => value } });
  await client.connect();
  await client.query('SELECT set_config($1, $2, false)', ['search_path', path]);
  const ask = (text, values) => client.query({ text, values, rowMode: 'array' }).then(({ rows }) => ({ rows }), (error) => ({ error: error.message }));
  const { rows: columns } = await ask(COLUMNS.postgres, [path]);
  return { ask, scope: scopeOf(columns, path.split(',')[0]), close: () => client.end() };
}

async function openMariadb(database) {
  const client = await mysql.createConnection({ uri: MARIADB_URL, database, charset: 'utf8mb4', rowsAsArray: true, typeCast: (field) => field.string() });
  await client.query(`SET SESSION max_statement_time = 20, optimizer_switch = 'subquery_cache=off', group_concat_max_len = 1000000`);
  const ask = (text, values) => client.query(text, values).then(([found]) => ({ rows: found }), (error) => ({ error: error.message }));
  const { rows: columns } = await ask(COLUMNS.mariadb, [database]);
  return { ask, scope: scopeOf(columns, database), close: () => client.end() };
}

function scopeOf(columns, defaultSchema) {
  const tables = new Map();
  for (const [schema, name, column, type] of columns) {
    const table = tables.get(`${schema}.${name}`) ?? { schema, name, columns: [], denied: [] };
    table.columns.push({ name: column, type });
    tables.set(`${schema}.${name}`, table);
  }
  return { defaultSchema, tables: [...tables.values()] };
}

/** PostgreSQL's names as the standard ones, where MariaDB's are the same but for case and underscores. */
function bindingOf(standard, real) {
  const plain = (name) => name.toLowerCase().replaceAll('_', '');
  const tables = standard.tables.flatMap((table) => {
    const match = real.tables.find((t) => plain(t.name) === plain(table.name));
    if (!match) return [];
    const columns = table.columns.flatMap(({ name }) => match.columns.filter((c) => plain(c.name) === plain(name)).map((c) => [name, c.name]));
    return [[table.name, { schema: match.schema, name: match.name, columns: Object.fromEntries(columns) }]];
  });
  return { tables: Object.fromEntries(tables) };
}

function report() {
  const percent = (part, of) => (of ? Number(((100 * part) / of).toFixed(2)) : 100);
  console.table(Object.fromEntries([...outcomes].map(([group, { ran, accepted, same }]) => [group, { ran, accepted, '% accepted': percent(accepted, ran), 'same rows': same, '% of accepted': percent(same, accepted), '% of ran': percent(same, ran) }])));
  for (const [group, { not }] of outcomes) {
    for (const { why, row, printed } of not.slice(0, Number(SHOW))) console.log(`${group} ${row.id}: ${why}\n    ${row.gold_sql.replace(/\s+/g, ' ')}${printed ? `\n    ${printed.replace(/\s+/g, ' ')}` : ''}`);
  }
}
