import type { TableColumn, ValueKind } from './table.js';

/**
 * What a spreadsheet takes for the beginning of a formula or a command: = + - @ and their full-width forms, also behind blanks, and
 * a tab or line end that it may swallow.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\u0000-\u001f\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const NUMERIC: readonly ValueKind[] = ['integer', 'number', 'float'];

/** A plain number in a column of numbers: it can do nothing, whatever its sign. */
export function isPlainNumber(text: string, { kind }: TableColumn): boolean {
  return NUMERIC.includes(kind) && NUMBER.test(text);
}

/** Would a spreadsheet that reads this text run it? */
export function looksLikeFormula(text: string): boolean {
  return FORMULA.test(text);
}
