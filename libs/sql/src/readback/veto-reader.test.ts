import { beforeAll, describe, expect, it, vi } from 'vitest';
import { postgres } from '../dialects/postgres.js';
import { lexerGate } from '../lex/lexer-gate.js';
import { PRINTED_CAPS } from '../limits.js';
import { loadParsers, parsers } from '../read/parsers.js';
import { readText } from '../read/read-query.js';
import { attempt } from '../refusal.js';
import { shapeOf } from './shape.js';
import { vetoReader } from './veto-reader.js';

beforeAll(loadParsers);

const lexed = (sql: string): ReturnType<typeof lexerGate> => lexerGate(sql, postgres.lexis, PRINTED_CAPS);
const shape = (sql: string): string => shapeOf(sql, lexed(sql)).text;
/** What the vetoing reader says of a text, when the query that was checked is the one in `checked`. */
const answerOn = (sql: string, checked = sql): ReturnType<typeof attempt> => attempt(() => vetoReader(sql, lexed(sql), readText(checked, 'postgres', PRINTED_CAPS).query, 'postgres'));

describe('the shape of a text', () => {
  it('is the same whatever the plain names and values are', () => {
    expect(shape(`SELECT "a", "b" FROM "t" WHERE "a" = 'Seoul, KR' LIMIT 20`)).toBe(`SELECT "n1", "n2" FROM "n3" WHERE "n1" = 's1' LIMIT 1`);
    expect(shape(`SELECT "x", "y" FROM "x" WHERE "x" = '2025-01-31' LIMIT 7`)).toBe(`SELECT "n1", "n2" FROM "n1" WHERE "n1" = 's1' LIMIT 1`);
  });

  it.each([`SELECT "a""b"`, `SELECT 'it''s'`, `SELECT 'a--b'`, `SELECT 'a;b'`, `SELECT 'a/*b'`, `SELECT '매출' AS "주문"`, `SELECT 'a\\b'`, `SELECT 1.50`, `SELECT '{"a"}'`])('keeps what lexers could disagree on: %s', (sql) => {
    expect(shape(sql)).toBe(sql);
  });
});

describe('the vetoing reader', () => {
  it.each([
    ['tables', 'SELECT "a" FROM "other" LIMIT 1', 'SELECT "a" FROM "t" LIMIT 1'],
    ['columns', 'SELECT "b" FROM "t" LIMIT 1 OFFSET 1', 'SELECT "a" FROM "t"'],
    ['functions', 'SELECT max("a") FROM "t"', 'SELECT min("a") FROM "t"'],
    ['strings', `SELECT "a" FROM "t" WHERE "a" = 'x'`, 'SELECT "a" FROM "t" WHERE "a" IS NULL'],
  ])('vetoes a text that says other %s than were checked, each time', (what, sql, checked) => {
    for (const _time of [1, 2]) expect(answerOn(sql, checked)).toMatchObject({ ok: false, refusal: { rule: 'read-back-mismatch', message: `the vetoing reader sees other ${what}` } });
  });

  it('is asked once for all texts of a shape', () => {
    const asked = vi.spyOn(parsers(), 'vetoReader');
    for (const n of [11, 12, 13]) expect(answerOn(`SELECT "c${n}" FROM "shop${n}" WHERE "c${n}" > ${n} AND "z" = 'v ${n}'`)).toEqual({ ok: true, value: [] });
    expect(asked).toHaveBeenCalledTimes(1);
    expect(answerOn(`SELECT "c" FROM "shop" WHERE "c" > 1 AND "z" = 'it''s'`)).toEqual({ ok: true, value: [] });
    expect(asked).toHaveBeenCalledTimes(2);
    asked.mockRestore();
  });

  it('keeps no more answers than it has room for', () => {
    for (let n = 0; n < 2_500; n++) answerOn(`SELECT '${n}''' LIMIT 1`);
    const asked = vi.spyOn(parsers(), 'vetoReader');
    answerOn(`SELECT '2499''' LIMIT 1`);
    expect(asked).not.toHaveBeenCalled();
    answerOn(`SELECT '0''' LIMIT 1`);
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockRestore();
  });
});
