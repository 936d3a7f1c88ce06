import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadPack, packTests, type Pack } from '@countersign/pack';
import { loadParsersFor } from '@countersign/sql';
import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlFor } from '../manufacturing-erp/spec/answer.js';
import { openMariadb, openPostgres, type Cell, type Engine } from '../manufacturing-erp/spec/engines.js';
import { fillMariadb } from './spec/mariadb.js';
import { postgresStatements } from './warehouse/postgres.mjs';

/** Questions of the specs that say in SQL written by hand what is right: the planner's query has the same rows on both engines. */
const textsIn = (folder: string, under = ''): Record<string, string> => Object.fromEntries(readdirSync(folder).filter((f) => f.endsWith('.yaml')).map((f) => [`${under}${f}`, readFileSync(path.join(folder, f), 'utf8')]));
const pack: Pack = loadPack(textsIn(__dirname), 1).pack!;
const cases = packTests(textsIn(path.join(__dirname, 'tests'), 'tests/')).tests.filter((test) => test.rows !== undefined);

const lines = (rows: Cell[][]): string[] => rows.map((row) => row.map((value) => value ?? 'NULL').join(' | ')).sort();
const mariadb = process.env['TEST_MARIADB_URL'];
const engines = mariadb ? (['postgres', 'mariadb'] as const) : (['postgres'] as const);

describe.each(engines)('rows of the commerce pack in %s', (dialect) => {
  const database = `commerce_rows_${randomBytes(4).toString('hex')}`;
  let engine: Engine;
  let gold: Engine;

  beforeAll(async () => {
    await loadParsersFor('canonical', 'postgres', 'mariadb');
    gold = await openPostgres(process.env['TEST_POSTGRES_URL']!, `${database}_gold`);
    for (const statement of postgresStatements()) await gold.run(statement);
    if (dialect === 'postgres') return void (engine = gold);
    engine = await openMariadb(mariadb!, database);
    const filler = await createConnection({ uri: mariadb!, charset: 'utf8mb4' });
    await filler.query(`USE ${database}`);
    await fillMariadb({ query: (sql, values) => filler.query(sql, values) });
    await filler.end();
  });
  afterAll(async () => {
    await gold.close();
    if (engine !== gold) await engine.close();
  });

  it.each(cases.map((test) => [test.question, test] as const))('%s', async (_, { question, locale, today, chosen, rows }) => {
    const right = lines(await gold.run(rows!));
    expect(right.length).toBeGreaterThan(0);
    expect(lines(await engine.run(sqlFor(pack, { question, locale: locale ?? 'en', today, chosen }, dialect)))).toEqual(right);
  });
});
