import type { GateReport } from '@countersign/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { gate, loadParsers } from '../../index.js';

beforeAll(async () => loadParsers());

const columns = Array.from({ length: 400 }, (_, i) => ({ name: `c${i}`, type: 'integer' }));
const scope = { defaultSchema: 'public', tables: [{ schema: 'public', name: 't', columns, denied: [] }] };
const outcome = (sql: string): string => said(gate({ sql, from: 'canonical', dialect: 'postgres', scope }));
const said = (report: GateReport): string => (report.verdict === 'accept' ? 'accept' : `${report.rule}: ${report.message}`);
const counts = (n: number): string => Array.from({ length: n }, () => 'SELECT count(*) FROM t').join(' UNION ALL ');

describe('columns of a query', () => {
  it('are 1,600 at most in one SELECT', () => {
    expect(outcome('SELECT *, *, *, * FROM t')).toBe('accept');
    expect(outcome('SELECT *, *, *, *, c1 FROM t')).toBe('oversize: one SELECT has more than 1600 columns, those that * stands for included');
  });

  it('are 10,000 at most in all SELECTs together', () => {
    const exists = (n: number): string => `SELECT 1 FROM t WHERE c1 = 1${' AND EXISTS (SELECT *, *, *, * FROM t)'.repeat(n)}`;
    // What is counted may still be too long to print.
    expect(outcome(exists(6))).toMatch(/^oversize: .*text has more than/);
    expect(outcome(exists(7))).toMatch(/^oversize: all SELECTs together have more than 10000 columns/);
  });

  it('are 50,000 at most in sight', () => {
    const joins = (n: number): string => `SELECT 1 FROM t a0${Array.from({ length: n }, (_, i) => ` JOIN t a${i + 1} ON a${i + 1}.c1 = a0.c1`).join('')}`;
    expect(outcome(joins(60))).toBe('accept');
    expect(outcome(joins(125))).toMatch(/^oversize: all parts of FROM together offer more than 50000 columns/);
    expect(outcome(counts(90))).toBe('accept');
  });

  it('are counted in no time and no memory, however many there would be', () => {
    const stars = Array.from({ length: 90 }, (_, i) => `c${i + 1} AS (SELECT *, *, *, *, *, *, *, * FROM c${i})`).join(', ');
    const started = process.memoryUsage().heapUsed;
    for (const with_ of [scope, undefined]) {
      const report = gate({ sql: `WITH c0 AS (SELECT * FROM t), ${stars} SELECT count(*) FROM c90`, from: 'canonical', dialect: 'postgres', ...(with_ ? { scope: with_ } : {}) });
      expect(said(report)).toMatch(/^oversize/);
    }
    expect(process.memoryUsage().heapUsed - started).toBeLessThan(100_000_000);
  });
});
