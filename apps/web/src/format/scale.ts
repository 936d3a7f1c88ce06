import type { Cell, ResultColumn } from '@countersign/contracts';
import { isFigure } from './number';

/** Most decimal places a table or chart shows; a result keeps all of them. */
const MOST_PLACES = 6;
const MONEY = /^[A-Z]{3}$/;

/**
 * An exact decimal at another number of places, rounded half away from zero where places are lost. Digits only:
 * no float is ever made of it. Text that is not a plain decimal comes back unchanged.
 * @example toScale('14461.97450000', 2) // '14461.97'
 */
export function toScale(text: string, places: number): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return text;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (fraction.length <= places) return places === 0 ? text : `${sign}${whole}.${fraction.padEnd(places, '0')}`;
  const kept = BigInt(whole + fraction.slice(0, places)) + (fraction.charAt(places) >= '5' ? 1n : 0n);
  const digits = kept.toString().padStart(places + 1, '0');
  const rounded = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return kept === 0n ? rounded : sign + rounded;
}

/** Places of a decimal that are not trailing zeros. */
export function placesOf(text: string): number {
  const fraction = /^-?\d+\.(\d+)$/.exec(text)?.[1] ?? '';
  return fraction.replace(/0+$/, '').length;
}

export interface ColumnScale {
  places: number;
  /** Some value has more places than are shown. */
  rounded: boolean;
}

/**
 * How many places a column of figures is shown with: as many as its values need, the same for all, so that they line
 * up. A database pads a product of decimals with zeros; those are left out. Money has at least two.
 */
export function columnScale(column: ResultColumn, values: Iterable<Cell>): ColumnScale | null {
  if (!isFigure(column)) return null;
  let needed = 0;
  let fractions = false;
  for (const value of values) {
    if (value === null) continue;
    needed = Math.max(needed, placesOf(value));
    fractions ||= value.includes('.');
  }
  const least = fractions && column.unit !== undefined && MONEY.test(column.unit) ? 2 : 0;
  return { places: Math.min(MOST_PLACES, Math.max(least, needed)), rounded: needed > MOST_PLACES };
}
