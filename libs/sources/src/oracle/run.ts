import type { Cell } from '@countersign/contracts';
import type { RowStream } from '../driver.js';
import { onlyQueries } from './query-text.js';
import type { OracleColumn, OracleSession } from './oracle-session.js';

/**
 * The statement's rows, in a read-only transaction that begins with the first batch: the estimate before it wrote into
 * the session's plan table.
 */
export function rowsOf(session: OracleSession, sql: string, maxBytes: number, remainingMs: () => number): RowStream {
  let columns: OracleColumn[] | undefined;
  let cursor: number | undefined;
  let bytes = 0;
  let isFull = false;
  let ended = false;

  async function open(): Promise<number> {
    onlyQueries(sql);
    await session.ask('SET TRANSACTION READ ONLY', {}, remainingMs());
    const opened = await session.open(sql, remainingMs());
    columns = opened.columns;
    return opened.cursor;
  }

  return {
    get columns() {
      return columns;
    },
    get bytes() {
      return bytes;
    },
    get isFull() {
      return isFull;
    },
    // Each batch is asked for: between two of them the server does nothing for us.
    computes: false,
    batch: async (count): Promise<Cell[][]> => {
      cursor ??= await open();
      if (isFull || ended) return [];
      const got = await session.fetch(cursor, count, maxBytes - bytes);
      bytes += got.bytes;
      isFull = got.full;
      ended = got.ended;
      return got.rows;
    },
    close: () => undefined,
  };
}
