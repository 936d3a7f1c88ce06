import type { AcademicDef } from '../pack.js';
import { addUnits } from './calendar.js';

/** One term of one year: days [from, to). */
export interface TermDays {
  id: string;
  /** Calendar year it begins in, which it is named by. */
  year: number;
  regular: boolean;
  from: string;
  to: string;
}

/** First day of the academic year of that name; it is named by the calendar year it begins in. */
const firstDay = (academic: AcademicDef, year: number): string => `${year}-${academic.yearStart}`;

/** Terms of one academic year, in order; together they are the whole of it. */
export function termsOf(academic: AcademicDef, year: number): TermDays[] {
  const begins = academic.terms.map(({ from }) => `${from < academic.yearStart ? year + 1 : year}-${from}`);
  return academic.terms.map(({ id, regular }, i): TermDays => {
    const from = begins[i]!;
    return { id, regular, year: Number(from.slice(0, 4)), from, to: begins[i + 1] ?? firstDay(academic, year + 1) };
  });
}

/** The academic year that holds a day. */
export function academicYearOf(academic: AcademicDef, day: string): number {
  const year = Number(day.slice(0, 4));
  return day < firstDay(academic, year) ? year - 1 : year;
}

/** The academic year, or one term: of the academic year where that was said, else the one that begins in the calendar year. */
export function academicRange(academic: AcademicDef, said: { year: number; term?: string; whole: boolean }): { from: string; to: string } | null {
  if (said.term === undefined) return { from: firstDay(academic, said.year), to: firstDay(academic, said.year + 1) };
  const years = said.whole ? [said.year] : [said.year, said.year - 1];
  const term = years.flatMap((year) => termsOf(academic, year)).find(({ id, year }) => id === said.term && (said.whole || year === said.year));
  return term ? { from: term.from, to: term.to } : null;
}

/**
 * The regular terms up to a day, latest first: what "this term" and "last term" count by. Between two regular terms
 * the one that has begun is still this term.
 */
export function regularTerms(academic: AcademicDef, today: string, count: number): TermDays[] {
  const year = academicYearOf(academic, today);
  const years = Array.from({ length: count + 2 }, (_, i) => year - i);
  return years.flatMap((y) => termsOf(academic, y).reverse()).filter((t) => t.regular && t.from <= today).slice(0, count);
}

/** The regular term after the current one. */
export function nextTerm(academic: AcademicDef, today: string): TermDays | undefined {
  const year = academicYearOf(academic, today);
  return [year, year + 1].flatMap((y) => termsOf(academic, y)).find((t) => t.regular && t.from >= addUnits(today, 'day', 1));
}
