import type { Cell } from '@countersign/contracts';
import { isPlainNumber, looksLikeFormula } from './formula.js';
import type { Table, TableColumn, TableFile, Told } from './table.js';

export interface CsvOptions {
  /** A byte order mark, without which Excel reads UTF-8 as something else. */
  bom: boolean;
}

const QUOTED = /[",\r\n]|^\s|\s$/;

/**
 * RFC 4180 in UTF-8. NULL is nothing between two commas, an empty text is "" (as PostgreSQL's COPY tells them apart). A cell that a
 * spreadsheet would run gets an apostrophe in front; a number in a column of numbers never does.
 */
export function csvFile({ columns, rows, notice }: Table, { bom }: CsvOptions): TableFile {
  const told: Told = { types: columns.map(() => 'text'), neutralized: 0, cut: 0 };
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const titles = columns.map(({ name }) => field(name, { name, kind: 'text' }, told)).join(',');
    yield Buffer.from(`${bom ? '\ufeff' : ''}${titles}\r\n`);
    for await (const batch of rows()) yield Buffer.from(batch.map((row) => line(row, columns, told)).join(''));
    if (notice !== null) yield Buffer.from(`${field(`# ${notice}`, { name: '', kind: 'text' }, told)}\r\n`);
  }
  return { bytes: bytes(), told };
}

function line(row: readonly Cell[], columns: readonly TableColumn[], told: Told): string {
  const fields = columns.map((column, at) => field(row[at] ?? null, column, told));
  // A lone NULL would be an empty line, which readers skip.
  return `${fields.length === 1 && fields[0] === '' ? ' ' : fields.join(',')}\r\n`;
}

function field(cell: Cell, column: TableColumn, told: Told): string {
  if (cell === null) return '';
  if (cell === '') return '""';
  if (isPlainNumber(cell, column)) return cell;
  let text = cell;
  if (looksLikeFormula(cell)) {
    told.neutralized += 1;
    text = `'${cell}`;
  }
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
