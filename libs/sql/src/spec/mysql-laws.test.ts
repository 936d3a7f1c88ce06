import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { mysql } from '../dialects/mysql.js';
import { gate, loadParsersFor, printCanonical } from '../index.js';
import { lexerGate } from '../lex/lexer-gate.js';
import { valueOf } from '../lex/decode.js';
import { INPUT_CAPS, PRINTED_CAPS } from '../limits.js';
import { parsers } from '../read/parsers.js';
import { anyQuery } from './any-query.js';

beforeAll(() => loadParsersFor('mysql', 'mariadb'));

describe('MySQL strings', () => {
  const hostile = fc.string({ maxLength: 12, unit: fc.constantFrom("'", '\\', ';', '-', 'x', '"', '\n', '`', '%', '#', '/', '*') });

  it('are one literal of the same value when printed, whatever is in them', () => {
    fc.assert(fc.property(hostile, (value) => {
      const printed = mysql.quoteString(value);
      const { tokens } = lexerGate(`SELECT ${printed}`, mysql.lexis, PRINTED_CAPS);
      expect(tokens.map((t) => t.type)).toEqual(['word', 'string']);
      // `\%` and `\_` keep their backslash when they are read; a doubled backslash before them is one.
      expect(valueOf(`SELECT ${printed}`, tokens[1]!, mysql.lexis)).toBe(value);
    }), { numRuns: 300 });
  });

  it('stay one literal on a server that takes no backslashes as escapes', () => {
    fc.assert(fc.property(hostile, (value) => {
      const { tokens } = lexerGate(`SELECT ${mysql.quoteString(value)}`, { ...mysql.lexis, backslashStrings: false }, PRINTED_CAPS);
      expect(tokens.map((t) => t.type)).toEqual(['word', 'string']);
    }), { numRuns: 300 });
  });

  it('come out of the gate as they went in, for the second reader too', () => {
    fc.assert(fc.property(hostile, (value) => {
      const report = gate({ sql: `SELECT a FROM t WHERE b = ${mysql.quoteString(value)}`, from: 'mysql', dialect: 'mysql' });
      expect(report.verdict === 'accept' ? JSON.stringify(parsers().secondReader(report.sql, 'mysql')) : report.rule).toContain(`"SingleQuotedString":${JSON.stringify(value)}`);
    }), { numRuns: 100 });
  });
});

describe.each(['mysql', 'mariadb'] as const)('the gate for %s', (dialect) => {
  it('answers any text without throwing, and accepts only what it accepts again unchanged', () => {
    const piece = fc.constantFrom(
      'SELECT', ' ', 'a', '*', ' FROM ', 't', "'", '"', '`', ';', '-- ', '--', '#', '/*', '*/', '/*!', '(', ')', '\\', 'DROP TABLE t', ' UNION SELECT ', '1', ',', '\n', 'SLEEP(1)', ' INTO @x ', ' WHERE ', '=', ' AND ', ' NOT ', ' LIKE ', ' OR ',
      'CONCAT(a, b)', '@x', '?', 'INTERVAL 1 DAY', ' + ', ' LIMIT 3', ' FOR UPDATE', ' OVER (ORDER BY a)', 'CASE WHEN a THEN b END', "_utf8'x'", 'X', '0x41', ' DIV ', ' COLLATE utf8mb4_bin', '&&', '||',
    );
    fc.assert(fc.property(fc.array(piece, { maxLength: 18 }), (pieces) => {
      const report = gate({ sql: pieces.join(''), from: dialect, dialect });
      const again = report.verdict === 'accept' ? gate({ sql: report.sql, from: dialect, dialect }) : report;
      expect(again).toMatchObject(report.verdict === 'accept' ? { verdict: 'accept', sql: report.sql } : { rule: expect.stringMatching(/^[a-z-]+$/) });
    }), { numRuns: 300 });
  });

  it('says any canonical query in the terms of the engine and reads it back, or names why not', () => {
    fc.assert(fc.property(anyQuery, (query) => {
      const sql = printCanonical(query);
      if (sql.length > INPUT_CAPS.bytes) return;
      const report = gate({ sql, from: 'canonical', dialect });
      // What the second reader's grammar has no place for (a subquery as the first of a list) is refused; what it reads otherwise would be a defect.
      if (report.verdict === 'reject') return void (report.message.startsWith('the second reader can\'t read') || expect(report).not.toMatchObject({ rule: 'read-back-mismatch' }));
      // A LIMIT behind IN is printed one level deeper.
      expect(gate({ sql: report.sql, from: dialect, dialect, maxSubqueryDepth: 12 })).toMatchObject({ verdict: 'accept', sql: report.sql });
    }), { numRuns: 150 });
  });
});
