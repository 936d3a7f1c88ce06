import { rootCertificates, type TLSSocket } from 'node:tls';
import { Fault, type Cell, type DataSource, type SourceCredential } from '@countersign/contracts';
import { Connection, Request, type ConnectionConfiguration } from 'tedious';
import type { SourceSettings } from '../source.js';
import { within } from '../watch.js';
import type { ConnectionInternals, WireColumn } from './driver-internals.js';
import { toFault } from './errors.js';
import { cellOf, provenExact } from './exact-values.js';

export interface WireCell { value: unknown; metadata: WireColumn }

/** A whole small answer to a statement of our own. */
export interface Answer { names: string[]; rows: Cell[][] }

/** How long an attention has to leave before the socket is closed behind it. */
const FAREWELL_MS = 50;

/**
 * @throws Fault 'source-unreachable' for a host that names an instance: finding its port asks a service in plain text.
 */
export function configOf(source: DataSource, credential: SourceCredential, settings: SourceSettings): ConnectionConfiguration {
  if (source.host === '' || /[\\/,]/.test(source.host)) throw new Fault('source-unreachable', false, { params: { detail: 'not-a-host-name' } });
  return {
    server: source.host,
    authentication: { type: 'default', options: { userName: credential.username, password: credential.password } },
    options: {
      port: source.port,
      database: source.database,
      appName: 'countersign',
      encrypt: source.tls !== 'off',
      trustServerCertificate: false,
      cryptoCredentialsDetails: { minVersion: 'TLSv1.2', ...(settings.ca === undefined ? {} : { ca: [...rootCertificates, settings.ca] }) },
      connectTimeout: settings.connectTimeoutMs,
      // Its clock stops at the first packet, so ours is the only one.
      requestTimeout: 0,
      // The session decides how long a cancel may take.
      cancelTimeout: 0,
      maxRetriesOnTransientErrors: 0,
      packetSize: 8_000,
      tdsVersion: '7_4',
    },
  };
}

/** One connection to SQL Server that tells its faults apart and never crashes the process. */
export class SqlServerClient {
  readonly connection: Connection;
  tlsVersion: string | undefined;
  /** This connection answered SHOWPLAN with a plan once. */
  showsPlans = false;
  private running: { request: Request; ended: Promise<unknown> } | undefined;
  private refuse: (error: Error) => void = () => undefined;
  private loginError: { number: number; class: number } | undefined;

  constructor(readonly account: string, private readonly config: ConnectionConfiguration, closed: () => void = () => undefined) {
    this.connection = new Connection(config);
    this.connection.on('error', () => undefined);
    this.connection.once('end', closed);
    this.connection.on('errorMessage', (message) => { this.loginError ??= message as { number: number; class: number }; });
    this.connection.on('secure', (cleartext) => { this.tlsVersion = (cleartext as unknown as TLSSocket).getProtocol() ?? 'TLS'; });
    this.guard();
  }

  get internals(): ConnectionInternals {
    return this.connection as unknown as ConnectionInternals;
  }

  /** @throws Fault, never the driver's own error */
  async dial(): Promise<void> {
    await provenExact();
    try {
      const connected = new Promise<'connected'>((resolve, reject) => {
        this.refuse = reject;
        this.connection.connect((error) => (error ? reject(error) : resolve('connected')));
      });
      // The driver's own clock does not cover a server that falls silent in the middle of its answer to the sign-in.
      if ((await within((this.config.options?.connectTimeout ?? 0) + FAREWELL_MS, connected, 'silent')) === 'silent') throw Object.assign(new Error('no answer to the sign-in'), { code: 'ETIMEOUT' });
    } catch (error) {
      this.destroy();
      const said = this.loginError;
      throw toFault(said ? Object.assign(new Error('login refused', { cause: error }), { number: said.number, class: said.class }) : error, 'connecting');
    }
  }

  /** Sends the batch; `ended` settles once the server is done with it, by its end, its error or its word on a cancel. */
  submit(sql: string, prepare: (request: Request) => void): Promise<void> {
    const ended = new Promise<void>((resolve, reject) => {
      const request = new Request(sql, (error) => {
        this.running = undefined;
        if (error) reject(error as Error);
        else resolve();
      });
      prepare(request);
      this.running = { request, ended: Promise.resolve() };
      this.connection.execSqlBatch(request);
    });
    if (this.running) this.running.ended = ended;
    ended.catch(() => undefined);
    return ended;
  }

  /** A statement of our own with few rows. */
  async ask(sql: string): Promise<Answer> {
    const answer: Answer = { names: [], rows: [] };
    await this.submit(sql, (request) => {
      request.on('columnMetadata', (columns: unknown) => { answer.names = (columns as WireColumn[]).map((column) => column.colName); });
      request.on('row', (cells: unknown) => { answer.rows.push((cells as WireCell[]).map((cell) => cellOf(cell.value))); });
    });
    return answer;
  }

  /** Back to how the session was after sign-in, as the protocol's own flag asks for. */
  resetSession(): Promise<void> {
    return new Promise((resolve, reject) => this.connection.reset((error) => (error ? reject(error) : resolve())));
  }

  /**
   * Sends an attention when something runs here.
   * @returns settles when the server has said that it stopped
   */
  interrupt(): Promise<unknown> {
    const { running } = this;
    if (!running) return Promise.resolve();
    running.request.cancel();
    return running.ended.catch((error: unknown) => {
      if ((error as { code?: unknown }).code === 'ESOCKET') throw error;
    });
  }

  async end(): Promise<void> {
    this.connection.close();
  }

  /** Closes now; a statement that still runs is sent an attention first, for a closed socket alone stops no computation. */
  destroy(): void {
    const socket = this.internals.socket;
    if (!this.running || !socket || socket.destroyed) return this.close();
    this.running.request.cancel();
    setTimeout(() => this.close(), FAREWELL_MS).unref();
  }

  private close(): void {
    this.internals.socket?.destroy();
    this.connection.close();
  }

  /** Three holes of the driver, closed on this connection. */
  private guard(): void {
    const driver = this.internals;
    const login = driver.sendLogin7Packet.bind(this.connection);
    // A server, or somebody in between, may answer that it has no encryption: the driver would then sign in in plain text.
    driver.sendLogin7Packet = () => {
      if (this.config.options?.encrypt !== false && !driver.messageIo.tlsNegotiationComplete) throw new Fault('source-no-tls', false);
      login();
    };
    const parser = driver.createTokenStreamParser.bind(this.connection);
    driver.createTokenStreamParser = (message, handler) => {
      const tokens = parser(message, handler);
      const emit = tokens.emit.bind(tokens);
      // An answer that arrives as the connection goes belongs to no request any more: the driver would fall over it.
      tokens.emit = (event: string, ...more: unknown[]) => (driver.state.name === 'Final' ? false : emit(event, ...more));
      // Nobody listens there to what can't be parsed: such an answer would end the process.
      tokens.parser.on('error', (error: Error) => {
        this.refuse(error);
        driver.socket?.destroy(error);
      });
      return tokens;
    };
  }
}
