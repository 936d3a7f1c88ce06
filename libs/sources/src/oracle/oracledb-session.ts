import type { TLSSocket } from 'node:tls';
import { Fault, type Cell } from '@countersign/contracts';
import { exactly, LARGE, TIMES, type Exactly } from './exact.js';
import { readLarge } from './large-object.js';
import type { OracleAddress, OracleRows, OracleSession } from './oracle-session.js';
import type { ExecuteOptions, OracledbColumn, OracledbConnection, OracledbLob, OracledbModule, OracledbResultSet } from './oracledb-surface.js';
import { walletFor } from './wallet.js';

/** Rows that come with a statement's description: enough for our own short answers. */
const PREFETCHED = 64;
const ARRAY = 1_000;

interface Open { rows: OracledbResultSet; texts: (Exactly | undefined)[] }

/**
 * A session on the driver, in either mode. Values arrive as text: what Thin mode decodes itself is taken from the wire,
 * and Thick mode lets the server write it in the session's formats.
 */
export async function openSession(oracledb: OracledbModule, mode: 'thin' | 'thick', address: OracleAddress, closed: () => void): Promise<OracleSession> {
  const { connectString, password, user } = address;
  const wallet = mode === 'thin' ? walletFor(address) : undefined;
  const connection = await oracledb.getConnection({ user, password, connectString, events: false, stmtCacheSize: 0, ...(wallet === undefined ? {} : { walletContent: wallet }) });
  const socket = connection._impl?.nscon?.ntAdapter?.stream ?? undefined;
  socket?.once('close', closed);
  const cursors = new Map<number, Open>();
  let opened = 0;

  const execute = async (sql: string, binds: Record<string, string>, timeoutMs: number): Promise<Open | undefined> => {
    connection.callTimeout = timeoutMs;
    const { resultSet } = await connection.execute(sql, binds, options(oracledb, mode));
    return resultSet && { rows: resultSet, texts: resultSet.metaData.map((column) => exactly(column.dbTypeName)) };
  };

  return {
    serverVersion: connection.oracleServerVersionString,
    tlsVersion: address.tls ? ((socket as TLSSocket | undefined)?.getProtocol?.() ?? 'TLS') : undefined,
    ask: async (sql, binds, timeoutMs) => {
      const result = await execute(sql, binds, timeoutMs);
      if (!result) return [];
      const all: Cell[][] = [];
      for (let batch = await result.rows.getRows(ARRAY); batch.length > 0; batch = await result.rows.getRows(ARRAY)) for (const row of batch) all.push(row.map((value, i) => result.texts[i]!.text(value)));
      await result.rows.close();
      return all;
    },
    open: async (sql, timeoutMs) => {
      const result = await execute(sql, {}, timeoutMs);
      if (!result) throw new Fault('query-failed', false, { params: { kind: 'no-result-set' } });
      cursors.set((opened += 1), result);
      return { cursor: opened, columns: result.rows.metaData.map((column) => ({ name: column.name, type: typeName(column) })) };
    },
    fetch: async (cursor, count, room) => rowsUnder(cursors.get(cursor)!, count, room),
    rollback: () => connection.rollback(),
    stop: () => connection.break(),
    end: () => connection.close({ drop: true }),
    destroy: () => {
      socket?.destroy();
      // Without a socket of ours (Thick), the process ends with the session.
      if (!socket) void connection.close({ drop: true }).catch(() => undefined);
    },
  };
}

function options(oracledb: OracledbModule, mode: 'thin' | 'thick'): ExecuteOptions {
  return {
    resultSet: true,
    outFormat: oracledb.OUT_FORMAT_ARRAY,
    fetchArraySize: ARRAY,
    prefetchRows: PREFETCHED,
    fetchTypeHandler: (column) => {
      if (LARGE.has(column.dbTypeName)) return undefined;
      const known = exactly(column.dbTypeName);
      if (!known) throw new Fault('query-failed', false, { params: { kind: 'unsupported-type', column: column.name, type: column.dbTypeName } });
      if (known.asString === true || (mode === 'thick' && TIMES.has(column.dbTypeName))) return { type: oracledb.STRING };
      // The driver turns a date without a converter into one of JavaScript.
      return { converter: (value) => value };
    },
  };
}

/** As the catalogue writes it: NUMBER(12,2), VARCHAR2. */
function typeName({ dbTypeName, precision, scale }: OracledbColumn): string {
  if (dbTypeName !== 'NUMBER' || !precision || scale === undefined || scale === -127) return dbTypeName;
  return scale === 0 ? `NUMBER(${precision})` : `NUMBER(${precision},${scale})`;
}

/** Rows until `count` or until one would pass `room`: large objects are read in pieces, and only as far as there is room. */
async function rowsUnder({ rows: source, texts }: Open, count: number, room: number): Promise<OracleRows> {
  const batch = await source.getRows(count);
  const rows: Cell[][] = [];
  let bytes = 0;
  for (const raw of batch) {
    const row: Cell[] = [];
    let size = 0;
    for (const [i, value] of raw.entries()) {
      const exact = texts[i];
      const cell = exact ? exact.text(value) : value === null ? null : await readLarge(value as OracledbLob, room - bytes - size);
      size += cell === undefined ? Infinity : cell === null ? 0 : Buffer.byteLength(cell);
      if (bytes + size > room) return { rows, bytes, full: true, ended: false };
      row.push(cell ?? null);
    }
    bytes += size;
    rows.push(row);
  }
  return { rows, bytes, full: false, ended: batch.length < count };
}
