import { gate, loadParsersFor } from '@countersign/sql';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_SETTINGS } from '../postgres/session-settings.js';

/** Functions and operators that someone defined beside PostgreSQL's own, for types that its own have no exact form for. */
const DATABASE = `sql_own_functions_${process.pid}`;
const THEIRS = `RETURNS text LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'theirs'; END $$`;
const LOOKALIKES = [
  `CREATE FUNCTION lower(integer) ${THEIRS}`,
  `CREATE FUNCTION lower(varchar) ${THEIRS}`,
  `CREATE FUNCTION floor(integer) ${THEIRS}`,
  `CREATE FUNCTION "substring"(varchar, integer, integer) ${THEIRS}`,
  `CREATE FUNCTION "overlay"(varchar, varchar, integer) ${THEIRS}`,
  `CREATE FUNCTION "position"(varchar, varchar) ${THEIRS}`,
  `CREATE FUNCTION btrim(varchar) ${THEIRS}`,
  `CREATE FUNCTION timezone(varchar, timestamp) ${THEIRS}`,
  `CREATE FUNCTION date_part(varchar, date) ${THEIRS}`,
  `CREATE FUNCTION "extract"(varchar, date) ${THEIRS}`,
  `CREATE FUNCTION now(integer DEFAULT 1) ${THEIRS}`,
  `CREATE FUNCTION generate_series(smallint, integer) ${THEIRS}`,
  `CREATE FUNCTION keep(state text, varchar) ${THEIRS}`,
  ...['min', 'count', 'first_value', 'mode'].map((name) => `CREATE AGGREGATE ${name}(varchar) (SFUNC = keep, STYPE = text, INITCOND = '')`),
  `CREATE FUNCTION equal(varchar, varchar) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'theirs'; END $$`,
  ...['=', '||', '<'].map((name) => `CREATE OPERATOR ${name} (LEFTARG = varchar, RIGHTARG = varchar, FUNCTION = equal)`),
];
const QUERIES = [
  'SELECT lower(v) FROM t', 'SELECT floor(n), ceil(n) FROM t', 'SELECT substring(v, 1, 2), substring(v from 2) FROM t', `SELECT overlay(v placing v from 1) FROM t`,
  'SELECT position(v in v), trim(v) FROM t', `SELECT d AT TIME ZONE v FROM t WHERE n < 0`, `SELECT extract(year from d::date), date_part('year', d::date) FROM t`,
  'SELECT now(), count(*), pi() FROM t', 'SELECT x FROM t, generate_series(s, n) AS x', 'SELECT min(v), count(v), count(DISTINCT v) FROM t',
  'SELECT first_value(v) OVER (ORDER BY n) FROM t', 'SELECT mode() WITHIN GROUP (ORDER BY v) FROM t', 'SELECT coalesce(v, v), greatest(n, s) FROM t',
];
const OPERATORS = ['SELECT n FROM t WHERE v = v', 'SELECT v || v FROM t', 'SELECT n FROM t WHERE v IN (v, v)', 'SELECT nullif(v, v) FROM t', 'SELECT CASE v WHEN v THEN 1 END FROM t', 'SELECT n FROM t WHERE v < v'];
const COLUMNS = { n: 'integer', s: 'smallint', v: 'varchar', d: 'timestamp' };
const scope = { defaultSchema: 'public', tables: [{ schema: 'public', name: 't', columns: Object.entries(COLUMNS).map(([name, type]) => ({ name, type })), denied: [] }] };
const { TEST_POSTGRES_URL } = process.env;

describe.skipIf(!TEST_POSTGRES_URL)('PostgreSQL\'s own functions and operators', () => {
  let server: pg.Client;
  let client: pg.Client;

  beforeAll(async () => {
    await loadParsersFor('postgres');
    server = new pg.Client({ connectionString: TEST_POSTGRES_URL });
    await server.connect();
    await server.query(`CREATE DATABASE ${DATABASE}`);
    const url = new URL(TEST_POSTGRES_URL!);
    url.pathname = `/${DATABASE}`;
    client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query(`CREATE TABLE t (${Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`).join(', ')})`);
    await client.query(`INSERT INTO t VALUES (2, 1, 'UTC', '2025-01-01')`);
    for (const statement of LOOKALIKES) await client.query(statement);
  }, 60_000);

  afterAll(async () => {
    await client.end();
    await server.query(`DROP DATABASE ${DATABASE} WITH (FORCE)`);
    await server.end();
  });

  const printed = (sql: string): string => {
    const report = gate({ sql, from: 'postgres', dialect: 'postgres', scope });
    if (report.verdict === 'reject') throw new Error(`${sql}: ${report.message}`);
    return report.sql;
  };

  it('has others that would be taken for them', async () => {
    await client.query('SET search_path TO DEFAULT');
    await expect(client.query('SELECT lower(3)')).rejects.toThrow('theirs');
    await expect(client.query('SELECT n FROM t WHERE v = v')).rejects.toThrow('theirs');
  });

  it.each(QUERIES)('are what a printed text calls, on any connection: %s', async (sql) => {
    await client.query('SET search_path TO DEFAULT');
    expect((await client.query(printed(sql))).rows).toBeInstanceOf(Array);
  });

  it.each([...QUERIES, ...OPERATORS])('are what a session of ours takes: %s', async (sql) => {
    await client.query(`SET search_path TO ${SESSION_SETTINGS.search_path}`);
    expect((await client.query(printed(sql))).rows).toBeInstanceOf(Array);
  });
});
