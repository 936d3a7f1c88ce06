import { Fault, type Cell } from '@countersign/contracts';
import type { RowStream } from '../driver.js';
import type { SourceConnection } from './connect.js';
import { MeteredQuery } from './metered-query.js';

/** Warnings that mean: a value in the result is not what the statement says. */
const CUT: Record<string, string> = {
  1260: 'GROUP_CONCAT was cut at group_concat_max_len',
  1301: 'a value larger than max_allowed_packet became NULL',
};

/** The statement's rows. At its end, before the last batch is given, the server's warnings are looked at if there are any. */
export function rowsOf(connection: SourceConnection, sql: string, maxBytes: number): RowStream {
  const query = new MeteredQuery(connection, sql, maxBytes);
  let looked = false;
  return {
    get columns() {
      return query.columns;
    },
    get bytes() {
      return query.bytes;
    },
    get isFull() {
      return query.isFull;
    },
    get computes() {
      return query.computes;
    },
    batch: async (count): Promise<Cell[][]> => {
      const rows = await query.batch(count);
      if (query.warnings > 0 && !looked && !query.computes) {
        looked = true;
        await refuseCutValues(connection);
      }
      return rows;
    },
    close: () => query.close(),
  };
}

/** @throws Fault 'query-failed': a wrong value must not pass for an answer. */
async function refuseCutValues(connection: SourceConnection): Promise<void> {
  const found = await connection.ask('SHOW WARNINGS');
  for (const [, number] of found) {
    const detail = CUT[number ?? ''];
    if (detail !== undefined) throw new Fault('query-failed', false, { params: { kind: 'value-cut', number: number ?? '', detail } });
  }
}
