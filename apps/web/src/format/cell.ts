import type { Cell, ResultColumn } from '@countersign/contracts';
import { groupDigits, isFigure } from './number';
import { formatPeriod } from './time';

/** A cell as shown. Figures keep every digit; null stays null so that it can be marked as such. */
export function formatCell(cell: Cell, column: ResultColumn, language: string): string | null {
  if (cell === null) return null;
  if (column.grain) return formatPeriod(cell, column.grain, language);
  return isFigure(column) ? groupDigits(cell) : cell;
}

/** 'Net revenue (USD)'; the unit of a plain count goes without saying. */
export function columnTitle(column: ResultColumn): string {
  const title = column.label ?? column.name;
  if (!column.unit || column.unit === 'count') return title;
  return `${title} (${column.unit === 'percent' ? '%' : column.unit})`;
}
