import type { BoundFilter, Interpretation, Locale, Period } from '@countersign/contracts';
import { capital } from './columns.js';

type Conditions = Pick<Interpretation, 'locale' | 'period' | 'compare' | 'filters' | 'having' | 'notes'>;

const SIGNS: Record<string, string> = { gt: '>', gte: '≥', lt: '<', lte: '≤', eq: '=', ne: '≠' };

const WORDS: Record<Locale, { allTime: string; assumed: string; not: (label: string) => string; related: (one: string, rows: string, are: boolean) => string; part: (label: string) => string; mayRead: string }> = {
  en: { allTime: 'all time', assumed: ' (assumed)', not: (label) => `not ${label}`, related: (one, rows, are) => `${one} ${are ? 'with' : 'without'} ${rows}`, part: (label) => `part: ${label}`, mayRead: 'only rows you may see' },
  ko: { allTime: '전체 기간', assumed: ' (가정)', not: (label) => `${label} 아님`, related: (one, rows, are) => `${rows} ${are ? '있는' : '없는'} ${one}`, part: (label) => `부분: ${label}`, mayRead: '볼 수 있는 행만' },
};

/**
 * What an answer was computed under, as its sentence begins with it: the period, every filter, and whether rules kept rows
 * away. A figure without its conditions is another figure. Its digits stand on the interpretation, not on a cell.
 *
 * @param narrowed row filters of the organization were part of the query
 * @returns '' when there was no condition, else it ends in ': '
 * @example conditionsPrefix({ …, period: { label: '2025', … }, filters: [{ label: 'ship country = Brazil', op: 'eq', … }] }, false)
 * // '2025 · ship country = Brazil: '
 */
export function conditionsPrefix(interpretation: Conditions, narrowed: boolean): string {
  const { locale, compare, filters, having, notes } = interpretation;
  const words = WORDS[locale];
  const period = compare ? '' : periodOf(interpretation.period, locale);
  const parts = [
    period === '' && notes.some(({ code }) => code === 'all-time') ? words.allTime : period,
    ...filters.map((filter) => filterText(filter, locale)),
    ...having.map(({ label }) => readable(label, locale)),
    narrowed ? words.mayRead : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `${capital(parts.join(' · '))}: `;
}

/** Every beginning that the conditions of this interpretation allow, longest first. */
export function allowedPrefixes(interpretation: Conditions): string[] {
  return [true, false].map((narrowed) => conditionsPrefix(interpretation, narrowed)).filter((prefix) => prefix !== '');
}

function periodOf(period: Period | null | undefined, locale: Locale): string {
  const label = period?.label.trim() ?? '';
  return label === '' || !period?.assumed ? label : `${label}${WORDS[locale].assumed}`;
}

/** A filter's label says what is meant, and not always whether it is meant the other way round. */
function filterText({ op, label, numerator, period, where = [] }: BoundFilter, locale: Locale): string {
  const { not, part } = WORDS[locale];
  const own = op === 'ne' || op === 'not-in' ? (label.includes(' = ') ? label.replace(' = ', ' ≠ ') : not(label)) : op === 'not-named' ? not(label) : readable(label, locale);
  const inside = [...where.map((each) => filterText(each, locale)), periodOf(period, locale)].filter((each) => each !== '' && each !== own);
  const text = inside.length === 0 ? own : `${own} (${inside.join(', ')})`;
  return numerator ? part(text) : text;
}

/** 'orders gt 3' and 'customer ∄ order' as people write them. */
function readable(label: string, locale: Locale): string {
  const [, one, sign, rows] = /^(.+) ([∃∄]) (.+)$/.exec(label) ?? [];
  if (one !== undefined && rows !== undefined) return WORDS[locale].related(one, rows, sign === '∃');
  return label.replace(/ (gt|gte|lt|lte|eq|ne) (?=\S+$)/, (_whole, op: string) => ` ${SIGNS[op] ?? op} `);
}
