import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CalendarDef } from '../pack.js';
import { addUnits, assumedYear, rangeOf, startOf } from './calendar.js';

const calendar: CalendarDef = { timezone: 'Asia/Seoul', weekStart: 'monday', fiscalMonth: 4 };
const day = fc.date({ min: new Date('1995-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }).map((d) => d.toISOString().slice(0, 10));
const unit = fc.constantFrom('day', 'week', 'month', 'quarter', 'year' as const);

describe('calendar', () => {
  it('starts weeks on the day the pack says', () => {
    expect(startOf('2026-06-30', 'week', calendar)).toBe('2026-06-29');
    expect(startOf('2026-06-30', 'week', { ...calendar, weekStart: 'sunday' })).toBe('2026-06-28');
  });

  it('keeps months to their length', () => {
    expect(addUnits('2024-03-31', 'month', -1)).toBe('2024-02-29');
    expect(addUnits('2025-03-31', 'month', -1)).toBe('2025-02-28');
  });

  it('begins a fiscal year in its month and a calendar year in January', () => {
    expect(rangeOf({ year: 2025, fiscal: true }, calendar)).toMatchObject({ from: '2025-04-01', to: '2026-04-01' });
    expect(rangeOf({ year: 2025, fiscal: true, quarter: 4 }, calendar)).toMatchObject({ from: '2026-01-01', to: '2026-04-01' });
    expect(rangeOf({ year: 2025 }, calendar)).toMatchObject({ from: '2025-01-01', to: '2026-01-01' });
  });

  it('knows no 30 February', () => {
    expect(rangeOf({ year: 2025, month: 2, day: 30 }, calendar)).toBeNull();
  });

  it('takes the latest month that has begun when no year was said', () => {
    expect(assumedYear({ month: 12 }, '2026-06-30', calendar)).toBe(2025);
    expect(assumedYear({ month: 6 }, '2026-06-30', calendar)).toBe(2026);
  });

  it('puts every day in a unit that begins on or before it and ends after it', () => {
    fc.assert(fc.property(day, unit, (d, u) => {
      const from = startOf(d, u, calendar);
      return from <= d && d < addUnits(from, u, 1) && startOf(from, u, calendar) === from;
    }));
  });
});
