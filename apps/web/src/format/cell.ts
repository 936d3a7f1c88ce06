import type { Cell, ResultColumn } from '@countersign/contracts';
import { groupDigits, isFigure } from './number';
import { placesOf, toScale } from './scale';
import { formatPeriod } from './time';

/** Places of a figure shown by itself, when nobody says how many. */
const MOST_ALONE = 6;

/** A cell as shown; `places` sets the decimals of a figure. Null stays null so that it can be marked as such. */
export function formatCell(cell: Cell, column: ResultColumn, language: string, places?: number): string | null {
  if (cell === null) return null;
  if (column.grain) return formatPeriod(cell, column.grain, language);
  if (!isFigure(column)) return cell;
  const least = cell.includes('.') && /^[A-Z]{3}$/.test(column.unit ?? '') ? 2 : 0;
  return groupDigits(toScale(cell, places ?? Math.min(MOST_ALONE, Math.max(least, placesOf(cell)))));
}

/** 'Net revenue (USD)'; the unit of a plain count goes without saying. */
export function columnTitle(column: ResultColumn): string {
  const title = column.label ?? column.name;
  if (!column.unit || column.unit === 'count') return title;
  return `${title} (${column.unit === 'percent' ? '%' : column.unit})`;
}
