import net from 'node:net';
import tls from 'node:tls';
import type { Cell } from '@countersign/contracts';
import { FakeDatabase, FakeServerError, type FakeColumn, type FakeResult, type FakeSession } from './fake-database.js';
import { fakeOracleDialect, type Scripted } from './fake-oracle-dialect.js';

export type WireValue = string | null | { lob: number; length: number; binary: boolean };
export interface Reply {
  error?: { code: number; position: number };
  columns?: FakeColumn[];
  cursor?: number;
  rows?: WireValue[][];
  piece?: string;
  version?: string;
}
interface Asked { id: number; op: string; user: string; password: string; sql: string; binds: Record<string, string>; cursor: number; count: number; lob: number; offset: number; amount: number }

/** Calls back with each line that arrives. */
export function lines(socket: net.Socket, each: (line: string) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => {
    const parts = (rest + String(chunk)).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) each(part);
  });
}

/** The server behind `fake-oracledb`: sessions over TCP or TLS, one line of JSON a message. */
export async function fakeOracleServer(accounts: FakeDatabase['accounts'], options: { secure?: { key: string; cert: string }; scripted?: Scripted } = {}): Promise<{ port: number; database: FakeDatabase; close(): Promise<void> }> {
  const database: FakeDatabase = new FakeDatabase(fakeOracleDialect(() => database, options.scripted ?? []), accounts);
  const sockets = new Set<net.Socket>();
  const accept = (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    serve(database, socket);
  };
  const listener = options.secure ? tls.createServer(options.secure, accept) : net.createServer(accept);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    port: (listener.address() as net.AddressInfo).port,
    database,
    close: () => new Promise((resolve) => {
      listener.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    }),
  };
}

function serve(database: FakeDatabase, socket: net.Socket): void {
  let session: FakeSession | undefined;
  const cursors: FakeResult[] = [];
  /** A large object of bytes is kept as hexadecimal: two digits each. */
  const lobs: { value: string; digits: number }[] = [];
  let work: Promise<unknown> = Promise.resolve();
  socket.on('close', () => { if (session) database.close(session); });

  const wired = (columns: FakeColumn[]) => (row: Cell[]) => row.map((value, i): WireValue => {
    const { type } = columns[i]!;
    if (value === null || !/LOB$/.test(type)) return value;
    const binary = type === 'BLOB';
    const digits = binary ? 2 : 1;
    return { lob: lobs.push({ value, digits }) - 1, length: value.length / digits, binary };
  });

  async function answer(asked: Asked): Promise<Reply> {
    if (asked.op === 'login') {
      session = database.open(asked.user.toUpperCase(), asked.password, () => socket.destroy());
      if (!session) throw new FakeServerError(1017);
      return { version: '19.24.0.0.0' };
    }
    if (!session) throw new FakeServerError(1012);
    switch (asked.op) {
      case 'execute': {
        const result = await database.execute(session, asked.sql, asked.binds);
        return result ? { columns: result.columns, cursor: cursors.push(result) - 1 } : {};
      }
      case 'fetch': {
        const { columns, rows } = cursors[asked.cursor]!;
        const wire = wired(columns);
        const got: WireValue[][] = [];
        for (let next; got.length < asked.count && !(next = rows.next()).done; ) got.push(wire(next.value));
        return { rows: got };
      }
      case 'lob': {
        const { value, digits } = lobs[asked.lob]!;
        return { piece: value.slice((asked.offset - 1) * digits, (asked.offset - 1 + asked.amount) * digits) };
      }
      case 'rollback':
        database.rollback(session);
        return {};
      case 'logoff':
        database.close(session);
        return {};
      default:
        return {};
    }
  }

  lines(socket, (line) => {
    // A TLS handshake, or whatever else is no line of this protocol, ends the connection.
    if (!line.startsWith('{')) return void socket.destroy();
    const asked = JSON.parse(line) as Asked;
    // A break overtakes what it stops.
    if (asked.op === 'break') return void session?.stop.abort();
    work = work.then(() => answer(asked)).then(
      (reply) => socket.write(`${JSON.stringify({ ...reply, id: asked.id })}\n`),
      (error: unknown) => {
        if (!(error instanceof FakeServerError)) throw error;
        socket.write(`${JSON.stringify({ id: asked.id, error: { code: error.code, position: error.position } })}\n`);
      },
    );
  });
}
