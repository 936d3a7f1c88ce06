import { beforeAll, describe, expect, it, vi } from 'vitest';
import { digestOf, FUNCTIONS, gate, loadParsers, loadParsersFor, printQuery, readQuery } from './index.js';
import { gateTask } from './gate-task.js';
import gateThread from './gate-thread.js';
import { BrokenParser } from './read/broken-parser.js';
import { parsers } from './read/parsers.js';

beforeAll(loadParsers);

const scope = {
  defaultSchema: 'erp',
  tables: [
    { schema: 'erp', name: 'KUNDEN', columns: [{ name: 'KDNR', type: 'int' }, { name: 'ORT', type: 'text' }, { name: 'MAIL', type: 'text' }], denied: ['MAIL'] },
    { schema: 'erp', name: 'AUFTRAG', columns: [{ name: 'AUFNR', type: 'int' }, { name: 'KDNR', type: 'int' }], denied: [] },
  ],
};
const binding = {
  tables: {
    customers: { schema: 'erp', name: 'KUNDEN', columns: { customer_id: 'KDNR', city: 'ORT', email: 'MAIL' } },
    orders: { schema: 'erp', name: 'AUFTRAG', columns: { order_id: 'AUFNR', customer_id: 'KDNR' } },
  },
};

describe('standard names', () => {
  it('become the real ones, and the output keeps the names that were asked for', () => {
    const report = gate({ sql: 'SELECT city, count(*) AS n FROM customers JOIN orders USING (customer_id) GROUP BY city', from: 'canonical', dialect: 'postgres', scope, binding });
    expect(report).toMatchObject({
      verdict: 'accept',
      sql: 'SELECT "customers"."ORT" AS "city", count(*) AS "n"\nFROM "erp"."KUNDEN" AS "customers"\nJOIN "erp"."AUFTRAG" AS "orders" USING ("KDNR")\nGROUP BY "customers"."ORT"\nLIMIT 1000',
      outputColumns: ['city', 'n'],
      tables: ['erp.AUFTRAG', 'erp.KUNDEN'],
      columns: ['erp.AUFTRAG.KDNR', 'erp.KUNDEN.KDNR', 'erp.KUNDEN.ORT'],
    });
  });

  it('do not get around a denied column', () => {
    expect(gate({ sql: 'SELECT email FROM customers', from: 'canonical', dialect: 'postgres', scope, binding })).toMatchObject({ rule: 'denied-column' });
  });

  it('mean nothing in native text', () => {
    expect(gate({ sql: 'SELECT city FROM customers', from: 'postgres', dialect: 'postgres', scope, binding })).toMatchObject({ rule: 'unknown-table' });
  });
});

describe('the report', () => {
  it('says where a rejection is and what may have been meant', () => {
    expect(gate({ sql: 'SELECT\n  ctiy\nFROM customers', from: 'canonical', dialect: 'postgres', scope, binding })).toEqual({
      verdict: 'reject', dialect: 'postgres', rule: 'unknown-column', message: 'there is no column ctiy here', at: { line: 2, column: 3, excerpt: 'SELECT ctiy FROM customers' }, nearest: ['city'], findings: [],
    });
  });

  it('counts each row filter where it was put, in subqueries and CTEs too', () => {
    const rowFilters = [{ id: 'own', version: 3, table: 'customers', predicate: "email LIKE '%@own'" }];
    const report = gate({ sql: 'WITH c AS (SELECT city FROM customers) SELECT city FROM c WHERE city IN (SELECT city FROM customers)', from: 'canonical', dialect: 'postgres', scope, binding, rowFilters });
    expect(report).toMatchObject({ verdict: 'accept', rowFilters: [{ id: 'own', version: 3, occurrences: 2 }] });
    expect(report.verdict === 'accept' && report.sql.match(/"MAIL" LIKE '%@own'/g)).toHaveLength(2);
  });

  it('refuses row filters without a scope to find their tables in', () => {
    expect(gate({ sql: 'SELECT 1', from: 'canonical', dialect: 'postgres', rowFilters: [{ id: 'x', version: 1, table: 't', predicate: 'a = 1' }] })).toMatchObject({ rule: 'scope-required' });
  });

  it('notes what was changed: star narrowed, limit added', () => {
    const report = gate({ sql: 'SELECT * FROM customers', from: 'canonical', dialect: 'postgres', scope, binding });
    expect(report.findings).toEqual([{ rule: 'star-narrowed', severity: 'info', message: '* leaves out erp.KUNDEN.MAIL', params: { column: 'erp.KUNDEN.MAIL' } }]);
    expect(report.verdict === 'accept' && report.checks.filter((c) => c.status === 'note').map((c) => c.note)).toEqual(['* leaves out erp.KUNDEN.MAIL', 'limit 1000 added']);
  });

  it('is the same from a worker thread\'s entry point', async () => {
    const input = { sql: 'SELECT city FROM customers', from: 'canonical', dialect: 'postgres', scope, binding } as const;
    expect(await (await gateThread)(gateTask(input))).toEqual(gate(input));
  });

  it('refuses text of one engine for another', () => {
    expect(gate({ sql: 'SELECT a FROM t', from: 'mysql', dialect: 'mariadb' })).toMatchObject({ verdict: 'reject', rule: 'dialect-unsupported' });
  });

});

