import fc from 'fast-check';
import { gate, loadParsersFor } from '@countersign/sql';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * The same question over the same rows has the same answer on PostgreSQL and on MariaDB, whatever is done with text:
 * the usual collations there take A for a, é for e and 'a ' for 'a'.
 */
const DATABASE = `sql_text_meaning_${process.pid}`;
const COLUMNS = { id: 'integer', a: 'text', b: 'text', n: 'integer' };
const ROWS: Record<string, (string | number | null)[][]> = {
  t: [[1, 'a', 'A', 1], [2, 'A', 'a', 1], [3, 'a ', 'a', 2], [4, 'é', 'e', 2], [5, 'e', null, 3], [6, '', ' ', 3], [7, null, 'Z', null], [8, '서울', '서울 ', 4], [9, 'ß', 'ss', 4], [10, 'Zoe', 'zoe', 5]],
  u: [[1, 'A', 'x', 1], [2, 'a', 'X', 2], [3, 'a  ', null, 2], [4, 'E', 'é', 3], [5, '서울', 'A', 5], [6, null, '', 5], [7, 'zoe', 'Zoe', 6]],
};
const { TEST_POSTGRES_URL, TEST_MARIADB_URL } = process.env;
const scope = { defaultSchema: DATABASE, tables: Object.keys(ROWS).map((name) => ({ schema: DATABASE, name, columns: Object.entries(COLUMNS).map(([column, type]) => ({ name: column, type })), denied: [] })) };

const LITERAL = fc.constantFrom("'a'", "'A'", "'a '", "'e'", "'é'", "''", "' '", "'서울'", "'zoe'", "'Z'", "'ss'");
const COMPARISON = fc.constantFrom('=', '<>', '<', '<=', '>', '>=');
/** Text over the tables named. */
const text = (...tables: string[]): fc.Arbitrary<string> => {
  const column = fc.constantFrom(...tables.flatMap((t) => [`${t}.a`, `${t}.b`]));
  return fc.oneof(
    { weight: 5, arbitrary: column },
    { weight: 1, arbitrary: LITERAL },
    { weight: 1, arbitrary: column.map((c) => `lower(${c})`) },
    { weight: 1, arbitrary: fc.tuple(column, column).map(([x, y]) => `(${x} || ${y})`) },
    { weight: 1, arbitrary: fc.tuple(column, LITERAL).map(([x, y]) => `coalesce(${x}, ${y})`) },
    { weight: 1, arbitrary: fc.tuple(column, LITERAL).map(([x, y]) => `nullif(${x}, ${y})`) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('greatest', 'least'), column, fc.oneof(column, LITERAL)).map(([f, x, y]) => `${f}(${x}, ${y})`) },
    { weight: 1, arbitrary: fc.tuple(column, LITERAL, LITERAL, column).map(([x, w, y, z]) => `CASE ${x} WHEN ${w} THEN ${y} ELSE ${z} END`) },
  );
};
const condition = (...tables: string[]): fc.Arbitrary<string> => {
  const e = text(...tables);
  const simple = fc.oneof(
    fc.tuple(e, COMPARISON, e).map(([x, op, y]) => `${x} ${op} ${y}`),
    fc.tuple(e, fc.constantFrom('IN', 'NOT IN'), fc.array(LITERAL, { minLength: 1, maxLength: 3 })).map(([x, op, list]) => `${x} ${op} (${list.join(', ')})`),
    fc.tuple(e, fc.constantFrom('BETWEEN', 'NOT BETWEEN'), e, e).map(([x, op, low, high]) => `${x} ${op} ${low} AND ${high}`),
    fc.tuple(e, fc.constantFrom('IS DISTINCT FROM', 'IS NOT DISTINCT FROM'), e).map(([x, op, y]) => `${x} ${op} ${y}`),
    fc.tuple(e, fc.constantFrom("'a%'", "'A_'", "'%e'", "'서%'")).map(([x, p]) => `${x} LIKE ${p}`),
    fc.tuple(e, fc.constantFrom('IN', 'NOT IN', '= ANY', '<> ALL'), fc.constantFrom('a', 'b')).map(([x, op, c]) => `${x} ${op} (SELECT w.${c} FROM u AS w WHERE w.${c} IS NOT NULL)`),
    fc.tuple(e, e, LITERAL, LITERAL).map(([x, y, v, w]) => `(${x}, ${y}) IN ((${v}, ${w}), ('A', 'a'), ('a', 'A'))`),
    fc.tuple(e, e).map(([x, y]) => `(${x}, ${y}) IN (SELECT w.a, w.b FROM u AS w)`),
    e.map((x) => `EXISTS (SELECT 1 FROM u AS w WHERE w.a = ${x})`),
  );
  return fc.oneof(simple, fc.tuple(simple, fc.constantFrom('AND', 'OR'), simple).map(([x, op, y]) => `(${x}) ${op} (${y})`), simple.map((x) => `NOT (${x})`));
};

