import type { Cell, DataSource } from '@countersign/contracts';
import { equalResults } from '@countersign/evidence';
import { identityBinding } from '@countersign/pack';
import { createSources, type Sources } from '@countersign/sources';
import { gate, loadParsersFor, printCanonical } from '@countersign/sql';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf, fillBound, mariadbEngine, postgresEngine, type Engine } from './bound-warehouse.js';
import { commerce, plannedQuestions } from './planned-questions.js';

const SCHEMA = `commerce_collected_${process.pid}`;
const { TEST_POSTGRES_URL, TEST_MARIADB_URL } = process.env;
/** Every so many of the pack's questions; with 1 it is all of them, which takes minutes. */
const EVERY = Number(process.env['COMMERCE_EVERY'] ?? 25);

// Without a second engine there is nothing to compare.
describe.runIf(TEST_POSTGRES_URL && TEST_MARIADB_URL)('commerce, through the gate and the collector’s adapters', () => {
  const pack = commerce();
  let postgres: pg.Client;
  let mariadb: mysql.Connection;
  let sources: Sources;
  let places: { engine: Engine; source: DataSource; catalogue: Awaited<ReturnType<typeof catalogueOf>> }[];

  const sourceAt = (url: string, engine: 'postgres' | 'mariadb', database: string): DataSource => ({
    id: engine, name: engine, engine, dialect: engine, host: new URL(url).hostname, port: Number(new URL(url).port || (engine === 'postgres' ? 5432 : 3306)), database, username: '', tls: 'off', zone: 'default', revision: 1, status: 'ready',
    caps: { maxRows: 5_000, maxBytes: 50_000_000, timeoutMs: 30_000, maxCost: null, maxEstimatedRows: null }, maxSubqueryDepth: 3, probe: null, catalogue: null,
  });

  beforeAll(async () => {
    await loadParsersFor('mariadb');
    postgres = new pg.Client({ connectionString: TEST_POSTGRES_URL, types: { getTypeParser: () => (value: string) => value } });
    await postgres.connect();
    mariadb = await mysql.createConnection({ uri: TEST_MARIADB_URL!, charset: 'utf8mb4', dateStrings: true, supportBigNumbers: true, bigNumberStrings: true });
    await postgres.query(`CREATE SCHEMA ${SCHEMA}`);
    await mariadb.query(`CREATE DATABASE ${SCHEMA} CHARACTER SET utf8mb4`);
    const made = async (engine: Engine, url: string, database: string) => {
      await fillBound(engine, SCHEMA, identityBinding(pack));
      return { engine, source: sourceAt(url, engine.dialect, database), catalogue: await catalogueOf(engine, SCHEMA) };
    };
    places = [await made(postgresEngine(postgres), TEST_POSTGRES_URL!, new URL(TEST_POSTGRES_URL!).pathname.slice(1) || 'postgres'), await made(mariadbEngine(mariadb), TEST_MARIADB_URL!, SCHEMA)];
    sources = createSources({
      credential: async (_tenant, id) => {
        const { username, password } = new URL(id === 'postgres' ? TEST_POSTGRES_URL! : TEST_MARIADB_URL!);
        return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
      },
    });
  }, 180_000);

  afterAll(async () => {
    await sources?.close();
    await postgres?.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
    await postgres?.end();
    await mariadb?.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
    await mariadb?.end();
  });

  async function collected(sql: string, source: DataSource): Promise<{ columns: string[]; rows: Cell[][] }> {
    const found = { columns: [] as string[], rows: [] as Cell[][] };
    let booleans: boolean[] = [];
    await sources.run({ tenantId: 't', source, sql, caps: source.caps, signal: new AbortController().signal }, {
      columns: async (columns) => {
        found.columns = columns.map(({ name }) => name);
        booleans = columns.map(({ type }) => type === 'bool');
      },
      // MariaDB has no other word for a boolean than a number.
      rows: async (rows) => void found.rows.push(...rows.map((row) => row.map((cell, i) => (booleans[i] && cell !== null ? String(Number(cell === 'true')) : cell)))),
    });
    return found;
  }

  it('gives the same rows on PostgreSQL and MariaDB', async () => {
    const questions = plannedQuestions(pack).filter((_, i) => i % EVERY === 0);
    expect(questions.length).toBeGreaterThan(5);
    const differences: string[] = [];
    for (const { question, query } of questions) {
      const [onPostgres, onMariadb] = await Promise.all(places.map(async ({ engine, source, catalogue }) => {
        const scope = { defaultSchema: SCHEMA, tables: catalogue.tables.map(({ schema, name, columns }) => ({ schema, name, columns, denied: [] })) };
        const report = gate({ sql: printCanonical(query), from: 'canonical', dialect: engine.dialect, scope, binding: identityBinding(pack), maxRows: 5_000 });
        if (report.verdict === 'reject') throw new Error(`${question}: ${report.rule}: ${report.message}`);
        return collected(report.sql, source);
      }));
      const { equal, reason } = equalResults(onPostgres!, onMariadb!, query.orderBy.length > 0);
      if (!equal) differences.push(`${question}: ${reason}`);
    }
    expect(differences).toEqual([]);
  }, 600_000);
});
