import { nextTerm, regularTerms, academicYearOf, termsOf, type TermDays } from './academic.js';
import type { Today } from './periods.js';
import type { DateParts, DateRange, Token } from './token.js';

const refOf = (token: Token | undefined): string | undefined => (token?.lex.t === 'dimension' ? token.lex.ref : undefined);
const yearIn = (token: Token | undefined): number | null => {
  const n = token?.lex.t === 'amount' && !token.lex.percent && !token.lex.currency ? Number(token.lex.value) : NaN;
  return Number.isInteger(n) && n >= 1990 && n <= 2099 ? n : null;
};

/** "term", "semester", 학기: the words of the term dimension. */
export const isTermNoun = (token: Token | undefined, { calendar }: Today): boolean => calendar.academic !== undefined && refOf(token) === calendar.academic.dimension;
/** "academic year", 학년도. */
export const isAcademicYear = (token: Token | undefined, { calendar }: Today): boolean => calendar.academic !== undefined && refOf(token) === calendar.academic.yearDimension;

/** Beside a year or a word for "term" the name of a term can be nothing else. */
export function namesTerm(tokens: Token[], i: number, now: Today): boolean {
  const beside = [tokens[i - 1], tokens[i + 1], /^of$/i.test(tokens[i + 1]?.text ?? '') ? tokens[i + 2] : undefined];
  return isTermNoun(tokens[i + 1], now) || beside.some((t) => yearIn(t) !== null || t?.lex.t === 'shift' || (t?.lex.t === 'relative' && t.lex.unit === 'year'));
}

/** "academic year 2025" */
export function yearBeside(tokens: Token[], i: number): { said: DateParts; to: number } | null {
  const year = yearIn(tokens[i]);
  if (year === null) return null;
  const spelled = /^[-/–]$/.test(tokens[i + 1]?.text ?? '') && nextYear(tokens[i + 2], year);
  return { said: { year, academic: true }, to: spelled ? i + 3 : i + 1 };
}

/** "2024-25 academic year", "2024/2025 학년도": where the words end. */
export function secondYear(tokens: Token[], i: number, year: number, now: Today): number | null {
  return /^[-/–]$/.test(tokens[i + 1]?.text ?? '') && nextYear(tokens[i + 2], year) && isAcademicYear(tokens[i + 3], now) ? i + 4 : null;
}

const nextYear = (token: Token | undefined, year: number): boolean => token?.lex.t === 'amount' && [year + 1, (year + 1) % 100].includes(Number(token.lex.value));

/** "last term", "this semester", "지난 학기", "last 3 terms", "this academic year". */
export function readTerms(tokens: Token[], i: number, now: Today): { range: DateRange; to: number } | null {
  const { calendar: { academic }, today } = now;
  const lex = tokens[i]?.lex;
  if (!academic || lex?.t !== 'shift') return null;
  if (isAcademicYear(tokens[i + 1], now)) {
    const terms = termsOf(academic, academicYearOf(academic, today) + lex.offset);
    return { range: rangeOfTerms(terms), to: i + 2 };
  }
  const counted = tokens[i + 1]?.lex;
  const count = counted?.t === 'amount' && isTermNoun(tokens[i + 2], now) ? Number(counted.value) : null;
  if (count !== null && count >= 1 && count <= 40 && lex.rolling) return { range: { ...rangeOfTerms(regularTerms(academic, today, count).reverse()), unit: 'span', assumed: true }, to: i + 3 };
  const named = tokens[i + 1]?.lex;
  if (named?.t === 'academic-term' && lex.offset <= 0) return lastNamed(named.id, lex.offset, now, isTermNoun(tokens[i + 2], now) ? i + 3 : i + 2);
  if (!isTermNoun(tokens[i + 1], now)) return null;
  const term = lex.offset > 0 ? nextTerm(academic, today) : regularTerms(academic, today, 1 - lex.offset)[-lex.offset];
  return term ? { range: { ...rangeOfTerms([term]), assumed: true, said: { year: term.year, term: term.id } }, to: i + 2 } : null;
}

/** "this spring": the latest that has begun; "last fall": the latest that is over. */
function lastNamed(id: string, offset: number, { calendar: { academic }, today }: Today, to: number): { range: DateRange; to: number } | null {
  const year = academicYearOf(academic!, today);
  const begun = [year, year - 1, year - 2].flatMap((y) => termsOf(academic!, y)).filter((t) => t.id === id && (offset === 0 ? t.from <= today : t.to <= today));
  const [term] = begun.sort((a, b) => (a.from < b.from ? 1 : -1));
  return term ? { range: { ...rangeOfTerms([term]), assumed: true, said: { year: term.year, term: term.id } }, to } : null;
}

const rangeOfTerms = (terms: TermDays[]): DateRange => ({ from: terms[0]!.from, to: terms.at(-1)!.to, said: {}, unit: 'term', assumed: false });
