import type { TLSSocket } from 'node:tls';
import { Fault, type Cell } from '@countersign/contracts';
import type { Callback, HdbClient, HdbResultSet } from './hdb-surface-types.js';
import { HanaRows } from './hana-rows.js';

/** The server's own word for a plain query; a query that locks, a procedure, data definition and all else have other numbers. */
const SELECT = 5;

/** A signed-in session over `hdb`, as promises. The driver sends one call at a time and none of them has a time limit. */
export class HanaSession {
  private last: Promise<unknown> = Promise.resolve();
  private readonly waiting = new Set<(error: Error) => void>();

  constructor(private readonly client: HdbClient) {
    client.setAutoCommit(false);
    // The driver forgets whom it owes an answer when the connection is closed from this side.
    client.once('close', () => {
      for (const refuse of this.waiting) refuse(Object.assign(new Error('the connection is closed'), { code: 'EHDBCLOSE' }));
    });
  }

  get tlsVersion(): string | undefined {
    const socket = this.client._connection?._physicalConnections?.getAnchorConnection()?._socket as TLSSocket | undefined;
    return socket?.encrypted ? (socket.getProtocol() ?? 'TLS') : undefined;
  }

  /** Our own constant statements. */
  async ask(sql: string): Promise<Cell[][]> {
    const rows = await this.call<unknown[][] | number>((done) => this.client.exec(sql, { rowsAsArray: true }, done));
    if (!Array.isArray(rows)) return [];
    return rows.map((row) => row.map((value) => (value === null || value === undefined ? null : Buffer.isBuffer(value) ? value.toString('utf8') : String(value))));
  }

  /**
   * Lets the server read the statement without running it, and say what it is.
   * @throws Fault 'query-failed' with 'not-a-query' for everything but a plain query
   */
  async check(sql: string): Promise<void> {
    const statement = await this.prepared(sql);
    await this.call((done) => statement.drop(done));
  }

  async open(sql: string, fetchSize: number): Promise<HanaRows> {
    const statement = await this.prepared(sql);
    const result = await this.call<HdbResultSet>((done) => statement.execute([], { fetchSize }, done));
    if (!result) throw new Fault('query-failed', false, { params: { kind: 'no-result-set' } });
    return new HanaRows(result, (work) => this.track(work));
  }

  private async prepared(sql: string) {
    const statement = (await this.call<Parameters<Parameters<HdbClient['prepare']>[1]>[1]>((done) => this.client.prepare(sql, done)))!;
    if (statement.functionCode === SELECT) return statement;
    await this.call((done) => statement.drop(done));
    throw new Fault('query-failed', false, { params: { kind: 'not-a-query' } });
  }

  async commit(): Promise<void> {
    await this.call((done) => this.client.commit(done));
  }

  async rollback(): Promise<void> {
    await this.call((done) => this.client.rollback(done));
  }

  /** Resolves once what was asked last is answered, or the connection gone. */
  async idle(): Promise<void> {
    await this.last;
  }

  async end(): Promise<void> {
    await this.call((done) => this.client.disconnect(done));
  }

  destroy(): void {
    this.client.destroy();
  }

  private call<T = void>(ask: (done: Callback<T>) => void): Promise<T> {
    return this.track(new Promise<T>((resolve, reject) => ask((error, value) => (error ? reject(error) : resolve(value as T)))));
  }

  private track<T>(work: Promise<T>): Promise<T> {
    const answer = new Promise<T>((resolve, reject) => {
      this.waiting.add(reject);
      work.then(resolve, reject).finally(() => this.waiting.delete(reject));
    });
    this.last = answer.then(() => undefined, () => undefined);
    return answer;
  }
}
