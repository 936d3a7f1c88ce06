import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawCell } from './cell-value.js';
import { equalResults } from './equal-results.js';

const table = (columns: string[], ...rows: RawCell[][]) => ({ columns, rows });
const equal = (gold: RawCell[][], predicted: RawCell[][], ordered = false) => {
  const names = (rows: RawCell[][]) => (rows[0] ?? []).map((_, i) => `c${i}`);
  return equalResults(table(names(gold), ...gold), table(names(predicted), ...predicted), ordered);
};

describe('equalResults', () => {
  it.each<[string, RawCell, RawCell]>([
    ['1 and 1.00', '1', '1.00'], ['a date and its midnight', '2025-01-01', '2025-01-01T00:00:00.000Z'], ['a moment with a T and with a blank', '2025-01-01 10:30:00', '2025-01-01T10:30'],
    ['true and 1', true, '1'], ['t and true', 't', true], ['an average of two engines', '12.3333', '12.3333333333333333'], ['a float and its decimal', '0.30000000000000004', '0.3'], ['1e3 and 1000', '1e3', '1000'],
  ])('takes %s for the same', (_what, a, b) => {
    expect([equal([[a]], [[b]]).equal, equal([[b]], [[a]]).equal]).toEqual([true, true]);
  });

  it.each<[string, RawCell, RawCell]>([
    ['NULL and the empty text', null, ''], ['NULL and 0', null, '0'], ['neighbouring 64-bit numbers', '9007199254740993', '9007199254740992'], ['cents', '12345678901.23', '12345678901.24'], ['a rounded figure', '33.33', '33.3333333'],
    ['a code and a number', '007', '7'], ['another day', '2025-01-01', '2025-01-02'], ['another second', '2025-01-01 10:30:00', '2025-01-01 10:30:01'], ['capitals', 'BR', 'br'], ['text with a blank', 'a', 'a '],
  ])('tells %s apart', (_what, a, b) => {
    expect([equal([[a]], [[b]]).equal, equal([[b]], [[a]]).equal]).toEqual([false, false]);
  });

  it('counts duplicates, and minds the order of rows only when told to', () => {
    expect(equal([['a'], ['a'], ['b']], [['a'], ['b'], ['b']]).equal).toBe(false);
    expect(equal([['a'], ['b']], [['b'], ['a']]).equal).toBe(true);
    expect(equal([['a'], ['b']], [['b'], ['a']], true)).toEqual({ equal: false, reason: 'the same rows in another order, from row 1 on' });
  });

  it('pairs columns by what they hold, and allows more of them but not fewer', () => {
    expect(equalResults(table(['month', 'n'], ['2025-01', '3']), table(['x', 'y', 'z'], ['3', 'extra', '2025-01']), false)).toEqual({ equal: true, reason: 'the same rows; 1 more column' });
    expect(equal([['a', 'b']], [['a']]).reason).toBe('gold has 2 columns, the prediction only 1');
  });

  it('does not take columns that hold the same values in other rows for the same', () => {
    expect(equal([['a', '1'], ['b', '2']], [['a', '2'], ['b', '1']])).toEqual({ equal: false, reason: "the columns hold the same values, but in other rows: ('a', '1') is not among them as often" });
  });

  it('says what differs first', () => {
    expect(equal([['a']], []).reason).toBe('gold has 1 row, the prediction 0 rows');
    expect(equal([['a'], ['b']], [['a'], [null]]).reason).toBe(`no column of the prediction has the values of gold's "c0": 'b' (row 2) is not in "c0" as often`);
  });

  it('holds whatever way rows and columns are shuffled, and not when a cell is changed', () => {
    const cell = fc.oneof(fc.constant(null), fc.constantFrom('a', 'b', '1', '2.5', '2025-01-01'));
    const rows = fc.integer({ min: 1, max: 4 }).chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }));
    fc.assert(fc.property(rows, fc.infiniteStream(fc.nat()), (gold, numbers) => {
      const shuffled = <T>(list: readonly T[]): T[] => list.map((value) => ({ value, key: numbers.next().value })).sort((a, b) => a.key - b.key).map(({ value }) => value);
      const columns = shuffled((gold[0] ?? []).map((_, i) => i));
      const predicted = shuffled(gold).map((row) => columns.map((at) => row[at] ?? null));
      expect(equal(gold, predicted).equal).toBe(true);
      expect(equal(gold, predicted.map((row, i) => (i === 0 ? row.map(() => 'changed') : row))).equal).toBe(false);
    }));
  });

  it('answers for a large result in time', () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => [String(i % 7), String(i), `${i / 7}`]);
    expect(equal(rows, [...rows].reverse()).equal).toBe(true);
  });
});
