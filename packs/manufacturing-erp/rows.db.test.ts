import { randomBytes } from 'node:crypto';
import { loadParsersFor } from '@countersign/sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readPack, sqlFor, textOf, type Asked } from './spec/answer.js';
import { openMariadb, openPostgres, type Cell, type Engine } from './spec/engines.js';
import { warehouseStatements } from './warehouse/statements.mjs';

interface Spec {
  today: string;
  locale: 'en' | 'ko';
  questions: { question: string; rows?: string; chosen?: Record<string, string>; order?: string[]; limit_within?: string[] }[];
}
interface Case extends Asked {
  rows: string;
  ordered: boolean;
}

const pack = readPack();
const cases = ['en', 'ko'].flatMap((locale) => {
  const spec = parse(textOf(`tests/questions.${locale}.yaml`)) as Spec;
  return spec.questions.flatMap(({ question, rows, chosen, order, limit_within }): Case[] => (rows === undefined ? [] : [{ question, rows, locale: spec.locale, today: spec.today, chosen: chosen ?? {}, ordered: order !== undefined && limit_within === undefined }]));
});

const lines = (rows: Cell[][], ordered: boolean): string[] => {
  const all = rows.map((row) => row.map((value) => value ?? 'NULL').join(' | '));
  return ordered ? all : all.sort();
};

const mariadb = process.env['TEST_MARIADB_URL'];
const engines = mariadb ? (['postgres', 'mariadb'] as const) : (['postgres'] as const);

describe.each(engines)('answers on the demo warehouse in %s', (dialect) => {
  const database = `erp_rows_${randomBytes(4).toString('hex')}`;
  let engine: Engine;
  let gold: Engine;

  beforeAll(async () => {
    await loadParsersFor('canonical', 'postgres', 'mariadb');
    gold = await openPostgres(process.env['TEST_POSTGRES_URL']!, `${database}_gold`);
    for (const statement of warehouseStatements('postgres')) await gold.run(statement);
    if (dialect === 'postgres') engine = gold;
    else {
      engine = await openMariadb(mariadb!, database);
      for (const statement of warehouseStatements('mariadb')) await engine.run(statement);
    }
  });
  afterAll(async () => {
    await gold.close();
    if (engine !== gold) await engine.close();
  });

  it.each(cases.map((c) => [c.question, c] as const))('%s', async (_, asked) => {
    const right = lines(await gold.run(asked.rows), asked.ordered);
    expect(right.length).toBeGreaterThan(0);
    expect(lines(await engine.run(sqlFor(pack, asked, dialect)), asked.ordered)).toEqual(right);
  });
});
