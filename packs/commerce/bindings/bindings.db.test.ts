import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Catalogue, NameBinding, Query } from '@countersign/contracts';
import { equalResults } from '@countersign/evidence';
import { checkBinding, identityBinding, loadPack, planQuery, readBinding, resolveQuestion, type Pack } from '@countersign/pack';
import { gate, loadParsersFor, printCanonical } from '@countersign/sql';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { catalogueOf, fillBound, mariadbEngine, postgresEngine, type Engine } from './bound-warehouse.js';

const FOLDER = path.join(__dirname, '..');
const TAG = `commerce_bound_${process.pid}`;
const { TEST_POSTGRES_URL, TEST_MARIADB_URL } = process.env;

function commerce(): Pack {
  const { pack, findings } = loadPack(Object.fromEntries(readdirSync(FOLDER).filter((f) => f.endsWith('.yaml')).map((f) => [f, readFileSync(path.join(FOLDER, f), 'utf8')])), 1);
  if (!pack) throw new Error(JSON.stringify(findings));
  return pack;
}

/** Every question of the pack's tests that ends in a query, once each by the query it becomes. */
function plannedQuestions(pack: Pack): { question: string; query: Query }[] {
  const found = new Map<string, { question: string; query: Query }>();
  for (const file of readdirSync(path.join(FOLDER, 'tests')).filter((f) => f.endsWith('.yaml'))) {
    const spec = parse(readFileSync(path.join(FOLDER, 'tests', file), 'utf8')) as { today: string; locale?: 'en' | 'ko'; questions?: { question: string; today?: string }[] };
    for (const { question, today = spec.today } of spec.questions ?? []) {
      const resolution = resolveQuestion(pack, { question, today, choices: {}, ...(spec.locale ? { locale: spec.locale } : {}) });
      const plan = resolution.outcome === 'resolved' ? planQuery(pack, resolution.interpretation) : undefined;
      if (plan?.outcome === 'planned') found.set(printCanonical(plan.query), { question, query: plan.query });
    }
  }
  return [...found.values()];
}

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
      for (const { name, engine, binding, catalogue } of bound) {
        const scope = { defaultSchema: catalogue.searchPath[0]!, tables: catalogue.tables.map(({ schema, name: table, columns }) => ({ schema, name: table, columns, denied: [] })) };
        const report = gate({ sql: printCanonical(query), from: 'canonical', dialect: engine.dialect, scope, binding, maxRows: 5_000 });
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
});
