import { describe, expect, it } from 'vitest';
import { FormulaError, parseFormula } from './formula.js';

describe('parseFormula', () => {
  it('binds times before plus and keeps the written order', () => {
    expect(parseFormula('a + b * 2', 't')).toEqual({
      kind: 'binary', op: '+', left: { kind: 'column', qualifier: ['t'], name: 'a' },
      right: { kind: 'binary', op: '*', left: { kind: 'column', qualifier: ['t'], name: 'b' }, right: { kind: 'number', text: '2' } },
    });
  });

  it('is what a person could have written: not endless, not endlessly deep', () => {
    for (const text of [`${'('.repeat(20_000)}a${')'.repeat(20_000)}`, `${'('.repeat(60)}a${')'.repeat(60)}`, `a${' + a'.repeat(20_000)}`, `${'not '.repeat(100)}a`]) expect(() => parseFormula(text, 't')).toThrow(FormulaError);
    expect(parseFormula(`${'('.repeat(30)}a${')'.repeat(30)}`, 't')).toMatchObject({ kind: 'column' });
  });

  it('keeps number text as written', () => {
    expect(parseFormula('100.0', 't')).toEqual({ kind: 'number', text: '100.0' });
  });

  it('reads conditions with in, and, not and is null', () => {
    expect(parseFormula("s in ('a', 'b''c') and not x.d and y is not null", 't')).toMatchObject({ kind: 'logical', op: 'and', operands: [{ kind: 'in-list', items: [{ value: 'a' }, { value: "b'c" }] }, { kind: 'unary', op: 'not' }, { kind: 'null-test', negated: true }] });
  });

  it.each(['', 'a +', '(a', 'a ; drop', 'a b', "a = 'x", 'SELECT 1', 'f(x)'])('refuses %j', (text) => {
    expect(() => parseFormula(text, 't')).toThrow(FormulaError);
  });
});
