import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { gate, loadParsers } from '../index.js';

beforeAll(async () => loadParsers());

const scope = {
  defaultSchema: 'public',
  tables: [
    { schema: 'public', name: 'emp', columns: ['id', 'boss', 'name', 'region'].map((name) => ({ name, type: 'text' })), denied: [] },
    { schema: 'public', name: 'dept', columns: ['id', 'boss', 'name'].map((name) => ({ name, type: 'text' })), denied: [] },
  ],
};
const rowFilters = [{ id: 'own', version: 1, table: 'emp', predicate: "region = 'EU'" }];

/** Queries with the columns id and boss, in which `emp` stands in every kind of place. */
const table = fc.constantFrom('emp', 'emp', 'dept', 'public.emp');
const { query } = fc.letrec<{ query: string }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'query' },
    table.map((t) => `SELECT id, boss FROM ${t}`),
    fc.tuple(table, table).map(([a, b]) => `SELECT x.id, y.boss FROM ${a} x LEFT JOIN ${b} y ON y.boss = x.id`),
    fc.tuple(table, table).map(([a, b]) => `SELECT id, z.boss FROM ${a} x JOIN ${b} z USING (id)`),
    fc.tuple(table, tie('query')).map(([t, q]) => `SELECT x.id, x.boss FROM ${t} x WHERE EXISTS (SELECT 1 FROM (${q}) s WHERE s.id = x.id)`),
    tie('query').map((q) => `SELECT s.id, s.boss FROM (${q}) s`),
    fc.tuple(tie('query'), table).map(([q, t]) => `WITH c AS (${q}) SELECT c.id, t.boss FROM c JOIN ${t} t ON t.id = c.boss`),
    fc.tuple(table, table, fc.nat(20)).map(([a, b, depth]) => `WITH RECURSIVE r AS (SELECT id, boss, 0 AS depth FROM ${a} UNION ALL SELECT e.id, e.boss, r.depth + 1 FROM ${b} e JOIN r ON e.boss = r.id WHERE r.depth < ${depth}) SELECT id, boss FROM r`),
    fc.tuple(table, table).map(([a, b]) => `WITH RECURSIVE emp AS (SELECT id, boss FROM public.${a.replace('public.', '')} UNION SELECT e.id, e.boss FROM public.${b.replace('public.', '')} e JOIN emp ON e.boss = emp.id) SELECT id, boss FROM emp`),
    fc.tuple(tie('query'), tie('query')).map(([a, b]) => `(${a}) UNION (${b})`),
  ),
}));

const count = (text: string, what: string): number => text.split(what).length - 1;

describe('a row filter', () => {
  it('stands at every occurrence of its table in a recursion, counted once', () => {
    const sql = "WITH RECURSIVE r AS (SELECT id, 0 AS depth FROM emp WHERE boss IS NULL UNION ALL SELECT e.id, r.depth + 1 FROM emp e JOIN r ON e.boss = r.id WHERE r.depth < 10) SELECT r.id, e.name FROM r JOIN emp e ON e.id = r.id";
    const masks = [{ id: 'short', version: 1, table: 'emp', column: 'name', expression: 'left(name, 1)' }];
    expect(gate({ sql, from: 'canonical', dialect: 'postgres', scope, rowFilters, masks })).toMatchObject({ verdict: 'accept', rowFilters: [{ occurrences: 3 }], masks: [{ occurrences: 3 }] });
  });

  it('stands at every occurrence of its table in whatever query', () => {
    let filtered = 0;
    fc.assert(fc.property(query, (sql) => {
      const report = gate({ sql, from: 'canonical', dialect: 'postgres', scope, rowFilters, maxSubqueryDepth: 20 });
      if (report.verdict === 'reject') return expect(['subquery-depth', 'oversize', 'unknown-table']).toContain(report.rule);
      const occurrences = count(report.sql, '"public"."emp"');
      filtered += occurrences;
      expect(count(report.sql, `"emp"."region" = 'EU'`)).toBe(occurrences);
      expect(report.rowFilters.map((f) => f.occurrences)).toEqual(occurrences ? [occurrences] : []);
    }), { numRuns: 100 });
    expect(filtered).toBeGreaterThan(100);
  });
});
