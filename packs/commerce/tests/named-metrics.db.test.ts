import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { GateInput, Interpretation } from '@countersign/contracts';
import { declarationsOf, loadPack, planQuery, type Pack } from '@countersign/pack';
import { gate, loadParsers, loadParsersFor, printCanonical } from '@countersign/sql';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillMariadb, mariadbType } from '../spec/mariadb.js';
import { postgresStatements } from '../warehouse/postgres.mjs';
import { TABLES } from '../warehouse/schema.mjs';

/**
 * A metric that a query names gives the figures that the planner gives for it, whatever it is broken down by; and where the
 * planner finds no right answer, neither does a query that names it.
 */
const DATABASE = `named_metrics_${process.pid}_${randomBytes(3).toString('hex')}`;
const { TEST_POSTGRES_URL, TEST_MARIADB_URL } = process.env;

const folder = path.resolve(__dirname, '..');
const pack: Pack = loadPack(Object.fromEntries(readdirSync(folder).filter((f) => f.endsWith('.yaml')).map((f) => [f, readFileSync(path.join(folder, f), 'utf8')])), 1).pack!;
const declarations = declarationsOf(pack);
const metrics = declarations.metrics.filter((metric) => !metric.private && metric.value);
const dimensions = [...pack.dimensions.values()];

/** Tables between which there is one way, each with the condition that joins it to what is there. */
const EDGES = [
  { tables: ['orders', 'customers'], on: 'orders.customer_id = customers.customer_id' },
  { tables: ['order_items', 'orders'], on: 'order_items.order_id = orders.order_id' },
  { tables: ['order_items', 'products'], on: 'order_items.product_id = products.product_id' },
  { tables: ['payments', 'orders'], on: 'payments.order_id = orders.order_id' },
];

function wayBetween(from: string, to: string, been: string[] = []): string[] | undefined {
  if (from === to) return [from];
  for (const { tables } of EDGES.filter((e) => e.tables.includes(from))) {
    const next = tables.find((table) => table !== from)!;
    const way = been.includes(next) ? undefined : wayBetween(next, to, [...been, from]);
    if (way) return [from, ...way];
  }
  return undefined;
}

function fromOf(base: string, needed: readonly string[]): string {
  const wanted = new Set(needed.flatMap((table) => wayBetween(base, table)!));
  let text = base;
  const there = new Set([base]);
  for (let left = [...wanted].filter((t) => !there.has(t)); left.length; left = left.filter((t) => !there.has(t))) {
    const edge = EDGES.find(({ tables: [a, b] }) => (there.has(a!) && left.includes(b!)) || (there.has(b!) && left.includes(a!)))!;
    const table = edge.tables.find((t) => !there.has(t))!;
    text += ` JOIN ${table} ON ${edge.on}`;
    there.add(table);
  }
  return text;
}

const named = (metric: (typeof metrics)[number], { entity, column }: (typeof dimensions)[number]): string => {
  const [first] = metric.parts;
  const needed = metric.parts.flatMap(({ of, joins }) => [of, ...joins.map(({ to }) => to.entity)]);
  return `SELECT ${entity}.${column} AS d, metric('${metric.id}') AS m FROM ${fromOf(first!.of, [...needed, entity])} GROUP BY ${entity}.${column} HAVING metric('${metric.id}') IS NOT NULL`;
};

const asked = (metric: string, dimension: string): Interpretation => ({
  locale: 'en', question: '', today: '2026-06-30', pack: { id: pack.id, version: 1 }, intent: 'aggregate', metrics: [{ ref: metric, label: metric }], dimensions: [{ ref: dimension, label: dimension }],
  filters: [], period: null, having: [], order: [], choices: {}, spans: [], notes: [], confidence: 1,
} as unknown as Interpretation);

type Run = (sql: string) => Promise<unknown[][]>;

describe.runIf(TEST_POSTGRES_URL && TEST_MARIADB_URL)('metrics that a query names, beside the planner', () => {
  let admin: pg.Client;
  let postgres: pg.Client;
  let mariadb: mysql.Connection;
  const run: Record<'postgres' | 'mariadb', Run> = {
    postgres: async (sql) => (await postgres.query({ text: sql, rowMode: 'array' })).rows as unknown[][],
    mariadb: async (sql) => (await mariadb.query(sql))[0] as unknown[][],
  };

  beforeAll(async () => {
    await loadParsers();
    await loadParsersFor('mariadb');
    admin = new pg.Client({ connectionString: TEST_POSTGRES_URL! });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${DATABASE}`);
    const url = new URL(TEST_POSTGRES_URL!);
    url.pathname = DATABASE;
    postgres = new pg.Client({ connectionString: url.href, types: { getTypeParser: () => (text: string) => text } });
    await postgres.connect();
    await postgres.query([...postgresStatements()].join(';'));
    mariadb = await mysql.createConnection({ uri: TEST_MARIADB_URL!, rowsAsArray: true, dateStrings: true, charset: 'utf8mb4', supportBigNumbers: true, bigNumberStrings: true });
    await mariadb.query(`CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4`);
    await mariadb.query(`USE ${DATABASE}`);
    await fillMariadb({ query: (sql, values) => mariadb.query(sql, values) });
  });
  afterAll(async () => {
    await postgres?.end();
    await admin?.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
    await admin?.end();
    await mariadb?.query(`DROP DATABASE IF EXISTS ${DATABASE}`);
    await mariadb?.end();
  });

  const judged = (sql: string, dialect: 'postgres' | 'mariadb', more: Partial<GateInput> = {}): ReturnType<typeof gate> => gate({ sql, from: 'canonical', dialect, scope: scopeFor(dialect), maxRows: 100_000, ...more });

  describe.each(['postgres', 'mariadb'] as const)('on %s', (dialect) => {
    it.each(metrics.map((metric) => metric.id))('%s', async (id) => {
      const metric = metrics.find((one) => one.id === id)!;
      let answered = 0;
      for (const dimension of dimensions) {
        const plan = planQuery(pack, asked(id, dimension.id));
        const report = judged(named(metric, dimension), dialect, { declarations });
        if (plan.outcome === 'refuse') {
          expect([dimension.id, report.verdict]).toEqual([dimension.id, 'reject']);
          continue;
        }
        if (report.verdict === 'reject') throw new Error(`${id} by ${dimension.id}: ${report.rule}: ${report.message}`);
        const planned = judged(printCanonical(plan.query), dialect);
        if (planned.verdict === 'reject') throw new Error(planned.message);
        const [ours, theirs] = [await run[dialect](report.sql), await run[dialect](planned.sql)];
        expect([dimension.id, figures(ours)]).toEqual([dimension.id, figures(theirs)]);
        expect(theirs.length).toBeGreaterThan(0);
        answered++;
      }
      expect(answered).toBeGreaterThan(4);
    });
  });
});

/** The member and its figure; six places, because engines divide to different lengths. */
function figures(result: unknown[][]): string[] {
  return result.map((row) => `${String(row[0])}: ${Number(row.at(-1)).toFixed(6)}`).sort();
}

function scopeFor(dialect: 'postgres' | 'mariadb'): NonNullable<GateInput['scope']> {
  const schema = dialect === 'postgres' ? 'public' : DATABASE;
  return { defaultSchema: schema, tables: TABLES.map(({ name, columns }) => ({ schema, name, denied: [], columns: columns.map((c) => ({ name: c.name, type: dialect === 'postgres' ? c.type : mariadbType(c.type) })) })) };
}
