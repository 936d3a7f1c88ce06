import { uniqueNames, type Table, type TableFile, type Told } from './table.js';

/**
 * One object a row, columns in order. Every value is a JSON string with exactly the characters of the cell, so that no reader rounds an
 * int64 or a decimal; NULL is null.
 */
export function jsonlFile({ columns, rows, notice }: Table): TableFile {
  const told: Told = { types: columns.map(() => 'string'), neutralized: 0, cut: 0 };
  const keys = uniqueNames(columns).map((name) => `${JSON.stringify(name)}:`);
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const batch of rows()) {
      yield Buffer.from(batch.map((row) => `{${keys.map((key, at) => key + JSON.stringify(row[at] ?? null)).join(',')}}\n`).join(''));
    }
    if (notice !== null) yield Buffer.from(`${JSON.stringify({ $truncated: notice })}\n`);
  }
  return { bytes: bytes(), told };
}