const T = text('t');
const QUERY: fc.Arbitrary<string> = fc.oneof(
  condition('t').map((c) => `SELECT t.id FROM t WHERE ${c} ORDER BY t.id`),
  fc.tuple(T, T).map(([x, y]) => `SELECT DISTINCT ${x} AS x, ${y} AS y FROM t ORDER BY x, y`),
  fc.tuple(T, T, T).map(([x, y, z]) => `SELECT ${x} AS x, count(*) AS n, min(${y}) AS lo, max(${y}) AS hi, count(DISTINCT ${z}) AS d FROM t GROUP BY ${x} ORDER BY x`),
  fc.tuple(T, LITERAL).map(([x, y]) => `SELECT ${x} AS x, sum(t.n) AS s FROM t GROUP BY 1 HAVING ${x} > ${y} ORDER BY s, x`),
  fc.tuple(fc.constantFrom('JOIN', 'LEFT JOIN'), T, text('u')).map(([join, x, y]) => `SELECT t.id, u.id AS other FROM t ${join} u ON ${x} = ${y} ORDER BY t.id, u.id`),
  fc.constantFrom('JOIN', 'LEFT JOIN', 'RIGHT JOIN').map((join) => `SELECT a, t.id, u.id AS other FROM t ${join} u USING (a) ORDER BY t.id, u.id`),
  fc.tuple(T, fc.constantFrom('UNION', 'UNION ALL', 'INTERSECT', 'EXCEPT'), text('u')).map(([x, op, y]) => `SELECT ${x} AS x FROM t ${op} SELECT ${y} FROM u ORDER BY x`),
  fc.tuple(T, T).map(([x, y]) => `SELECT t.id, rank() OVER (PARTITION BY ${x} ORDER BY ${y}, t.id) AS r FROM t ORDER BY t.id`),
  fc.tuple(T, fc.constantFrom('', ' DESC', ' NULLS FIRST', ' DESC NULLS LAST')).map(([x, how]) => `SELECT ${x} AS x FROM t ORDER BY x${how}, t.id LIMIT 4`),
  fc.tuple(T, T).map(([x, y]) => `SELECT string_agg(${x}, '|' ORDER BY ${x}, t.id) AS s FROM t WHERE ${y} IS NOT NULL`),
  fc.constantFrom('t.a', 't.b').map((x) => `SELECT ${x} AS x, sum(t.n) AS s FROM t WHERE ${x} IS NOT NULL GROUP BY ROLLUP(${x}) ORDER BY x, s`),
  fc.tuple(LITERAL, COMPARISON, LITERAL).map(([x, op, y]) => `SELECT t.id FROM t WHERE ${x} ${op} ${y} ORDER BY t.id`),
  fc.tuple(T, condition('q')).map(([x, c]) => `SELECT q.id FROM (SELECT t.id, ${x} AS a, t.b FROM t) AS q WHERE ${c} ORDER BY q.id`),
  fc.tuple(T, T).map(([x, y]) => `SELECT (SELECT max(w.b) FROM u AS w WHERE w.a = ${x}) AS m, ${y} AS y FROM t ORDER BY t.id`),
);

// Without a second engine there is nothing to compare.
describe.runIf(TEST_POSTGRES_URL && TEST_MARIADB_URL)('text on PostgreSQL and MariaDB', () => {
  let postgres: pg.Client;
  let mariadb: mysql.Connection;

  beforeAll(async () => {
    await loadParsersFor('mariadb');
    postgres = new pg.Client({ connectionString: TEST_POSTGRES_URL, types: { getTypeParser: () => (value: string) => value } });
    mariadb = await mysql.createConnection({ uri: TEST_MARIADB_URL!, rowsAsArray: true, charset: 'utf8mb4', supportBigNumbers: true, bigNumberStrings: true });
    await postgres.connect();
    const columns = (quote: string, type: (t: string) => string): string => Object.entries(COLUMNS).map(([name, t]) => `${quote}${name}${quote} ${type(t)}`).join(', ');
    await postgres.query(`CREATE SCHEMA ${DATABASE}`);
    await mariadb.query(`CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4`);
    // Its cache of subqueries keeps answers by outer columns in their loose collation, whatever the subquery compares by.
    await mariadb.query("SET SESSION optimizer_switch = 'subquery_cache=off'");
    for (const [table, rows] of Object.entries(ROWS)) {
      await postgres.query(`CREATE TABLE ${DATABASE}.${table} (${columns('"', (t) => t)})`);
      await mariadb.query(`CREATE TABLE ${DATABASE}.${table} (${columns('`', (t) => (t === 'text' ? 'varchar(40)' : t))}, KEY (a), KEY (b))`);
      for (const row of rows) {
        await postgres.query(`INSERT INTO ${DATABASE}.${table} VALUES ($1, $2, $3, $4)`, row);
        await mariadb.query(`INSERT INTO ${DATABASE}.${table} VALUES (?, ?, ?, ?)`, row);
      }
    }
  });

  afterAll(async () => {
    await postgres?.query(`DROP SCHEMA IF EXISTS ${DATABASE} CASCADE`);
    await postgres?.end();
    await mariadb?.query(`DROP DATABASE IF EXISTS ${DATABASE}`);
    await mariadb?.end();
  });

  const printed = (sql: string, dialect: 'postgres' | 'mariadb'): string | undefined => {
    const report = gate({ sql, from: 'canonical', dialect, scope });
    return report.verdict === 'accept' ? report.sql : undefined;
  };

  it('compares, groups, joins and sorts the same', async () => {
    let compared = 0;
    let asked = 0;
    await fc.assert(fc.asyncProperty(QUERY, async (sql) => {
      asked++;
      const texts = [printed(sql, 'postgres'), printed(sql, 'mariadb')];
      if (texts[0] === undefined || texts[1] === undefined) return;
      // What PostgreSQL refuses (grouping by a string) means nothing.
      const ours = await postgres.query({ text: texts[0], rowMode: 'array' }).then(({ rows }) => rows as unknown[][], () => undefined);
      if (!ours) return void asked--;
      const [theirs] = await mariadb.query(texts[1]);
      const settled = (rows: unknown): (string | null)[][] => (rows as unknown[][]).map((row) => row.map((v) => (v === null ? null : String(v))));
      expect(settled(theirs), texts[1]).toEqual(settled(ours));
      compared++;
    }), { numRuns: Number(process.env['TEXT_RUNS'] ?? 150) });
    expect(compared / asked, 'accepted on both').toBeGreaterThan(0.9);
  });
});
