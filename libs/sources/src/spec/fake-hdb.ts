import net from 'node:net';
import tls from 'node:tls';
import { FakeDatabase, FakeServerError, type FakeResult, type FakeSession } from './fake-database.js';
import { fakeHanaDialect } from './fake-hdb-dialect.js';
import { Challenge, METHOD } from './fake-hdb-scram.js';
import { cell, errorPacket, fields, fieldsOf, FUNCTION, LAST_PACKET, MESSAGE, metadata, packet, PacketReader, PART, part, type Part, type Request } from './fake-hdb-wire.js';
import type { Scripted } from './fake-oracle-dialect.js';

/** Rows that come with the answer to an execute, before any fetch. */
const FIRST_ROWS = 32;

/**
 * A server of HANA's SQL protocol, as far as the real `hdb` driver needs one: initialization, SCRAM over PBKDF2,
 * prepare, execute, fetch, large objects, errors, and the end of a session. Written from the protocol's description;
 * it proves the adapter and the driver against our reading of it, not against SAP HANA.
 */
export async function fakeHdb(accounts: FakeDatabase['accounts'], options: { secure?: { key: string; cert: string }; scripted?: Scripted } = {}): Promise<{ port: number; database: FakeDatabase; close(): Promise<void> }> {
  const database: FakeDatabase = new FakeDatabase(fakeHanaDialect(() => database, options.scripted ?? []), accounts);
  const sockets = new Set<net.Socket>();
  const accept = (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    new Serving(database, socket);
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

interface Cursor { result: FakeResult; id: number }

class Serving {
  private readonly reader = new PacketReader();
  private readonly statements = new Map<number, string>();
  private readonly cursors = new Map<number, Cursor>();
  private readonly lobs: ((from: number, length: number) => { bytes: Buffer; last: boolean })[] = [];
  private session: FakeSession | undefined;
  private challenge: Challenge | undefined;
  private sent = 0;
  private numbered = 0;
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly database: FakeDatabase, private readonly socket: net.Socket) {
    socket.on('close', () => { if (this.session) database.close(this.session); });
    socket.once('data', (hello: Buffer) => {
      // Fourteen bytes that begin with ff ff ff ff: anything else, a TLS handshake say, is not of this protocol.
      if (hello.readUInt32BE(0) !== 0xffffffff) return void socket.destroy();
      socket.write(Buffer.from([4, 20, 0, 4, 1, 0, 0, 0]));
      socket.on('data', (chunk: Buffer) => { for (const request of this.reader.push(chunk)) this.work = this.work.then(() => this.serve(request)); });
    });
  }

  private async serve(request: Request): Promise<void> {
    const id = this.session?.id ?? 0;
    try {
      const { code, parts } = await this.answer(request);
      this.socket.write(packet(id, (this.sent += 1), code, parts));
    } catch (error) {
      if (!(error instanceof FakeServerError)) throw error;
      this.socket.write(errorPacket(id, (this.sent += 1), error.code, error.position));
    }
  }

  private async answer({ type, parts }: Request): Promise<{ code: number; parts: Part[] }> {
    const bytes = (kind: number) => parts.find((p) => p.kind === kind)?.bytes ?? Buffer.alloc(0);
    const done = { code: FUNCTION.NIL, parts: [] };
    if (type === MESSAGE.AUTHENTICATE) return this.authenticate(fieldsOf(bytes(PART.AUTHENTICATION)));
    if (type === MESSAGE.CONNECT) return this.connect(fieldsOf(bytes(PART.AUTHENTICATION)));
    const { session } = this;
    if (!session) throw new FakeServerError(10);
    switch (type) {
      case MESSAGE.EXECUTE_DIRECT:
        return this.run(bytes(PART.COMMAND).toString('utf8'), true);
      case MESSAGE.PREPARE:
        return this.prepare(bytes(PART.COMMAND).toString('utf8'));
      case MESSAGE.EXECUTE:
        return this.run(this.statements.get(Number(bytes(PART.STATEMENT_ID).readBigInt64LE(0)))!, true);
      case MESSAGE.FETCH_NEXT:
        return { code: FUNCTION.SELECT, parts: [this.rows(this.cursors.get(Number(bytes(PART.RESULT_SET_ID).readBigInt64LE(0)))!, bytes(PART.FETCH_SIZE).readInt32LE(0))] };
      case MESSAGE.READ_LOB:
        return { code: FUNCTION.NIL, parts: [this.piece(bytes(PART.READ_LOB_REQUEST))] };
      case MESSAGE.COMMIT:
      case MESSAGE.ROLLBACK:
        // What survives a transaction here is its mode: see the adapter's `reset`.
        session.begun = false;
        return done;
      default:
        return done;
    }
  }

  private authenticate([user, ...offered]: Buffer[]): { code: number; parts: Part[] } {
    const at = offered.findIndex((field) => field.toString() === METHOD);
    this.challenge = new Challenge(user!.toString().toUpperCase(), offered[at + 1]!);
    return { code: FUNCTION.NIL, parts: [part(PART.AUTHENTICATION, fields([Buffer.from(METHOD), this.challenge.bytes]))] };
  }

  private connect([, , proof]: Buffer[]): { code: number; parts: Part[] } {
    const { user } = this.challenge!;
    const password = this.database.accounts[user]?.password;
    const own = password === undefined ? undefined : this.challenge!.answer(password, proof!);
    if (own === undefined) throw new FakeServerError(10);
    this.session = this.database.open(user, password!, () => this.socket.destroy());
    return { code: FUNCTION.CONNECT, parts: [part(PART.AUTHENTICATION, fields([Buffer.from(METHOD), own]))] };
  }

  /** Reads without running: what would fail to be understood fails here. */
  private prepare(sql: string): { code: number; parts: Part[] } {
    const bad = /no_such_column/.exec(sql);
    if (bad) throw new FakeServerError(260, bad.index + 1);
    if (/;\s*\S/.test(sql)) throw new FakeServerError(257, 1);
    const id = (this.numbered += 1);
    this.statements.set(id, sql);
    const number = Buffer.alloc(8);
    number.writeBigInt64LE(BigInt(id), 0);
    return { code: codeOf(sql), parts: [part(PART.STATEMENT_ID, number), part(PART.PARAMETER_METADATA, Buffer.alloc(0), 0)] };
  }

  private async run(sql: string, described: boolean): Promise<{ code: number; parts: Part[] }> {
    const result = await this.database.execute(this.session!, sql);
    if (!result) return { code: FUNCTION.DDL, parts: [] };
    const cursor: Cursor = { result, id: (this.numbered += 1) };
    this.cursors.set(cursor.id, cursor);
    const number = Buffer.alloc(8);
    number.writeBigInt64LE(BigInt(cursor.id), 0);
    return { code: FUNCTION.SELECT, parts: [...(described ? [metadata(result.columns)] : []), part(PART.RESULT_SET_ID, number), this.rows(cursor, FIRST_ROWS)] };
  }

  private rows({ result: { columns, rows } }: Cursor, count: number): Part {
    const cells: Buffer[] = [];
    let got = 0;
    let ended = false;
    while (got < count && !ended) {
      const next = rows.next();
      ended = next.done === true;
      if (next.done) break;
      cells.push(...next.value.map((value, i) => cell(columns[i]!, value, (pieces) => this.lobs.push(pieces))));
      got += 1;
    }
    return part(PART.RESULT_SET, Buffer.concat(cells), got, ended ? LAST_PACKET : 0);
  }

  private piece(asked: Buffer): Part {
    const { bytes, last } = this.lobs[Number(asked.readBigInt64LE(0)) - 1]!(Number(asked.readBigInt64LE(8)) - 1, asked.readInt32LE(16));
    const head = Buffer.alloc(16);
    asked.copy(head, 0, 0, 8);
    head[8] = last ? 2 | 4 : 2;
    head.writeInt32LE(bytes.length, 9);
    return part(PART.READ_LOB_REPLY, Buffer.concat([head, bytes]));
  }
}

/** What the server says of a statement it has read. */
function codeOf(sql: string): number {
  if (/\bFOR UPDATE\b/i.test(sql)) return FUNCTION.SELECT_FOR_UPDATE;
  if (/^\s*(\/\*[\s\S]*?\*\/\s*)*\(?\s*(SELECT|WITH)\b/i.test(sql)) return FUNCTION.SELECT;
  if (/^\s*CALL\b/i.test(sql)) return FUNCTION.CALL;
  return /^\s*(\/\*[\s\S]*?\*\/\s*)*\(?\s*(INSERT|UPDATE|DELETE|MERGE|UPSERT|REPLACE)\b/i.test(sql) ? FUNCTION.INSERT : FUNCTION.DDL;
}
