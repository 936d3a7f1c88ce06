import type { Cell } from '@countersign/contracts';
import type { RowStream } from '../driver.js';
import type { SourceClient } from './connect.js';
import { MeteredCursor } from './metered-cursor.js';
import type { TypeNames } from './type-names.js';

/** The statement's rows through a cursor; the first batch travels with parse and bind. */
export function rowsOf(client: SourceClient, sql: string, maxBytes: number, types: TypeNames): RowStream {
  const cursor = new MeteredCursor(client, sql, maxBytes);
  const meter = (chunk: Buffer) => cursor.sawChunk(chunk.length);
  let submitted = false;
  return {
    get columns() {
      return cursor.columns?.map((field) => ({ name: field.name, type: types.nameOf(field.dataTypeID) }));
    },
    get bytes() {
      return cursor.bytes;
    },
    get isFull() {
      return cursor.isFull;
    },
    batch: (count): Promise<Cell[][]> => {
      if (!submitted) {
        submitted = true;
        client.wire.stream.on('data', meter);
      }
      return cursor.batch(count);
    },
    close: () => void client.wire.stream.off('data', meter),
  };
}