describe('a parser that broke', () => {
  it('is no rejection: the gate throws, and its thread answers no more', async () => {
    const input = { sql: 'SELECT city FROM customers', from: 'canonical', dialect: 'postgres', scope, binding } as const;
    const second = vi.spyOn(parsers(), 'secondReader').mockImplementation(() => { throw new Error('memory access out of bounds'); });
    expect(() => gate(input)).toThrow(BrokenParser);
    const late = Symbol('late');
    expect(await Promise.race([(await gateThread)(gateTask(input)), new Promise((done) => setTimeout(done, 50, late))])).toBe(late);
    second.mockRestore();
  });
});

describe('hostile text is answered in bounded time', () => {
  it.each([
    ['nested calls', `SELECT ${'lower('.repeat(12)}a${')'.repeat(12)} FROM t`],
    ['nested brackets', `SELECT ${'('.repeat(12)}a${' + 1)'.repeat(12)} FROM t`],
    ['a long AND chain', `SELECT a FROM t WHERE ${Array.from({ length: 480 }, () => 'a=1').join(' AND ')}`],
    ['unclosed brackets', `SELECT ${'('.repeat(5000)}`],
    ['a very long name', `SELECT ${'x'.repeat(20_000)}`],
    ['many unions', Array.from({ length: 300 }, () => 'SELECT a FROM t').join(' UNION ')],
  ])('%s', (_, sql) => {
    const started = performance.now();
    expect(gate({ sql, from: 'canonical', dialect: 'postgres' }).verdict).toMatch(/accept|reject/);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(gate({ sql: 'SELECT a FROM t', from: 'canonical', dialect: 'postgres' }).verdict).toBe('accept');
  });
});

describe('the registry', () => {
  it('holds no function that touches files, servers, sessions, sequences or locks', () => {
    const bad = [...FUNCTIONS.keys()].filter((name) => /^(pg_|lo_|dblink|set_|currval|nextval|current_(user|setting|schema)|version|txid)|sleep|advisory|xml|_file/.test(name));
    expect(bad).toEqual([]);
  });
});

describe('the digest', () => {
  const bundle = {
    sql: 'SELECT 1', dialect: 'postgres' as const, parameters: [], dataSource: { id: '0192d3a0-0000-7000-8000-000000000001', revision: 1 }, objects: [], rowFilters: [], masks: [], pack: { id: 'commerce', version: 1 }, policyVersion: 1,
    caps: { maxRows: 1000, maxBytes: 1_000_000, timeoutMs: 30_000, maxCost: null, maxEstimatedRows: null }, outputMode: 'view' as const,
  };

  it('does not depend on the order of members and changes with every value', () => {
    expect(digestOf(Object.fromEntries(Object.entries(bundle).reverse()) as typeof bundle)).toBe(digestOf(bundle));
    expect(digestOf(bundle)).toMatch(/^[0-9a-f]{64}$/);
    const others = [{ ...bundle, sql: 'SELECT 2' }, { ...bundle, policyVersion: 2 }, { ...bundle, outputMode: 'export' as const }, { ...bundle, caps: { ...bundle.caps, maxRows: 999 } }];
    expect(new Set([bundle, ...others].map(digestOf)).size).toBe(5);
  });

  it('refuses a WITH query named like a table of the scope that has no schema, where the table is meant', () => {
    const scope = { tables: [{ name: 'dept', columns: [{ name: 'id', type: 'integer' }] }], defaultSchema: 'public' };
    expect(gate({ sql: 'WITH dept AS (SELECT 1 AS id) SELECT * FROM public.dept', from: 'canonical', dialect: 'postgres', scope })).toMatchObject({ verdict: 'reject', rule: 'duplicate-alias' });
  });

  it('takes names that every object has for names', async () => {
    await loadParsersFor('oracle');
    for (const name of ['constructor', '__proto__', 'toString']) expect(gate({ sql: `SELECT ${name} FROM emp`, from: 'oracle', dialect: 'oracle' }).verdict).toBe('accept');
  });
});
