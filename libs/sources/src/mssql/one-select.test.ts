import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { MSSQL_SQL, MSSQL_WRITES } from '../spec/mssql-statements.js';
import { holdToOneSelect } from './one-select.js';

const { passes, refused } = parse(readFileSync(path.join(__dirname, 'spec/one-select.yaml'), 'utf8')) as { passes: string[]; refused: { sql: string; word: string }[] };

describe('one SELECT and nothing else', () => {
  it.each(passes)('passes %s', (sql) => {
    expect(() => holdToOneSelect(sql)).not.toThrow();
  });

  it.each(refused)('refuses $sql', ({ sql, word }) => {
    expect(() => holdToOneSelect(sql)).toThrow(expect.objectContaining({ kind: 'query-failed', params: { kind: 'not-one-select', detail: word } }));
  });

  it('passes what the contract suite reads and none of its writes', () => {
    for (const sql of [MSSQL_SQL.rows(5), MSSQL_SQL.none, MSSQL_SQL.wide(1, 2), MSSQL_SQL.sleep(1), MSSQL_SQL.failing, MSSQL_SQL.unknownColumn]) expect(() => holdToOneSelect(sql)).not.toThrow();
    for (const sql of MSSQL_WRITES) expect(() => holdToOneSelect(sql), sql).toThrow();
  });

  it('hides nothing behind any text in quotes', () => {
    const quoted = fc.oneof(
      fc.string().map((text) => `N'${text.replaceAll("'", "''")}'`),
      fc.string().map((text) => `[x${text.replaceAll(']', ']]')}]`),
      fc.string().map((text) => `"x${text.replaceAll('"', '""')}"`),
      fc.string().map((text) => `1 --${text.replaceAll(/[\r\n]/g, ' ')}\n`),
      fc.string().map((text) => `1 /*${text.replaceAll(/[*/]/g, ' ')}*/`),
    );
    fc.assert(fc.property(quoted, quoted, (a, b) => {
      expect(() => holdToOneSelect(`SELECT ${a}, ${b}`)).not.toThrow();
      expect(() => holdToOneSelect(`SELECT ${a} DELETE dbo.notes SELECT ${b}`)).toThrow();
    }), { numRuns: 500 });
  });

  it('takes a time that grows with the text, not with its square', () => {
    const started = performance.now();
    for (const text of ['('.repeat(200_000), '/*'.repeat(100_000), "'".repeat(200_001), '['.repeat(200_000)]) expect(() => holdToOneSelect(`SELECT ${text} INTO x`)).toThrow();
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
