import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutSql, sqlLines, sqlTokens } from './sql-tokens';

const kinds = (sql: string) => sqlTokens(sql).filter((token) => token.text.trim()).map((token) => `${token.kind}:${token.text.trim()}`);

describe('SQL colouring', () => {
  it('tells words, names, text, numbers and notes apart', () => {
    expect(kinds(`SELECT "o"."주문일", 12.5 FROM orders -- all\nWHERE s = 'it''s; FROM'`)).toEqual([
      'word:SELECT', 'name:"o"', 'mark:.', 'name:"주문일"', 'mark:,', 'number:12.5', 'word:FROM', 'name:orders', 'note:-- all', 'word:WHERE', 'name:s', 'mark:=', `text:'it''s; FROM'`,
    ]);
  });

  it('takes text that never closes to its end', () => {
    expect(kinds("SELECT 'open")).toEqual(['word:SELECT', "text:'open"]);
    expect(kinds('SELECT 1 /* open')).toEqual(['word:SELECT', 'number:1', 'note:/* open']);
  });

  it('loses no character of any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (sql) => {
      expect(sqlTokens(sql).map((token) => token.text).join('')).toBe(sql);
      expect(sqlLines(sql).map((line) => line.map((token) => token.text).join('')).join('\n')).toBe(sql);
    }));
  });

  it('lays out one long line at its clauses and changes blanks only', () => {
    const sql = `SELECT a AS x, (SELECT max(b) FROM t) AS y FROM orders AS o LEFT OUTER JOIN items AS i ON (o.id = i.id) WHERE (o.note = 'a, FROM b') GROUP BY a ORDER BY x LIMIT 10`;
    const laid = layOutSql(sql);
    expect(laid.split('\n')).toEqual([
      'SELECT a AS x,', '  (SELECT max(b) FROM t) AS y', 'FROM orders AS o', 'LEFT OUTER JOIN items AS i ON (o.id = i.id)', `WHERE (o.note = 'a, FROM b')`, 'GROUP BY a', 'ORDER BY x', 'LIMIT 10',
    ]);
    expect(laid.replace(/\s+/g, ' ')).toBe(sql);
  });
});
