import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { groundAnswer, type GroundInput } from './ground-answer.js';

interface Spec {
  tables: Record<string, Pick<GroundInput, 'columns' | 'rows'>>;
  answers: { table: string; answer: string; is: string; not?: string[] }[];
}

const { tables, answers } = parse(readFileSync(path.join(__dirname, 'spec/answers.yaml'), 'utf8')) as Spec;
const table = (name: string) => tables[name] as Spec['tables'][string];

describe('groundAnswer', () => {
  it.each(answers.map((one): [string, Spec['answers'][number]] => [`${one.is}: ${one.answer}`, one]))('%s', (_name, one) => {
    const { verdict, claims } = groundAnswer({ ...table(one.table), answer: one.answer });
    expect({ verdict, not: claims.filter(({ status }) => status === 'ungrounded').map(({ text }) => text) }).toEqual({ verdict: one.is, not: one.not ?? [] });
  });

  it('says which cells a figure stands on, and how', () => {
    expect(groundAnswer({ ...table('channels'), answer: 'Mobile had 80 orders, 40 fewer than web.' }).claims).toEqual([
      { text: '80', value: '80', status: 'grounded', evidence: { kind: 'cell', refs: [{ row: 1, column: 'orders' }] } },
      { text: '40', value: '40', status: 'grounded', evidence: { kind: 'difference', refs: [expect.objectContaining({ column: 'orders' }), expect.objectContaining({ column: 'orders' })] } },
    ]);
  });

  it('finds no percentage just because some two of a dozen cells give it', () => {
    const found = Array.from({ length: 60 }, (_, i) => groundAnswer({ ...table('year'), answer: `Orders in May were up ${i + 1}% on April.` }).verdict === 'grounded' ? [i + 1] : []).flat();
    expect(found).toEqual([13]);
  });

  it('takes any cell that is named with its row and column, and no other number for it', () => {
    const cell = fc.integer({ min: 100, max: 1_000_000 });
    fc.assert(fc.property(fc.uniqueArray(cell, { minLength: 2, maxLength: 8 }), fc.nat(), fc.integer({ min: 1, max: 99 }), (numbers, pick, off) => {
      const rows = numbers.map((n, i) => [`Place${String.fromCharCode(65 + i)}`, String(n)]);
      const at = pick % numbers.length;
      const say = (n: number): string => groundAnswer({ columns: [{ name: 'place' }, { name: 'visits' }], rows, answer: `${rows[at]?.[0]} had ${n.toLocaleString('en-US')} visits.` }).verdict;
      expect(say(numbers[at] ?? 0)).toBe('grounded');
      expect(say((numbers[at] ?? 0) + off)).toBe('ungrounded');
    }));
  });

  it('reads any text over any table without a fault, in bounded time', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.array(fc.array(fc.oneof(fc.constant(null), fc.string()), { minLength: 2, maxLength: 2 }), { maxLength: 5 }), (answer, rows) => {
      expect(['grounded', 'ungrounded', 'no_figures']).toContain(groundAnswer({ columns: [{ name: 'a' }, { name: '(b)*' }], rows, answer }).verdict);
    }));
    const started = performance.now();
    groundAnswer({ ...table('year'), answer: '1,234 orders (5%) '.repeat(2_000) });
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
