import type { ResultColumn } from '@countersign/contracts';

const DECIMAL = /^(-?)(\d+)(\.\d+)?$/;

/**
 * Groups the digits of an exact decimal without ever turning it into a float.
 * Text that is not a plain decimal ('NaN', '1e9') comes back unchanged. English and Korean group alike.
 * @example groupDigits('-1234567.50') // '-1,234,567.50'
 */
export function groupDigits(text: string): string {
  const match = DECIMAL.exec(text);
  if (!match) return text;
  const [, sign = '', whole = '', fraction = ''] = match;
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + fraction;
}

/** Order of two exact decimals: negative, zero or positive. */
export function compareDecimals(a: string, b: string): number {
  const negative = a.startsWith('-');
  if (negative !== b.startsWith('-')) return isZero(a) && isZero(b) ? 0 : negative ? -1 : 1;
  return negative ? magnitude(b, a) : magnitude(a, b);
}

function isZero(text: string): boolean {
  return /^-?[0.]*$/.test(text);
}

function magnitude(a: string, b: string): number {
  const [wa = '', fa = ''] = a.replace('-', '').split('.');
  const [wb = '', fb = ''] = b.replace('-', '').split('.');
  const whole = Math.max(wa.length, wb.length);
  const fraction = Math.max(fa.length, fb.length);
  const left = wa.padStart(whole, '0') + fa.padEnd(fraction, '0');
  const right = wb.padStart(whole, '0') + fb.padEnd(fraction, '0');
  return left < right ? -1 : left > right ? 1 : 0;
}

const NUMERIC_TYPE = /^(numeric|decimal|int|float|double|real|money|bigint|smallint|number)/i;

export function isNumeric(column: Pick<ResultColumn, 'type'>): boolean {
  return NUMERIC_TYPE.test(column.type);
}

/** Identifiers and years are numbers nobody adds up: they are not grouped. */
export function isFigure(column: Pick<ResultColumn, 'type' | 'role' | 'ref'>): boolean {
  return column.role === 'metric' || (column.role === 'other' && column.ref === undefined && isNumeric(column));
}

export function formatBytes(bytes: number, language: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(language, { style: 'unit', unit: units[step], unitDisplay: 'short', maximumFractionDigits: 1 }).format(bytes / 1000 ** step);
}

export function formatCount(count: number, language: string): string {
  return new Intl.NumberFormat(language).format(count);
}

/** 2,100,000 → '2.1M' or '210만': for bars and lists, never for figures of an answer. */
export function formatCompact(count: number, language: string): string {
  return new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(count);
}
