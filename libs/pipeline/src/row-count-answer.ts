import type { Answer, Locale, ResultSummary } from '@countersign/contracts';
import { Exact, writeFigure } from '@countersign/evidence';

const TEXTS: Record<Locale, { whole: (count: string, one: boolean) => string; cut: (count: string) => string }> = {
  en: { whole: (count, one) => `${count} ${one ? 'row' : 'rows'}.`, cut: (count) => `${count} rows, then a cap was reached: there are more.` },
  ko: { whole: (count) => `${count}개 행입니다.`, cut: (count) => `${count}개 행에서 한도에 도달했습니다. 행이 더 있습니다.` },
};

/**
 * All that is said of a result nobody declared the meaning of: how many rows came. The figure is a claim like any other.
 *
 * @example sayRowCount({ rowCount: 12, truncated: 'no' }, 'en').text // '12 rows.'
 */
export function sayRowCount({ rowCount, truncated }: Pick<ResultSummary, 'rowCount' | 'truncated'>, locale: Locale): Pick<Answer, 'text' | 'claims'> {
  const { text: figure, scale, exponent } = writeFigure(new Exact(rowCount), undefined, locale);
  const text = truncated === 'no' ? TEXTS[locale].whole(figure, rowCount === 1) : TEXTS[locale].cut(figure);
  return { text, claims: [{ text: figure, span: { start: 0, end: figure.length }, value: String(rowCount), operation: 'row-count', operands: [], scale, exponent, status: 'grounded' }] };
}
