import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gate, loadParsersFor } from '@countersign/sql';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

type Examples = Record<string, string | string[]>;
interface File {
  sample: { columns: Record<string, string>; rows: (string | number | boolean | null)[][] };
  rows: Examples;
  approximate: Examples;
  aggregates: Examples;
  windows: Examples;
  operators: Examples;
  refused: Record<string, string>;
}

const file = parse(readFileSync(path.join(__dirname, '../../../sql/src/registry/examples.yaml'), 'utf8')) as File;
const { sample } = file;
const DATABASE = `sql_examples_${process.pid}`;
const scope = (schema: string) => ({ defaultSchema: schema, tables: [{ schema, name: 'sample', columns: Object.entries(sample.columns).map(([name, type]) => ({ name, type })), denied: [] }] });

const { TEST_POSTGRES_URL, TEST_MARIADB_URL } = process.env;
/** What an engine gives back, in one spelling: numbers without needless zeros, dates without a midnight. */
function settled(value: unknown, digits: number): string | null {
  if (value === null) return null;
  const text = String(value);
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return String(Number(Number(text).toPrecision(digits)));
  return text.replace(/(\.0+)$/, '').replace(/ 00:00:00$/, '');
}

// Without a second engine there is nothing to compare; the printed forms are stated in `mysql-meaning.yaml` of `sql`.
describe.runIf(TEST_POSTGRES_URL && TEST_MARIADB_URL)('functions on PostgreSQL and MariaDB', () => {
  let postgres: pg.Client;
  let mariadb: mysql.Connection;

  beforeAll(async () => {
    await loadParsersFor('mariadb');
    // As text: the drivers' own numbers and dates would hide differences.
    postgres = new pg.Client({ connectionString: TEST_POSTGRES_URL, types: { getTypeParser: () => (text: string) => text } });
    mariadb = await mysql.createConnection({ uri: TEST_MARIADB_URL!, rowsAsArray: true, dateStrings: true, charset: 'utf8mb4', supportBigNumbers: true, bigNumberStrings: true });
    await postgres.connect();
    const columns = Object.entries(sample.columns);
    await postgres.query(`CREATE SCHEMA ${DATABASE}`);
    await postgres.query(`CREATE TABLE ${DATABASE}.sample (${columns.map(([name, type]) => `"${name}" ${type}`).join(', ')})`);
    await mariadb.query(`CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4`);
    await mariadb.query(`CREATE TABLE ${DATABASE}.sample (${columns.map(([name, type]) => `\`${name}\` ${type === 'timestamp' ? 'datetime' : type}`).join(', ')})`);
    for (const row of sample.rows) {
      await postgres.query(`INSERT INTO ${DATABASE}.sample VALUES (${row.map((_, i) => `$${i + 1}`).join(', ')})`, row);
      await mariadb.query(`INSERT INTO ${DATABASE}.sample VALUES (${row.map(() => '?').join(', ')})`, row);
    }
  });

  afterAll(async () => {
    await postgres?.query(`DROP SCHEMA IF EXISTS ${DATABASE} CASCADE`);
    await postgres?.end();
    await mariadb?.query(`DROP DATABASE IF EXISTS ${DATABASE}`);
    await mariadb?.end();
  });

  async function answersOf(sql: string): Promise<{ postgres: unknown[]; mariadb: unknown[]; printed: string }> {
    const texts = (['postgres', 'mariadb'] as const).map((dialect) => {
      const report = gate({ sql, from: 'canonical', dialect, scope: scope(DATABASE) });
      return report.verdict === 'accept' ? report.sql : expect.fail(`${dialect}: ${report.rule}: ${report.message}`);
    });
    const ours = await postgres.query({ text: texts[0]!, rowMode: 'array' });
    const [theirs] = await mariadb.query(texts[1]!);
    return { postgres: (ours.rows as unknown[][]).map((r) => r[0]), mariadb: (theirs as unknown[][]).map((r) => r[0]), printed: texts[1]! };
  }

  const each = (examples: Examples): [string, string][] => Object.entries(examples).flatMap(([name, list]) => [list].flat().map((e): [string, string] => [name, e]));

  async function same(sql: string, digits: number): Promise<void> {
    const { postgres: ours, mariadb: theirs, printed } = await answersOf(sql);
    expect(theirs.map((v) => settled(v, digits)), printed).toEqual(ours.map((v) => settled(v, digits)));
  }

  it.each([...each(file.rows), ...each(file.operators)])('%s: %s', async (_name, expression) => {
    const volatile = /^volatile /.test(expression);
    const sql = `SELECT ${expression.replace(/^volatile /, '')} AS v FROM sample ORDER BY id`;
    if (volatile) expect((await answersOf(sql)).mariadb).toHaveLength(sample.rows.length);
    else await same(sql, 12);
  });

  it.each(each(file.approximate))('%s: %s', (_name, expression) => same(`SELECT ${expression} AS v FROM sample ORDER BY id`, 9));

  it.each(each(file.aggregates))('%s: %s', (_name, expression) => same(`SELECT ${expression} AS v FROM sample`, 6));

  it.each(each(file.windows))('%s: %s', (_name, expression) => same(`SELECT v FROM (SELECT id, ${expression} AS v FROM sample) AS w ORDER BY id`, 9));

  it.each(Object.entries(file.refused))('refuses %s', (_name, expression) => {
    expect(gate({ sql: `SELECT ${expression} FROM sample GROUP BY i`, from: 'canonical', dialect: 'mariadb', scope: scope(DATABASE) })).toMatchObject({ verdict: 'reject', rule: 'not-in-dialect' });
  });
});
