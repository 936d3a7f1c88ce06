import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Dialect, NameBinding } from '@countersign/contracts';
import { equalResults } from '@countersign/evidence';
import { identityBinding, loadPack, planQuery, readBinding, resolveQuestion, tablesOf, type Pack } from '@countersign/pack';
import { gate, loadParsersFor, printCanonical } from '@countersign/sql';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { statements } from './warehouse/sql.mjs';

interface Spec {
  today: string;
  locale: 'en' | 'ko';
  questions: { question: string; chosen?: Record<string, string>; limit?: number; rows?: string }[];
}
interface Table {
  columns: string[];
  rows: (string | null)[][];
}

const FOLDER = __dirname;
const SCHEMA = `university_${process.pid}`;
const { TEST_POSTGRES_URL, TEST_MARIADB_URL } = process.env;
const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

function university(): Pack {
  const { pack, findings } = loadPack(Object.fromEntries(readdirSync(FOLDER).filter((f) => f.endsWith('.yaml')).map((f) => [f, readFileSync(path.join(FOLDER, f), 'utf8')])), 1);
  if (!pack) throw new Error(JSON.stringify(findings));
  return pack;
}

const pack = university();
const { binding: upper } = readBinding(pack, 'oracle.yaml', readFileSync(path.join(FOLDER, 'bindings/oracle.yaml'), 'utf8'));
const cases = ['questions.en.yaml', 'questions.ko.yaml'].flatMap((file) => {
  const { today, locale, questions } = parse(readFileSync(path.join(FOLDER, 'tests', file), 'utf8')) as Spec;
  return questions.flatMap((q) => (q.rows === undefined ? [] : [{ ...q, rows: q.rows, today, locale }]));
});

function sqlOf(q: (typeof cases)[number], dialect: Dialect, binding: NameBinding): string {
  const resolution = resolveQuestion(pack, { question: q.question, locale: q.locale, today: q.today, choices: q.chosen ?? {} });
  if (resolution.outcome !== 'resolved') throw new Error(JSON.stringify(resolution));
  const plan = planQuery(pack, resolution.interpretation);
  if (plan.outcome !== 'planned') throw new Error(JSON.stringify(plan));
  const tables = tablesOf(pack).map(({ name, columns }) => {
    const to = binding.tables[name]!;
    return { name: to.name, columns: columns.map((c) => ({ name: to.columns[c] ?? c, type: pack.entities.get(name)!.columns.get(c)!.type })), denied: [] };
  });
  const report = gate({ sql: printCanonical(plan.query), from: 'canonical', dialect, scope: { tables }, binding });
  if (report.verdict !== 'accept') throw new Error(`${report.rule}: ${report.message}`);
  return report.sql;
}

describe('answers of the university pack, against the same questions worked out by hand', () => {
  const admin = new pg.Client({ connectionString: TEST_POSTGRES_URL });
  let postgres: pg.Client;
  let mariadb: mysql.Connection | undefined;

  beforeAll(async () => {
    await loadParsersFor('mariadb');
    await admin.connect();
    await admin.query(`CREATE DATABASE ${SCHEMA}`);
    const url = new URL(TEST_POSTGRES_URL!);
    url.pathname = `/${SCHEMA}`;
    postgres = new pg.Client({ connectionString: url.href, types: { getTypeParser: () => (value: string) => value } });
    await postgres.connect();
    for (const statement of statements('postgres')) await postgres.query(statement);
    await postgres.query('ANALYZE');
    if (!TEST_MARIADB_URL) return;
    mariadb = await mysql.createConnection({ uri: TEST_MARIADB_URL, charset: 'utf8mb4', dateStrings: true, supportBigNumbers: true, bigNumberStrings: true });
    await mariadb.query(`CREATE DATABASE ${SCHEMA} CHARACTER SET utf8mb4`);
    await mariadb.query(`USE ${SCHEMA}`);
    for (const statement of statements('mariadb', upper!)) await mariadb.query(statement);
  }, 180_000);

  afterAll(async () => {
    await postgres?.end();
    await admin.query(`DROP DATABASE IF EXISTS ${SCHEMA} WITH (FORCE)`);
    await admin.end();
    await mariadb?.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
    await mariadb?.end();
  });

  const onPostgres = async (sql: string): Promise<Table> => {
    const { fields, rows } = await postgres.query({ text: sql, rowMode: 'array' });
    return { columns: fields.map((f) => f.name), rows: rows as unknown as (string | null)[][] };
  };
  const onMariadb = async (sql: string): Promise<Table> => {
    const [rows, fields] = await mariadb!.query({ sql, rowsAsArray: true });
    return { columns: fields.map((f) => f.name), rows: (rows as unknown as unknown[][]).map((row) => row.map(text)) };
  };

  it.each(cases.map((q) => [q.question, q] as const))('%s: as by hand on PostgreSQL', async (_, q) => {
    const gold = await onPostgres(q.rows);
    expect(gold.rows.length).toBeGreaterThan(0);
    expect(equalResults(gold, await onPostgres(sqlOf(q, 'postgres', identityBinding(pack))), q.limit !== undefined)).toMatchObject({ equal: true });
  });

  it.runIf(TEST_MARIADB_URL).each(cases.map((q) => [q.question, q] as const))('%s: the same on MariaDB, under names in capitals', async (_, q) => {
    expect(equalResults(await onPostgres(q.rows), await onMariadb(sqlOf(q, 'mariadb', upper!)), q.limit !== undefined)).toMatchObject({ equal: true });
  });
});
