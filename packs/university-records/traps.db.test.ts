import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { identityBinding, loadPack, planQuery, resolveQuestion, tablesOf, type Pack } from '@countersign/pack';
import { gate, loadParsersFor, printCanonical } from '@countersign/sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { cell, openMariadb, openPostgres, type Cell, type Engine } from '../manufacturing-erp/spec/engines.js';

interface Trap {
  trap: string;
  because: string;
  tables: Record<string, string>;
  question: string;
  naive?: { sql: string; gives: unknown[][] };
  right?: unknown[][];
  asks?: string[];
  refused?: string;
}

const today = '2026-05-20';
const TYPES: Record<string, string> = { integer: 'integer', decimal: 'decimal(14,2)', text: 'varchar(100)', date: 'date', boolean: 'boolean' };
const { TEST_POSTGRES_URL, TEST_MARIADB_URL } = process.env;
const textOf = (file: string): string => readFileSync(path.join(__dirname, file), 'utf8');
const { traps } = parse(textOf('tests/traps.yaml'), { schema: 'core' }) as { traps: Trap[] };

function university(): Pack {
  const { pack, findings } = loadPack(Object.fromEntries(readdirSync(__dirname).filter((f) => f.endsWith('.yaml')).map((f) => [f, textOf(f)])), 1);
  if (!pack) throw new Error(JSON.stringify(findings));
  return pack;
}

const pack = university();

/** The pack's tables without keys, empty but for the trap's rows. */
function* statements(grids: Trap['tables']): Generator<string> {
  for (const { name, columns } of tablesOf(pack)) {
    yield `DROP TABLE IF EXISTS ${name}`;
    yield `CREATE TABLE ${name} (${columns.map((column) => `${column} ${TYPES[pack.entities.get(name)!.columns.get(column)!.type]} NULL`).join(', ')})`;
    const [head = [], ...rows] = (grids[name] ?? '').trim().split('\n').map((line) => line.split('|').map((part) => part.trim()));
    for (const row of rows) yield `INSERT INTO ${name} (${head.join(', ')}) VALUES (${head.map((_, i) => (row[i] ? `'${row[i]}'` : 'NULL')).join(', ')})`;
  }
}

/** What the product does with a question: SQL for an engine, a question back, or a refusal. */
function answer(question: string, dialect: Engine['dialect']): { sql: string } | { asks: string[] } | { refused: string } {
  const resolution = resolveQuestion(pack, { question, today, choices: {} });
  if (resolution.outcome === 'clarify') return { asks: resolution.clarification.choices.map((c) => c.ref) };
  if (resolution.outcome === 'refuse') return { refused: resolution.refusal.code };
  const plan = planQuery(pack, resolution.interpretation);
  if (plan.outcome === 'refuse') return { refused: plan.refusal.code };
  const tables = tablesOf(pack).map(({ name, columns }) => ({ name, columns: columns.map((c) => ({ name: c, type: pack.entities.get(name)!.columns.get(c)!.type })), denied: [] }));
  const report = gate({ sql: printCanonical(plan.query), from: 'canonical', dialect, scope: { tables }, binding: identityBinding(pack) });
  if (report.verdict !== 'accept') throw new Error(`${report.rule}: ${report.message}`);
  return { sql: report.sql };
}

const sorted = (rows: readonly (readonly unknown[])[]): Cell[][] => rows.map((row) => row.map(cell)).sort((a, b) => (a.join('|') < b.join('|') ? -1 : 1));

describe('traps of figures of students', () => {
  const open: Engine[] = [];

  beforeAll(async () => {
    await loadParsersFor('canonical', 'postgres', 'mariadb');
    const database = `university_traps_${process.pid}`;
    open.push(await openPostgres(TEST_POSTGRES_URL!, database));
    if (TEST_MARIADB_URL) open.push(await openMariadb(TEST_MARIADB_URL, database));
  });
  afterAll(async () => {
    for (const engine of open) await engine.close();
  });

  it.each(traps.map((trap) => [trap.trap, trap] as const))('%s', async (_, { tables, question, naive, right, asks, refused }) => {
    if (!naive || !right) return expect(answer(question, 'postgres')).toEqual(asks ? { asks } : { refused });
    for (const engine of open) for (const statement of statements(tables)) await engine.run(statement);
    // A trap that catches nobody is none.
    expect(sorted(await open[0]!.run(naive.sql))).toEqual(sorted(naive.gives));
    expect(sorted(naive.gives)).not.toEqual(sorted(right));
    for (const engine of open) {
      const own = answer(question, engine.dialect);
      if (!('sql' in own)) throw new Error(JSON.stringify(own));
      expect(sorted(await engine.run(own.sql))).toEqual(sorted(right));
    }
  });
});
