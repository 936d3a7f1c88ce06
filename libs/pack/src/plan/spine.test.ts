import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planQuery, resolveQuestion } from '../index.js';
import { addUnits } from '../read/calendar.js';
import { manufacturingPack } from '../spec/manufacturing-pack.js';
import { spineOf, spineQuery } from './spine.js';

const pack = manufacturingPack();
const read = (question: string, today = '2026-06-30') => resolveQuestion(pack, { question, today, choices: {} }).interpretation;
const starts = (question: string, today?: string): string[] | undefined => {
  const i = read(question, today);
  return spineOf(pack, i, i.period)?.starts;
};

describe('the periods a breakdown must show', () => {
  it('are those of the period asked for, up to the one that today is in', () => {
    expect(starts('production cost by quarter in 2025')).toEqual(['2025-01-01', '2025-04-01', '2025-07-01', '2025-10-01']);
    expect(starts('production cost by month in 2026', '2026-03-15')).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
  });

  it('are unknown without a first day, and for a metric that says nothing of its gaps', () => {
    expect(starts('production cost by month')).toBeUndefined();
    expect(starts('stock value by month in 2026')).toBeUndefined();
  });

  it('begin on Mondays by week, as the buckets of every engine do', () => {
    for (const day of starts('inspections by week in May 2026')!) expect(new Date(day).getUTCDay()).toBe(1);
  });

  it('cover every day of the period exactly once (law)', () => {
    const days = fc.integer({ min: 0, max: 900 }).map((n) => addUnits('2024-01-01', 'day', n));
    fc.assert(fc.property(days, fc.integer({ min: 1, max: 400 }), fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'quarter' as const, 'year' as const), (from, length, grain) => {
      const to = addUnits(from, 'day', length);
      const i = { ...read('production cost by month in 2025'), today: '2030-01-01', dimensions: [{ ref: 'time', label: '', grain }] };
      const found = spineOf(pack, i, { from, to, label: '', assumed: false })!.starts;
      expect(found[0]! <= from).toBe(true);
      expect(addUnits(found.at(-1)!, grain, 1) >= to).toBe(true);
      found.slice(1).forEach((day, n) => expect(day).toBe(addUnits(found[n]!, grain, 1)));
    }));
  });

  it('are counted up where there are too many to list', () => {
    const long = spineQuery({ grain: 'day', starts: Array.from({ length: 365 }, (_, n) => addUnits('2025-01-01', 'day', n)) });
    expect(long.body).toMatchObject({ kind: 'set-operation', right: { from: [{ name: ['spine'] }] } });
    const plan = planQuery(pack, read('production cost by day in 2025'));
    expect(plan).toMatchObject({ outcome: 'planned', query: { with: { recursive: true } } });
  });

  it('are filled before a limit on the figure, so that a month without any counts as one with little', () => {
    const plan = planQuery(pack, read('months with fewer than 5 work orders in 2025'));
    expect(plan).toMatchObject({ outcome: 'planned', query: { body: { from: [{ name: ['filled'] }], where: { op: '<' } } } });
  });
});
