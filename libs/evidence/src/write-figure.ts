import type { Locale } from '@countersign/contracts';
import { Exact } from './exact.js';
import { SILENT, currencyOf } from './units.js';

export interface WrittenFigure {
  text: string;
  /** Decimal places shown of value / 10^exponent. */
  scale: number;
  exponent: number;
}

/** Decimals of a figure that is neither money nor whole; small ones get as many as show two digits that count. */
const DECIMALS = 2;
const MOST_DECIMALS = 10;
const MAN = 4;
const EOK = 8;

/**
 * Writes an exact value as people of the language do: 1,234.50 with its unit; in Korean 만 and 억 where nothing is lost by it.
 *
 * @example writeFigure(new Exact('123450000'), 'KRW', 'ko') // { text: '1억 2,345만원', scale: 0, exponent: 4 }
 * @example writeFigure(new Exact('-1234.5'), 'USD', 'en') // { text: '-$1,234.50', scale: 2, exponent: 0 }
 */
export function writeFigure(value: Exact, unit: string | undefined, locale: Locale, signed = false): WrittenFigure {
  const { digits, scale, exponent } = locale === 'ko' && unit !== 'percent' && fitsMan(value) ? inMan(value) : plain(value, unit);
  const sign = value.isNegative() && !new Exact(0).eq(value) ? '-' : signed ? '+' : '';
  return { text: withUnit(sign, digits, unit, locale), scale, exponent };
}

function plain(value: Exact, unit: string | undefined): WrittenNumber {
  const scale = currencyOf(unit)?.decimals ?? scaleOf(value);
  return { digits: grouped(value.abs().toFixed(scale)), scale, exponent: 0 };
}

interface WrittenNumber {
  digits: string;
  scale: number;
  exponent: number;
}

function scaleOf(value: Exact): number {
  const wanted = value.abs().lt(1) ? Math.min(MOST_DECIMALS, Math.max(DECIMALS, 1 - value.e)) : DECIMALS;
  // Trailing zeros say nothing: 12.50 stays only for money.
  return Math.min(value.toDecimalPlaces(wanted).decimalPlaces(), wanted);
}

function fitsMan(value: Exact): boolean {
  return value.abs().gte(10 ** MAN) && value.abs().lt(1e16) && value.mod(10 ** MAN).isZero();
}

/** 123450000 → 1억 2,345만. The smallest unit is always 만 or 억, so the number is exact in it. */
function inMan(value: Exact): WrittenNumber {
  const eok = value.abs().divToInt(`1e${EOK}`);
  const man = value.abs().mod(`1e${EOK}`).div(`1e${MAN}`);
  const parts = [...(eok.isZero() ? [] : [`${grouped(eok.toFixed(0))}억`]), ...(man.isZero() ? [] : [`${grouped(man.toFixed(0))}만`])];
  return { digits: parts.join(' '), scale: 0, exponent: man.isZero() ? EOK : MAN };
}

function grouped(fixed: string): string {
  const [whole = '', fraction] = fixed.split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}

function withUnit(sign: string, digits: string, unit: string | undefined, locale: Locale): string {
  const currency = currencyOf(unit);
  if (currency) return locale === 'ko' ? `${sign}${digits}${currency.korean}` : `${sign}${currency.sign}${digits}`;
  if (unit === 'percent') return `${sign}${digits}%`;
  return SILENT.includes(unit) ? `${sign}${digits}` : `${sign}${digits} ${unit}`;
}
