import fc from 'fast-check';
import { parseSync } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { gate, loadParsers, printCanonical } from '../index.js';
import { PRINTED_CAPS } from '../limits.js';
import { readText } from '../read/read-query.js';
import { sameTree } from '../walk.js';
import { anyQuery } from './any-query.js';

beforeAll(loadParsers);
const RUNS = { numRuns: 150 };

describe('the printer and the reader', () => {
  it('reading what was printed gives the same tree', () => {
    fc.assert(fc.property(anyQuery, (query) => {
      const again = readText(printCanonical(query), 'canonical', PRINTED_CAPS).query;
      if (!sameTree(again, query)) expect(again).toEqual(query);
    }), RUNS);
  });

  it('printing is a fixed point', () => {
    fc.assert(fc.property(anyQuery, (query) => {
      const printed = printCanonical(query);
      expect(printCanonical(readText(printed, 'canonical', PRINTED_CAPS).query)).toBe(printed);
    }), RUNS);
  });

  it('printed text is exactly one SELECT to the real grammar', () => {
    fc.assert(fc.property(anyQuery, (query) => {
      const statements = parseSync(printCanonical(query)).stmts ?? [];
      expect(statements.map((s) => Object.keys(s.stmt ?? {}))).toEqual([['SelectStmt']]);
    }), RUNS);
  });
});

describe('the gate', () => {
  it('answers any text without throwing, and accepts only what it accepts again unchanged', () => {
    const piece = fc.constantFrom('SELECT', ' ', 'a', '*', ' FROM ', 't', "'", '"', ';', '--', '/*', '*/', '(', ')', '$$', '\\', 'DROP TABLE t', ' UNION ', '1', ',', '\n', 'pg_sleep(1)', ' INTO ', ' WHERE ', '=', "E'", ':x', '?', '\u0000', '​');
    fc.assert(fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const report = gate({ sql: pieces.join(''), from: 'canonical', dialect: 'postgres' });
      const again = report.verdict === 'accept' ? gate({ sql: report.sql, from: 'postgres', dialect: 'postgres' }) : report;
      expect(again).toMatchObject(report.verdict === 'accept' ? { verdict: 'accept', sql: report.sql } : { rule: expect.stringMatching(/^[a-z-]+$/) });
    }), { numRuns: 300 });
  });

  it('gives the same report for the same input', () => {
    fc.assert(fc.property(anyQuery, (query) => {
      const input = { sql: printCanonical(query), from: 'canonical', dialect: 'postgres' } as const;
      expect(gate(input)).toEqual(gate(input));
    }), { numRuns: 50 });
  });

  it('nothing splits a string: whatever value a literal has, the printed text holds it whole', () => {
    fc.assert(fc.property(fc.string({ maxLength: 12, unit: fc.constantFrom("'", '\\', ';', '-', 'x', '"', '\n', '$') }), (value) => {
      const report = gate({ sql: `SELECT a FROM t WHERE b = '${value.replaceAll("'", "''")}'`, from: 'canonical', dialect: 'postgres' });
      if (report.verdict === 'reject') expect(report.rule).toBe('backslash-before-quote');
      else expect(JSON.stringify(parseSync(report.sql))).toContain(`"A_Const":{"sval":{"sval":${JSON.stringify(value)}}`);
    }), RUNS);
  });
});
