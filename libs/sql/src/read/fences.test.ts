import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { gate, loadParsers } from '../index.js';
import { withoutFences } from './fences.js';

beforeAll(async () => loadParsers());

const fence = '```';

describe('what a model writes around its SQL', () => {
  it.each([
    ['a fence', `${fence}sql\nSELECT a FROM t\n${fence}`],
    ['a fence without a language', `${fence}\nSELECT a FROM t\n${fence}\n`],
    ['prose before and after', `Here is the query; it reads t's rows:\n\n${fence}postgresql\nSELECT a FROM t\n${fence}\nThis doesn't change anything.`],
    ['a fence that was not opened', ` SELECT a FROM t\n${fence}\n\nIt's read-only.`],
    ['a fence that is not closed', `${fence}sql\nSELECT a FROM t`],
    ['an empty piece after it', `SELECT a FROM t\n${fence}\n\n${fence}`],
    ['one line', `${fence}sql SELECT a FROM t${fence}`],
  ])('%s is left out', (_, text) => {
    expect(withoutFences(text).trim()).toBe('SELECT a FROM t');
    expect(gate({ sql: text, from: 'canonical', dialect: 'postgres' })).toMatchObject({ verdict: 'accept', sql: 'SELECT "a"\nFROM "t"\nLIMIT 1000' });
  });

  it('is said in the report', () => {
    const report = gate({ sql: `${fence}sql\nSELECT a FROM t\n${fence}`, from: 'canonical', dialect: 'postgres' });
    expect(report.verdict === 'accept' && report.checks[0]).toEqual({ rule: 'text', status: 'note', note: 'what stood around the query was left out' });
  });

  it('does not move places', () => {
    expect(gate({ sql: `Sure:\n${fence}sql\nSELECT pg_sleep(1)\n${fence}`, from: 'canonical', dialect: 'postgres' })).toMatchObject({ rule: 'function-not-allowed', at: { line: 3, column: 8 } });
  });

  it('two pieces of code are not one query', () => {
    expect(gate({ sql: `${fence}sql\nSELECT 1\n${fence}\nor\n${fence}sql\nSELECT 2\n${fence}`, from: 'canonical', dialect: 'postgres' }).verdict).toBe('reject');
  });

  it.each([`SELECT '${fence}' FROM t`, 'SELECT 1', `SELECT "a${fence}b" FROM t`])('leaves code alone: %s', (text) => {
    expect(withoutFences(text)).toBe(text);
  });

  it('keeps the length of any text', () => {
    fc.assert(fc.property(fc.array(fc.constantFrom(fence, `${fence}sql`, '\n', 'SELECT 1', ' ', 'prose', "'", ';'), { maxLength: 12 }), (parts) => {
      expect(withoutFences(parts.join('')).length).toBe(parts.join('').length);
    }));
  });
});
