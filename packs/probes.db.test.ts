import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { identityBinding, judgeProbe, loadPack, planProbes, tablesOf } from '@countersign/pack';
import { gate, loadParsersFor, printCanonical } from '@countersign/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { openMariadb, openPostgres, type Engine } from './manufacturing-erp/spec/engines.js';

interface Spec {
  pack: object;
  types: Record<string, string>;
  rows: Record<string, string>;
  cases: { claim: string; rows: Record<string, string>; finds: ({ rule: string } & Record<string, string | number>)[] }[];
}

const spec = parse(readFileSync(path.join(__dirname, 'probes.yaml'), 'utf8')) as Spec;
const { pack, findings: lint } = loadPack({ 'pack.yaml': stringify(spec.pack) }, 1);
const { TEST_POSTGRES_URL: postgres, TEST_MARIADB_URL: mariadb } = process.env;

/** A table anew with the rows of a grid; an empty cell is NULL. */
function* tableOf(name: string, grid: string): Generator<string> {
  const [head = [], ...rows] = grid.trim().split('\n').map((line) => line.split('|').map((part) => part.trim()));
  yield `DROP TABLE IF EXISTS ${name}`;
  yield `CREATE TABLE ${name} (${head.map((column) => `${column} ${spec.types[column]}`).join(', ')})`;
  for (const row of rows) yield `INSERT INTO ${name} VALUES (${head.map((_, i) => (row[i] === undefined || row[i] === '' ? 'NULL' : `'${row[i]}'`)).join(', ')})`;
}

describe.each(mariadb ? (['postgres', 'mariadb'] as const) : (['postgres'] as const))('what a pack claims, held against rows in %s', (dialect) => {
  let engine: Engine;

  beforeAll(async () => {
    await loadParsersFor('canonical', dialect);
    const database = `pack_probes_${randomBytes(4).toString('hex')}`;
    engine = dialect === 'postgres' ? await openPostgres(postgres!, database) : await openMariadb(mariadb!, database);
  });
  beforeEach(async () => {
    for (const [name, grid] of Object.entries(spec.rows)) for (const statement of tableOf(name, grid)) await engine.run(statement);
  });
  afterAll(() => engine.close());

  /** Plans, gates and runs every probe, as the API and the collector do. */
  const prove = async (): Promise<{ rule: string; severity: string; params?: Record<string, unknown> | undefined }[]> => {
    const binding = identityBinding(pack!);
    const scope = { tables: tablesOf(pack!).map(({ name, columns }) => ({ name, columns: columns.map((column) => ({ name: column, type: pack!.entities.get(name)?.columns.get(column)?.type ?? '' })), denied: [] })) };
    const found = [];
    for (const { query, ...probe } of planProbes(pack!, binding)) {
      const report = gate({ sql: printCanonical(query), from: 'canonical', dialect, scope, binding });
      if (report.verdict !== 'accept') throw new Error(`${probe.id}: ${report.rule}: ${report.message}`);
      found.push(...judgeProbe(probe, await engine.run(report.sql)).findings);
    }
    return found;
  };

  it('is no finding where it is so', async () => {
    expect(lint.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(await prove()).toEqual([]);
  });

  it.each(spec.cases.map((one) => [one.claim, one] as const))('%s', async (_, { rows, finds }) => {
    for (const [name, grid] of Object.entries(rows)) for (const statement of tableOf(name, grid)) await engine.run(statement);
    const found = await prove();
    expect(found.map(({ rule }) => rule)).toEqual(finds.map(({ rule }) => rule));
    finds.forEach(({ rule: _rule, ...params }, i) => expect(found[i]?.params).toMatchObject(Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))));
  });
});
