import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { Fault, type DataSource, type SourceCredential } from '@countersign/contracts';
import { Client, type ClientConfig, type Connection } from 'pg';
import type { SourceSettings } from '../source.js';
import { toFault } from './errors.js';
import { STARTUP_OPTIONS } from './session-settings.js';

/** Everything one connection needs. Built here only, so that no environment variable or connection string has a say. */
export interface PostgresAddress {
  host: string;
  port: number;
  database: string;
  user: string;
  /** A function, so that no printed object shows it. */
  password: () => string;
  tls: false | ConnectionOptions;
  connectTimeoutMs: number;
}

/** The parts of pg's connection that its types leave out. */
export type Wire = Connection & {
  stream: Socket;
  connect(port: number, host: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
};

/**
 * @throws Fault 'source-unreachable' for a host that would be a socket file: such a path skips TLS and the network zone.
 */
export function addressOf(source: DataSource, credential: SourceCredential, settings: SourceSettings): PostgresAddress {
  if (source.host === '' || source.host.includes('/')) throw new Fault('source-unreachable', false, { params: { detail: 'not-a-host-name' } });
  return {
    host: source.host,
    port: source.port,
    database: source.database,
    user: credential.username,
    password: () => credential.password,
    tls: source.tls === 'off' ? false : { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(settings.ca === undefined ? {} : { ca: settings.ca }), ...(settings.clientCertificate === undefined ? {} : { cert: settings.clientCertificate, key: credential.clientKey }) },
    connectTimeoutMs: settings.connectTimeoutMs,
  };
}

/** A pg client that tells its faults apart, never crashes the process, and knows how often it was used. */
export class SourceClient extends Client {
  /** Found again in pg_stat_activity by this name, even if the server has given its process number to another. */
  readonly sessionName: string;
  readonly address: PostgresAddress;
  private tlsAnswer: string | undefined;

  constructor(options: { address: PostgresAddress }) {
    const { address } = options;
    const sessionName = `countersign ${randomBytes(6).toString('hex')}`;
    super(clientConfig(address, sessionName));
    this.address = address;
    this.sessionName = sessionName;
    // A terminated idle connection emits 'error'; without a listener that would end the process.
    this.on('error', () => undefined);
    if (address.tls) this.wire.stream.once('data', (first: Buffer) => { this.tlsAnswer = first.toString('latin1', 0, 1); });
  }

  get wire(): Wire {
    return (this as unknown as { connection: Wire }).connection;
  }

  /** Process number and secret of the server's backend: what a cancel request must name. */
  get backend(): { processId: number; secretKey: number } {
    const { processID, secretKey } = this as unknown as { processID: number; secretKey: number };
    return { processId: processID, secretKey };
  }

  /** @throws Fault, never the driver's own error */
  async dial(): Promise<void> {
    await this.connect().catch((error: unknown) => Promise.reject(this.connectFault(error)));
  }

  /** Ends the socket now, whatever the server is doing. */
  destroy(): void {
    this.wire.stream.destroy();
  }

  /** The driver has no code for a server without TLS, so its answer to the request was noted: anything but 'S' and the password stays here. */
  private connectFault(error: unknown): Fault {
    this.destroy();
    if (this.tlsAnswer === 'N') return new Fault('source-no-tls', false, { cause: error });
    return toFault(error, 'connecting');
  }
}

function clientConfig(address: PostgresAddress, sessionName: string): ClientConfig {
  return {
    host: address.host,
    port: address.port,
    database: address.database,
    user: address.user,
    // An empty password as a value would make the driver look for one in the environment.
    password: address.password,
    ssl: address.tls,
    application_name: sessionName,
    options: STARTUP_OPTIONS,
    connectionTimeoutMillis: address.connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}
