import type { Cell, Locale, ResultColumn } from '@countersign/contracts';

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/**
 * How a row's key reads in a sentence: a date by its grain, anything else as it was returned.
 *
 * @example keyText('2025-03-01', { name: 'm', type: 'date', role: 'dimension', grain: 'month' }, 'ko') // '2025년 3월'
 */
export function keyText(cell: Cell, column: ResultColumn | undefined, locale: Locale): string {
  if (cell === null) return locale === 'ko' ? '(없음)' : '(none)';
  const grain = column?.grain;
  if (grain === undefined) return cell;
  if (grain === 'year' && /^\d{4}$/.test(cell)) return locale === 'ko' ? `${cell}년` : cell;
  const date = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]00:00:00(?:\.0+)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/.exec(cell);
  const [, year = '', month = '', day = ''] = date ?? [];
  if (!date || MONTHS[Number(month) - 1] === undefined) return cell;
  return TEXTS[locale][grain](year, Number(month), `${year}-${month}-${day}`);
}

type DateText = (year: string, month: number, iso: string) => string;
const TEXTS: Record<Locale, Record<NonNullable<ResultColumn['grain']>, DateText>> = {
  en: {
    day: (_year, _month, iso) => iso,
    week: (_year, _month, iso) => `the week of ${iso}`,
    month: (year, month) => `${MONTHS[month - 1]} ${year}`,
    quarter: (year, month) => `Q${Math.ceil(month / 3)} ${year}`,
    year: (year) => year,
  },
  ko: {
    day: (_year, _month, iso) => iso,
    week: (_year, _month, iso) => `${iso} 주`,
    month: (year, month) => `${year}년 ${month}월`,
    quarter: (year, month) => `${year}년 ${Math.ceil(month / 3)}분기`,
    year: (year) => `${year}년`,
  },
};
