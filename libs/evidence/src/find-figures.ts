import type { Span } from '@countersign/contracts';
import { Exact } from './exact.js';
import { CURRENCIES } from './units.js';

/** A figure as a reader sees it. */
export interface Figure {
  text: string;
  span: Span;
  /** undefined: seen to be a figure, but not one that can be read with certainty ("twelve", "1,23", "½"). */
  value: Exact | undefined;
  /** Decimals shown of value / 10^exponent. */
  scale: number;
  /** Of the smallest unit written: 만 4, 억 8, million 6. */
  exponent: number;
  /** 'percent', 'points' or a currency when one is written beside it. */
  unit: string | undefined;
}

const SCALES: readonly (readonly [pattern: string, exponent: number])[] = [
  ['thousand|[kK](?![\\p{L}\\p{N}])|천(?![\\p{Script=Hangul}])', 3], ['million|mn(?!\\p{L})|M(?![\\p{L}\\p{N}])|백만', 6], ['billion|bn(?!\\p{L})|B(?![\\p{L}\\p{N}])|십억', 9],
  ['trillion|tn(?!\\p{L})|T(?![\\p{L}\\p{N}])|조', 12], ['천만', 7], ['천억', 11], ['백억', 10], ['억', 8], ['만', 4],
];
const SIGNS = `[${CURRENCIES.map(({ sign }) => sign).join('')}]`;
const KOREAN_CURRENCY = CURRENCIES.map(({ korean }) => korean).join('|');
const CODES = CURRENCIES.map(({ unit }) => unit).join('|');

/** Digits of any script with separators between them. What is not plain 1,234.5 is seen, not read. */
const RUN = "\\p{N}(?:[.,'’٫٬·]?\\p{N})*(?:[eE][+-]?\\d+)?";
const SCALE = `(?:${SCALES.map(([pattern]) => pattern).sort((a, b) => b.length - a.length).join('|')})`;
const LEAD = `(?<![\\p{N}\\p{L}])[-−–+]?(?:US)?${SIGNS}?\\s?[-−+]?`;
const AFTER = '(?:\\s?(?:%p|%포인트|%|％|퍼센트|percentage points?|percent|per cent))?';
const MONEY = `(?:\\s?(?:${KOREAN_CURRENCY})|\\s(?:${CODES})(?!\\p{L}))?`;
/** What follows 만 without a unit of its own: 12만 3,456 and 12만 345원, but not 3만 5개. */
const REST = `(?:\\s?\\d,?\\d{3}(?![\\d,.]|\\s?${SCALE})|\\s?\\d{1,3}(?=\\s?(?:${KOREAN_CURRENCY})))?`;
const NUMERIC = `(?:${LEAD})?${RUN}(?:\\s?${SCALE}(?:\\s?${RUN}\\s?(?:억|만))*${REST})?${AFTER}${MONEY}`;
const ENGLISH = '(?<!\\p{L})(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundreds?|thousands?|millions?|billions?|trillions?|dozens?|half|halves|double[ds]?|triple[ds]?|twice|thrice)(?!\\p{L})';
const KOREAN = '(?:절반|(?:두|세|네|다섯|여섯|일곱|여덟|아홉|열|수십|수백|수천|수만)\\s?(?:배|개|건|명|곳|번|가지)|(?<!\\p{L})[일이삼사오육칠팔구십백천만억조]{2,}\\s?(?:원|달러|개|건|명|배|퍼센트|%))';
const FIGURE = new RegExp(`${NUMERIC}|${ENGLISH}|${KOREAN}`, 'giu');

/**
 * Every figure of a text, in English or Korean, in order. It sees more than it can read, on purpose: a figure that
 * is overlooked would never be checked, one that can't be read is merely not believed.
 *
 * @example findFigures('매출 1억 2,345만원, +3.5%').map((f) => f.value?.toFixed()) // ['123450000', '3.5']
 */
export function findFigures(text: string): Figure[] {
  return [...text.matchAll(FIGURE)].map((match) => {
    const start = match.index + (match[0].length - match[0].trimStart().length);
    return read(match[0].trim(), start);
  });
}

function read(text: string, start: number): Figure {
  const unit = unitOf(text);
  return { text, span: { start, end: start + text.length }, unit, ...(valueOf(text) ?? { value: undefined, scale: 0, exponent: 0 }) };
}

function unitOf(text: string): string | undefined {
  if (/%p|%포인트|percentage point/i.test(text)) return 'points';
  if (/%|％|퍼센트|percent|per cent/i.test(text)) return 'percent';
  return CURRENCIES.find(({ sign, korean, unit }) => text.includes(sign) || text.endsWith(korean) || text.endsWith(unit))?.unit;
}

const PART = new RegExp(`(${RUN})\\s?(${SCALE})?`, 'giu');

function valueOf(text: string): Pick<Figure, 'value' | 'scale' | 'exponent'> | undefined {
  let [value, exponent, scale] = [new Exact(0), Infinity, 0];
  for (const [, digits = '', word] of text.matchAll(PART)) {
    if (!/^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/.test(digits)) return undefined;
    const power = word === undefined ? 0 : exponentOf(word);
    // 1억 2,345만: units fall, and only the last part may have decimals.
    if (power >= exponent || scale > 0) return undefined;
    [exponent, scale] = [power, digits.split('.')[1]?.length ?? 0];
    value = value.plus(new Exact(digits.replaceAll(',', '')).times(`1e${power}`));
  }
  if (exponent === Infinity) return undefined;
  return { value: /^[^\p{N}]*[-−–]/u.test(text) ? value.neg() : value, scale, exponent };
}

function exponentOf(word: string): number {
  return SCALES.find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'iu').test(word))?.[1] ?? 0;
}
