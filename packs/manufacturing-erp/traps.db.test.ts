import { randomBytes } from 'node:crypto';
import { planQuery, resolveQuestion } from '@countersign/pack';
import { loadParsersFor } from '@countersign/sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readPack, sqlFor, textOf } from './spec/answer.js';
import { cell, openMariadb, openPostgres, type Cell, type Engine } from './spec/engines.js';
import { TABLES } from './warehouse/schema.mjs';
import { tableStatements } from './warehouse/statements.mjs';

interface Trap {
  trap: string;
  because: string;
  tables: Record<string, string>;
  question: string;
  chosen?: Record<string, string>;
  naive?: { sql: string; gives: unknown[][] };
  right?: unknown[][];
  asks?: string[];
  refused?: string;
}

const pack = readPack();
const { traps } = parse(textOf('tests/traps.yaml')) as { traps: Trap[] };
const mariadb = process.env['TEST_MARIADB_URL'];

/** The tables of a trap: the columns it names, of the types the warehouse gives them, without keys. */
function* statements(engine: Engine['dialect'], tables: Trap['tables']): Generator<string> {
  for (const [name, grid] of Object.entries(tables)) {
    const [head = [], ...rows] = grid.trim().split('\n').map((line) => line.split('|').map((part) => part.trim()));
    const known = TABLES.find((t) => t.name === name)!;
    const columns = head.map((column) => ({ ...known.columns.find((c) => c.name === column)!, nullable: true }));
    const records = rows.map((row) => Object.fromEntries(head.map((column, at) => [column, row[at] === '' || row[at] === undefined ? null : row[at]])));
    yield* tableStatements(engine, [{ ...known, columns, primaryKey: [], foreignKeys: [] }], new Map([[name, records]]));
  }
}

const sorted = (rows: readonly (readonly unknown[])[]): Cell[][] => rows.map((row) => row.map(cell)).sort((a, b) => (a.join('|') < b.join('|') ? -1 : 1));

describe.each(traps)('$trap', ({ tables, question, chosen, naive, right, asks, refused }) => {
  const open: Engine[] = [];
  const asked = { question, locale: 'en' as const, today: '2026-06-30', chosen: chosen ?? {} };

  beforeAll(async () => {
    if (Object.keys(tables).length === 0) return;
    await loadParsersFor('canonical', 'postgres', 'mariadb');
    const database = `erp_trap_${randomBytes(4).toString('hex')}`;
    open.push(await openPostgres(process.env['TEST_POSTGRES_URL']!, database));
    if (mariadb) open.push(await openMariadb(mariadb, database));
    for (const engine of open) for (const statement of statements(engine.dialect, tables)) await engine.run(statement);
  });
  afterAll(async () => {
    for (const engine of open) await engine.close();
  });

  if (naive) it('catches the straightforward query', async () => expect(sorted(await open[0]!.run(naive.sql))).toEqual(sorted(naive.gives)));
  if (right) it('does not catch the plan', async () => {
    for (const engine of open) expect(sorted(await engine.run(sqlFor(pack, asked, engine.dialect)))).toEqual(sorted(right));
  });
  if (asks) it('is asked about', () => {
    const resolution = resolveQuestion(pack, { ...asked, choices: asked.chosen });
    expect(resolution.outcome === 'clarify' && resolution.clarification.choices.map((c) => c.ref)).toEqual(asks);
  });
  if (refused !== undefined) it('has no plan, and the reason is said', () => {
    const { interpretation } = resolveQuestion(pack, { ...asked, choices: asked.chosen });
    expect(planQuery(pack, interpretation)).toMatchObject({ outcome: 'refuse', refusal: { params: { detail: expect.stringContaining(refused) as string } } });
  });
});
