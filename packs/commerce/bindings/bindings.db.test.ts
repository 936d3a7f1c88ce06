import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Catalogue, NameBinding, Query } from '@countersign/contracts';
import { equalResults } from '@countersign/evidence';
import { checkBinding, identityBinding, judgeProbe, planProbes, readBinding } from '@countersign/pack';
import { gate, loadParsersFor, printCanonical } from '@countersign/sql';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf, fillBound, mariadbEngine, postgresEngine, type Engine } from './bound-warehouse.js';
import { commerce, plannedQuestions } from './planned-questions.js';

const TAG = `commerce_bound_${process.pid}`;
const { TEST_POSTGRES_URL, TEST_MARIADB_URL } = process.env;

// Without a second engine there is nothing to compare.
describe.runIf(TEST_POSTGRES_URL && TEST_MARIADB_URL)('commerce under three sets of names on two engines', () => {
  const pack = commerce();
  let postgres: pg.Client;
  let mariadb: mysql.Connection;
  let bound: { name: string; engine: Engine; binding: NameBinding; catalogue: Catalogue }[];

  const fileBinding = (name: string): NameBinding => {
    const { binding, findings } = readBinding(pack, name, readFileSync(path.join(__dirname, name), 'utf8'));
    if (!binding) throw new Error(JSON.stringify(findings));
    return binding;
  };

  beforeAll(async () => {
    await loadParsersFor('mariadb');
    postgres = new pg.Client({ connectionString: TEST_POSTGRES_URL, types: { getTypeParser: () => (value: string) => value } });
    await postgres.connect();
    mariadb = await mysql.createConnection({ uri: TEST_MARIADB_URL!, charset: 'utf8mb4', dateStrings: true, supportBigNumbers: true, bigNumberStrings: true });
    const made = async (name: string, engine: Engine, schema: string, binding: NameBinding) => {
      await engine.run(engine.dialect === 'mariadb' ? `CREATE DATABASE \`${schema}\` CHARACTER SET utf8mb4` : `CREATE SCHEMA "${schema}"`);
      await fillBound(engine, schema, binding);
      return { name, engine, binding, catalogue: await catalogueOf(engine, schema) };
    };
    bound = [
      await made('as the pack names it', postgresEngine(postgres), `${TAG}_plain`, identityBinding(pack)),
      await made('erp', postgresEngine(postgres), `${TAG}_erp`, fileBinding('erp.yaml')),
      await made('upper', mariadbEngine(mariadb), `${TAG}_UPPER`, fileBinding('upper.yaml')),
    ];
  }, 180_000);

  afterAll(async () => {
    for (const schema of ['plain', 'erp']) await postgres?.query(`DROP SCHEMA IF EXISTS "${TAG}_${schema}" CASCADE`);
    await postgres?.end();
    await mariadb?.query(`DROP DATABASE IF EXISTS \`${TAG}_UPPER\``);
    await mariadb?.end();
  });

  const gated = ({ engine, binding, catalogue }: (typeof bound)[number], query: Query) => {
    const scope = { defaultSchema: catalogue.searchPath[0]!, tables: catalogue.tables.map(({ schema, name: table, columns }) => ({ schema, name: table, columns, denied: [] })) };
    return gate({ sql: printCanonical(query), from: 'canonical', dialect: engine.dialect, scope, binding, maxRows: 5_000 });
  };

  /** Every probe by its id, with the rules of what it found. */
  const proved = async (place: (typeof bound)[number]) => {
    const found: Record<string, string[]> = {};
    for (const probe of planProbes(pack, place.binding)) {
      const report = gated(place, probe.query);
      if (report.verdict === 'reject') throw new Error(`${probe.id}: ${report.rule}: ${report.message}`);
      found[probe.id] = judgeProbe(probe, (await place.engine.read(report.sql)).rows).findings.filter((f) => f.severity === 'error').map((f) => f.message);
    }
    return found;
  };

  it('each binding fits its catalogue', () => {
    for (const { name, binding, catalogue } of bound) expect(checkBinding(pack, binding, catalogue).filter(({ severity }) => severity !== 'info'), name).toEqual([]);
  });

  it('a renamed column is found missing, with the one that is meant', () => {
    const { binding, catalogue } = bound[1]!;
    const renamed = { ...catalogue, tables: catalogue.tables.map((t) => ({ ...t, columns: t.columns.map((c) => (c.name === 'listenpreis' ? { ...c, name: 'listen_preis_usd' } : c)) })) };
    expect(checkBinding(pack, binding, renamed).filter((f) => f.severity === 'error').map((f) => [f.rule, f.params?.['nearest']])).toEqual([['binding-missing-column', ['listen_preis_usd']]]);
  });

  it('every question of the pack’s tests has the same rows, and the real names are printed', async () => {
    const questions = plannedQuestions(pack);
    expect(questions.length).toBeGreaterThan(200);
    const differences: string[] = [];
    for (const { question, query } of questions) {
      const answers = [];
      for (const place of bound) {
        const { name, engine } = place;
        const report = gated(place, query);
        if (report.verdict === 'reject') {
          differences.push(`${question} on ${name}: ${report.rule}: ${report.message}`);
          break;
        }
        if (name === 'upper') expect(report.sql).toMatch(/`T_[A-Z_]+`/);
        answers.push({ name, sql: report.sql, result: await engine.read(report.sql) });
      }
      const [gold, ...others] = answers;
      for (const other of others) {
        const { equal, reason } = equalResults(gold!.result, other.result, query.orderBy.length > 0);
        if (!equal) differences.push(`${question} on ${other.name}: ${reason}\n  ${other.sql}`);
      }
    }
    expect(differences).toEqual([]);
  }, 300_000);

  it('what the pack claims is so on each, and a probe proves it', async () => {
    for (const place of bound) {
      const found = await proved(place);
      expect(Object.keys(found).length, place.name).toBeGreaterThan(20);
      expect(Object.entries(found).filter(([, findings]) => findings.length > 0), place.name).toEqual([]);
    }
  }, 120_000);

  it('data that is otherwise fails the probe of what it breaks, and no other', async () => {
    const [plain, , upper] = bound as [(typeof bound)[number], unknown, (typeof bound)[number]];
    await postgres.query(`SET search_path = "${TAG}_plain"`);
    await postgres.query('ALTER TABLE orders DROP CONSTRAINT orders_pkey; ALTER TABLE customers ALTER segment DROP NOT NULL');
    await postgres.query('INSERT INTO orders SELECT * FROM orders WHERE order_id <= 2');
    await postgres.query("UPDATE orders SET status = 'on_hold' WHERE order_id BETWEEN 10 AND 12; UPDATE payments SET order_id = -1 WHERE payment_id = 1; UPDATE customers SET segment = NULL WHERE customer_id = 1");
    await mariadb.query(`UPDATE \`${TAG}_UPPER\`.T_ORD SET STAT_CD = 'H' WHERE ORD_ID = 7`);
    const broken = async (place: (typeof bound)[number]) => Object.entries(await proved(place)).filter(([, findings]) => findings.length > 0);
    expect(await broken(plain)).toEqual([
      ['never-null:customers', ['customers.segment is declared never empty, but it is in 1 of 800 rows.']],
      ['unique:orders.order_id', ['orders.order_id is declared unique, but 2 of its values stand in more than one row and 0 rows have none.']],
      ['reference:payments.order_id→orders.order_id', [expect.stringMatching(/^payments\.order_id → orders\.order_id is declared never empty and always found, but 1 of \d+ rows refer/)]],
      ['values:orders.status', ['orders.status holds values that the pack does not know: on_hold (3).']],
    ]);
    // A stored value that the binding does not list is found by what is stored, not by what it is read as.
    expect(await broken(upper)).toEqual([
      ['never-null:orders', [expect.stringMatching(/^orders\.status is declared never empty, but it is in 1 of \d+ rows\.$/)]],
      ['values:orders.status', ['orders.status holds values that the pack does not know: H (1).']],
    ]);
  }, 120_000);
});
