import type { Cell } from '@countersign/contracts';
import type { DecodedArray } from 'hyparquet';
import { parquetColumns, type ParquetColumn } from './parquet-types.js';
import { uniqueNames, type Table, type TableFile, type Told } from './table.js';

export interface ParquetOptions {
  /** Written into the file's own metadata. */
  metadata: Record<string, string>;
}

/** Rows held at once, and about how many characters of them. More rows make the file hardly smaller (a hundredth from here to 20,000) and the process larger by a hundred megabytes. */
const GROUP_ROWS = 4_000;
const GROUP_CHARS = 4 * 1024 * 1024;

/** Column by column, a group of rows at a time; values are exact, NULL is NULL. Reads the table twice: for its types, then for its rows. */
export function parquetFile(table: Table, { metadata }: ParquetOptions): TableFile {
  const told: Told = { types: [], neutralized: 0, cut: 0 };
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
    const names = uniqueNames(table.columns);
    const columns = await parquetColumns(table, names);
    told.types = columns.map(({ type }) => type);
    const notes = { ...metadata, ...(table.notice === null ? {} : { truncated: table.notice }) };
    const writer = new ByteWriter();
    const file = new ParquetWriter({
      writer, schema: [{ name: 'root', num_children: columns.length }, ...columns.map(({ element }) => element)],
      createdBy: 'countersign', kvMetadata: Object.entries(notes).map(([key, value]) => ({ key: `countersign.${key}`, value })),
    });
    const drained = (): Uint8Array => {
      const chunk = writer.getBytes().slice();
      writer.index = 0;
      return chunk;
    };
    for await (const group of groups(table)) {
      await file.write({ columnData: columns.map((column, at) => ({ name: names[at] ?? '', data: valuesOf(group, column, at) })), rowGroupSize: group.length });
      yield drained();
    }
    await file.finish();
    yield drained();
  }
  return { bytes: bytes(), told };
}

function valuesOf(rows: readonly (readonly Cell[])[], { value }: ParquetColumn, at: number): DecodedArray {
  return rows.map((row) => {
    const cell = row[at] ?? null;
    return cell === null ? null : value(cell);
  });
}

/** Batches put together to groups worth a column chunk. */
async function* groups(table: Table): AsyncGenerator<(readonly Cell[])[]> {
  let rows: (readonly Cell[])[] = [];
  let chars = 0;
  for await (const batch of table.rows()) {
    for (const row of batch) {
      rows.push(row);
      for (const cell of row) chars += cell?.length ?? 0;
    }
    if (rows.length >= GROUP_ROWS || chars >= GROUP_CHARS) {
      yield rows;
      rows = [];
      chars = 0;
    }
  }
  if (rows.length > 0) yield rows;
}
