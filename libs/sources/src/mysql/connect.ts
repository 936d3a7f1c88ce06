import { isIP } from 'node:net';
import { checkServerIdentity, connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls';
import type { Socket } from 'node:net';
import { Fault, type DataSource, type SourceCredential } from '@countersign/contracts';
import { createConnection, type Connection, type Query } from 'mysql2';
import type { SourceSettings } from '../source.js';
import { toFault } from './errors.js';

/** Everything one connection needs. Built here only, so that no environment variable or connection string has a say. */
export interface MysqlAddress {
  engine: 'mysql' | 'mariadb';
  host: string;
  port: number;
  database: string;
  user: string;
  /** A function, so that no printed object shows it. */
  password: () => string;
  tls: false | ConnectionOptions;
  connectTimeoutMs: number;
}

/** The parts of mysql2's connection that its types leave out. */
export type Wire = Connection & {
  stream: Socket;
  packetParser: { execute(chunk: Buffer): void };
  startTLS(secured: (error?: Error) => void): void;
  _command?: unknown;
  _handshakePacket?: { serverVersion: string };
  query(options: { sql: string }): Query;
};

/**
 * @throws Fault 'source-unreachable' for a host that would be a socket file: such a path skips TLS and the network zone.
 */
export function addressOf(source: DataSource, credential: SourceCredential, settings: SourceSettings): MysqlAddress {
  if (source.host === '' || source.host.includes('/')) throw new Fault('source-unreachable', false, { params: { detail: 'not-a-host-name' } });
  return {
    engine: source.engine === 'mysql' ? 'mysql' : 'mariadb',
    host: source.host,
    port: source.port,
    database: source.database,
    user: credential.username,
    password: () => credential.password,
    tls: source.tls === 'off' ? false : { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(settings.ca === undefined ? {} : { ca: settings.ca }), ...(settings.clientCertificate === undefined ? {} : { cert: settings.clientCertificate, key: credential.clientKey }) },
    connectTimeoutMs: settings.connectTimeoutMs,
  };
}

/** A mysql2 connection that never crashes the process and whose waiting callers always hear when it is gone. */
export class SourceConnection {
  /** Rows that arrive are dropped: the statement was stopped. */
  draining = false;
  private readonly mourners = new Set<(error: Error) => void>();
  private lost: Error | undefined;

  private constructor(readonly address: MysqlAddress, readonly wire: Wire) {
    // Also after a stream was left: a killed statement then reports on the connection, and without a listener that would end the process.
    wire.on('error', (error: Error) => this.gone(error));
    wire.stream.once('close', () => this.gone(new Error('the connection was closed')));
  }

  /** @throws Fault, never the driver's own error */
  static async dial(address: MysqlAddress): Promise<SourceConnection> {
    const wire = createConnection({
      host: address.host,
      port: address.port,
      user: address.user,
      password: address.password(),
      database: address.database,
      // mysql2 asks for TLS and refuses a server without it; the handshake itself is ours, below.
      ...(address.tls ? { ssl: { rejectUnauthorized: true } } : {}),
      charset: 'utf8mb4',
      connectTimeout: address.connectTimeoutMs,
      // One statement by protocol; and the server is told that this client sends no files.
      multipleStatements: false,
      flags: ['-LOCAL_FILES'],
      enableKeepAlive: true,
      keepAliveInitialDelay: 10_000,
      typeCast: (field) => field.string(),
    }) as unknown as Wire;
    if (address.tls) wire.startTLS = (secured) => startTls(wire, address, secured);
    const connection = new SourceConnection(address, wire);
    try {
      await new Promise<void>((resolve, reject) => {
        connection.mourners.add(reject);
        wire.once('connect', () => {
          connection.mourners.delete(reject);
          resolve();
        });
      });
      if (connection.isMariadb !== (address.engine === 'mariadb')) throw new Fault('source-unreachable', false, { params: { detail: connection.isMariadb ? 'server-is-mariadb' : 'server-is-mysql' } });
      return connection;
    } catch (error) {
      connection.destroy();
      throw toFault(error, 'connecting');
    }
  }

  get threadId(): number {
    return this.wire.threadId;
  }

  get version(): string {
    return this.wire._handshakePacket?.serverVersion.replace(/^5\.5\.5-/, '') ?? '';
  }

  get isMariadb(): boolean {
    return /mariadb/i.test(this.version);
  }

  get tlsVersion(): string | undefined {
    return this.address.tls ? ((this.wire.stream as TLSSocket).getProtocol() ?? 'TLS') : undefined;
  }

  /** Something was sent that the server has not answered to its end. */
  get awaitsAnswer(): boolean {
    return this.lost === undefined && Boolean(this.wire._command);
  }

  /** A statement of our own; cells as the server's text. */
  ask(sql: string): Promise<(string | null)[][]> {
    return this.answer((done) => this.wire.query({ sql, rowsAsArray: true }, (error, rows) => done(error, rows as unknown as (string | null)[][])));
  }

  /** The protocol's own reset: transaction, settings, locks, user variables and temporary tables are forgotten. */
  async reset(): Promise<void> {
    await this.answer<void>((done) => this.wire.reset((error) => done(error, undefined)));
  }

  /** Calls `listener` once the connection is gone, at once if it is; the result takes it back. */
  whenGone(listener: (error: Error) => void): () => void {
    if (this.lost) listener(this.lost);
    else this.mourners.add(listener);
    return () => void this.mourners.delete(listener);
  }

  /** Rows on their way are read and dropped, so that a server that waits for us to read sees that it was stopped. */
  drain(): void {
    this.draining = true;
    if (this.lost === undefined) this.wire.resume();
  }

  async end(): Promise<void> {
    await this.answer<void>((done) => this.wire.end((error?: Error) => done(error ?? null, undefined))).catch(() => undefined);
    this.destroy();
  }

  destroy(): void {
    this.wire.destroy();
    this.wire.stream.destroy();
  }

  private answer<T>(send: (done: (error: Error | null, value: T) => void) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const forget = this.whenGone(reject);
      send((error, value) => {
        forget();
        if (error) reject(error);
        else resolve(value);
      });
    });
  }

  private gone(error: Error): void {
    if (this.lost) return;
    this.lost = error;
    const mourners = [...this.mourners];
    this.mourners.clear();
    for (const listener of mourners) listener(error);
  }
}

/** mysql2 would check the certificate of a server named by its address against 'localhost': the name checked is always the one dialled. */
function startTls(wire: Wire, { host, tls }: MysqlAddress, secured: (error?: Error) => void): void {
  let done = false;
  const settle = (error?: Error) => {
    if (done) return;
    done = true;
    // mysql2 overwrites the code; the original stays the cause.
    secured(error && new Error('TLS was refused', { cause: error }));
  };
  wire.stream.removeAllListeners('data');
  const secure = connectTls({ ...tls, socket: wire.stream, ...(isIP(host) ? {} : { servername: host }), checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate) }, () => settle());
  secure.on('error', (error: Error) => (done ? wire.emit('error', error) : settle(error)));
  secure.on('data', (chunk: Buffer) => wire.packetParser.execute(chunk));
  wire.stream = secure;
}
