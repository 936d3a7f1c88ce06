import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { gate, loadParsersFor } from '../../index.js';
import { lexerGate } from '../../lex/lexer-gate.js';
import { mysql } from '../../dialects/mysql.js';
import { INPUT_CAPS } from '../../limits.js';
import { parsers } from '../parsers.js';
import { MYSQL_GRAMMAR } from './idioms/mysql.js';
import { respell } from './respell.js';

beforeAll(() => loadParsersFor('mysql'));
afterEach(() => void vi.restoreAllMocks());

const respelled = (sql: string) => respell(sql, lexerGate(sql, mysql.lexis, INPUT_CAPS).tokens, mysql.lexis, MYSQL_GRAMMAR);
const verdictOn = (sql: string) => {
  const report = gate({ sql, from: 'mysql', dialect: 'mysql' });
  return report.verdict === 'accept' ? report.sql.replace(/\s+/g, ' ') : report.rule;
};

describe('the respelled text', () => {
  it('holds stand-ins for strings, quoted names and calls, and no comment', () => {
    const { text, strings, names, calls } = respelled("SELECT `a;b`, LENGTH('it''s') /* ; */ FROM t -- end");
    expect(text).toBe("SELECT q1 , f3_length ( 's5' ) FROM t ");
    expect([strings.get('s5')?.value, names.get('q1')?.value, calls.get('f3_length')?.value]).toEqual(["it's", 'a;b', 'LENGTH']);
  });

  it('has stand-ins that no word of the text is', () => {
    expect(respelled("SELECT s3, q1, 'x' FROM f7_length").text).toBe("SELECT s3 , q1 , 'ss5' FROM f7_length ");
  });

  it('holds nothing but ASCII', () => {
    expect(respelled('SELECT 주문.금액 AS 매출 FROM 주문').text).toMatch(/^[\x20-\x7e]*$/);
  });
});

describe('a parser that reads something else', () => {
  /** Lets the parser answer with what it makes of another text. */
  function answerWith(other: string): void {
    const real = parsers().polyglot;
    vi.spyOn(parsers(), 'polyglot').mockImplementationOnce((_text, dialect) => real(other, dialect));
  }

  it.each([
    ['leaves a column out', 'SELECT a , b FROM t', 'SELECT a FROM t'],
    ['leaves a string out', "SELECT a FROM t WHERE b = 'x'", 'SELECT a FROM t'],
    ['leaves a number out', 'SELECT a FROM t WHERE a = 1 LIMIT 5', 'SELECT a FROM t WHERE a = 1'],
    ['passes over words', 'SELECT a FROM t NOWAIT', 'SELECT a FROM t'],
    ['adds a column', 'SELECT a FROM t', 'SELECT a FROM t WHERE xyz'],
    ['passes over a SELECT', 'SELECT a FROM t UNION SELECT a FROM t', 'SELECT a FROM t'],
  ])('is refused when it %s', (_what, text, other) => {
    answerWith(other);
    expect(['unparseable', 'forbidden-node']).toContain(verdictOn(text));
  });

  it('is refused when it takes a UNION into the brackets before it', () => {
    const text = 'SELECT a FROM t WHERE x = ( SELECT 1 ) UNION SELECT b FROM u';
    answerWith(text);
    expect(verdictOn(text)).toBe('unparseable');
    expect(verdictOn(text)).toBe('SELECT `a` FROM `t` WHERE `x` = ( SELECT 1 ) UNION SELECT `b` FROM `u` LIMIT 1000');
  });
});
