import type { Cell } from '@countersign/contracts';
import type { RowStream } from '../driver.js';
import type { HanaRows } from './hana-rows.js';
import type { HanaSession } from './hana-session.js';

/** The statement's rows, in a read-only transaction that begins with the first batch: the estimate before it wrote. */
export function rowsOf(session: HanaSession, sql: string, maxBytes: number): RowStream {
  let rows: HanaRows | undefined;
  return {
    get columns() {
      return rows?.columns;
    },
    get bytes() {
      return rows?.bytes ?? 0;
    },
    get isFull() {
      return rows?.isFull ?? false;
    },
    // Each batch is asked for: between two of them the server does nothing for us.
    computes: false,
    batch: async (count): Promise<Cell[][]> => {
      if (!rows) {
        await session.ask('SET TRANSACTION READ ONLY');
        rows = await session.open(sql, count);
      }
      return rows.batch(count, maxBytes);
    },
    close: () => undefined,
  };
}
