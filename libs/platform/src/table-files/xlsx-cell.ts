import type { Cell } from '@countersign/contracts';
import { isPlainNumber, looksLikeFormula } from './formula.js';
import type { TableColumn, Told } from './table.js';

/** Characters (UTF-16) a cell may have. */
export const MAX_CELL_CHARS = 32_767;
/** Styles of the workbook, by number. */
export const STYLE = { plain: 0, date: 1, timestamp: 2, text: 3, title: 4 } as const;
/** A double holds so many digits of a decimal; a longer number is written as text, or digits would be lost. */
const EXACT_DIGITS = 15;
const DAY_MS = 86_400_000;
/** Day 0. Before March 1900 the calendar of spreadsheets has a day that never was. */
const EPOCH = Date.UTC(1899, 11, 30);
const FIRST = Date.UTC(1900, 2, 1);
const END = Date.UTC(10_000, 0, 1);
const INSTANT = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})0*)?)?$/;

/** A cell as XML; nothing for NULL. Text is never a formula, and where it looks like one it is marked to stay text when edited. */
export function xlsxCell(cell: Cell, column: TableColumn, told: Told): string {
  if (cell === null) return '<c/>';
  if (isPlainNumber(cell, column) && fitsDouble(cell)) return `<c><v>${Number(cell)}</v></c>`;
  if (column.kind === 'boolean' && /^(t|f|true|false)$/i.test(cell)) return `<c t="b"><v>${/^t/i.test(cell) ? 1 : 0}</v></c>`;
  const serial = column.kind === 'date' || column.kind === 'timestamp' ? serialOf(cell, column.kind) : undefined;
  if (serial !== undefined) return `<c s="${STYLE[column.kind === 'date' ? 'date' : 'timestamp']}"><v>${serial}</v></c>`;
  const formula = looksLikeFormula(cell) && !isPlainNumber(cell, column);
  if (formula) told.neutralized += 1;
  return textCell(cell, formula ? STYLE.text : STYLE.plain, told);
}

export function textCell(text: string, style: number, told: Told): string {
  let kept = text;
  if (text.length > MAX_CELL_CHARS) {
    told.cut += 1;
    kept = `${text.slice(0, MAX_CELL_CHARS - 1).replace(/[\ud800-\udbff]$/, '')}…`;
  }
  return `<c t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${xmlText(kept)}</t></is></c>`;
}

/** Text of an XML element. Characters that XML can't hold are written as spreadsheets write them: _x0007_. */
export function xmlText(text: string): string {
  if (!/[&<>\u0000-\u001f\ud800-\udfff\ufffe\uffff]|_x/.test(text)) return text;
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, (odd) => `_x${odd.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function fitsDouble(text: string): boolean {
  const digits = text.replace(/[eE].*$/, '').replace(/[^\d]/g, '').replace(/^0+/, '');
  return digits.length <= EXACT_DIGITS && Number.isFinite(Number(text)) && (Number(text) !== 0 || digits === '');
}

/** Days since the epoch of spreadsheets; undefined where they can't hold it exactly. */
function serialOf(text: string, kind: 'date' | 'timestamp'): number | undefined {
  const parts = INSTANT.exec(text);
  if (!parts || (kind === 'date' && parts[4] !== undefined)) return undefined;
  const [year, month, day, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map((part) => Number(part ?? 0));
  const midnight = Date.UTC(year!, month! - 1, day);
  const real = new Date(midnight);
  if (real.getUTCMonth() !== month! - 1 || real.getUTCDate() !== day || midnight < FIRST || midnight >= END || hour > 23 || minute > 59 || second > 59) return undefined;
  const ms = ((hour * 60 + minute) * 60 + second) * 1000 + Number((parts[7] ?? '0').padEnd(3, '0'));
  return (midnight - EPOCH + ms) / DAY_MS;
}
