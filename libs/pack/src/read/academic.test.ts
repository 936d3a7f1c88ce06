import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AcademicDef } from '../pack.js';
import { academicRange, academicYearOf, regularTerms, termsOf } from './academic.js';
import { addUnits } from './calendar.js';

const korean: AcademicDef = {
  yearStart: '03-01', dimension: 'term', yearDimension: 'year', askYear: false,
  terms: [{ id: 'spring', from: '03-01', regular: true }, { id: 'summer', from: '06-21', regular: false }, { id: 'fall', from: '09-01', regular: true }, { id: 'winter', from: '12-21', regular: false }],
};
const american: AcademicDef = { ...korean, yearStart: '09-01', terms: [{ id: 'fall', from: '09-01', regular: true }, { id: 'spring', from: '01-15', regular: true }] };
const days = fc.integer({ min: 0, max: 20_000 }).map((n) => addUnits('1990-01-01', 'day', n));

describe('the academic calendar', () => {
  it('has every day in exactly one term', () => {
    fc.assert(fc.property(days, fc.constantFrom(korean, american), (day, calendar) => {
      const year = academicYearOf(calendar, day);
      const terms = [year - 1, year, year + 1].flatMap((y) => termsOf(calendar, y));
      expect(terms.filter((t) => t.from <= day && day < t.to)).toHaveLength(1);
    }));
  });

  it('names a term by the calendar year it begins in, whichever academic year holds it', () => {
    expect(academicRange(american, { year: 2026, term: 'spring', whole: false })).toEqual({ from: '2026-01-15', to: '2026-09-01' });
    expect(academicRange(american, { year: 2025, term: 'spring', whole: true })).toEqual({ from: '2026-01-15', to: '2026-09-01' });
    expect(academicRange(korean, { year: 2025, term: 'winter', whole: false })).toEqual({ from: '2025-12-21', to: '2026-03-01' });
  });

  it('counts back over regular terms only', () => {
    expect(regularTerms(korean, '2026-07-15', 3).map((t) => `${t.year} ${t.id}`)).toEqual(['2026 spring', '2025 fall', '2025 spring']);
    expect(regularTerms(korean, '2026-02-10', 1)[0]).toMatchObject({ year: 2025, id: 'fall' });
  });
});
