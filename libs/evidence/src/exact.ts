import { Decimal } from 'decimal.js';
import type { Cell } from '@countersign/contracts';

/** Decimals wide enough for any sum of database numerics; rounding is half away from zero, as people are taught. */
export const Exact = Decimal.clone({ precision: 200, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -9e15, toExpPos: 9e15 });
export type Exact = Decimal;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** The exact number a cell holds; undefined for NULL, text, NaN and infinities. */
export function readExact(cell: Cell | undefined): Exact | undefined {
  if (typeof cell !== 'string' || cell.length > 400 || !NUMBER.test(cell)) return undefined;
  return new Exact(cell);
}
