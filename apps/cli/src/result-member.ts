import type { ResultTable } from '@countersign/evidence';
import { exactJson, type ExactJson } from './exact-json.js';
import { LineError } from './json-lines.js';

/** The names of `columns`: text, or objects with a name. */
export function columnNames(columns: ExactJson | undefined, of: string): string[] {
  if (!Array.isArray(columns)) throw new LineError('bad-member', `"${of}" has no list of columns`);
  return columns.map((column) => {
    const name = typeof column === 'object' && column !== null && !Array.isArray(column) ? column['name'] : column;
    if (typeof name !== 'string') throw new LineError('bad-member', `a column of "${of}" has no name`);
    return name;
  });
}

/** Rows of plain cells, each as long as there are columns. */
export function plainRows(rows: ExactJson | undefined, width: number, of: string): ResultTable['rows'] {
  if (!Array.isArray(rows)) throw new LineError('bad-member', `"${of}" has no list of rows`);
  return rows.map((row, i) => {
    if (!Array.isArray(row) || row.length !== width) throw new LineError('bad-member', `row ${i + 1} of "${of}" does not have ${width} cells`);
    return row.map((cell) => {
      if (typeof cell === 'object' && cell !== null) throw new LineError('bad-member', `a cell in row ${i + 1} of "${of}" is no plain value`);
      return cell;
    });
  });
}

/** A member that is a result: `{columns, rows}`. */
export function resultMember(raw: ReadonlyMap<string, string>, name: string): ResultTable {
  const text = raw.get(name);
  const value = text === undefined ? undefined : exactJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new LineError('bad-member', value === undefined ? `"${name}" is missing` : `"${name}" is no result`);
  const columns = columnNames(value['columns'], name);
  return { columns, rows: plainRows(value['rows'], columns.length, name) };
}
