import { Connection, Request, type ConnectionConfiguration } from 'tedious';
import { afterEach, describe, expect, it } from 'vitest';
import { certificateFor } from './certificate.js';
import { TYPES } from './fake-tds/column-types.js';
import { fakeTds, type FakeTds, type FakeTdsOptions } from './fake-tds/server.js';
import { columnMetadata, DONE, done, error, row, rowWithNullBits } from './fake-tds/tokens.js';

const COLUMNS = [{ name: 'n', type: TYPES.int }, { name: 'label', type: TYPES.nvarchar }];

describe('the TDS double, met by the real driver', () => {
  let fake: FakeTds | undefined;
  let open: Connection | undefined;
  afterEach(async () => {
    open?.close();
    await fake?.close();
  });

  const start = async (more: Partial<FakeTdsOptions> = {}) => (fake = await fakeTds({ admit: (login) => (login.password === 'right' ? undefined : { number: 18456, text: 'Login failed.' }), answer, ...more }));
  const connect = (options: ConnectionConfiguration['options'] = {}, password = 'right') => new Promise<Connection>((resolve, reject) => {
    const connection = (open = new Connection({ server: 'localhost', authentication: { type: 'default', options: { userName: 'reader', password } }, options: { port: fake!.port, database: 'lab', encrypt: false, rowCollectionOnRequestCompletion: true, cancelTimeout: 500, requestTimeout: 0, ...options } }));
    connection.on('error', () => undefined);
    connection.connect((failure) => (failure ? reject(failure) : resolve(connection)));
  });
  const ask = (connection: Connection, sql: string, how: 'execSqlBatch' | 'execSql' = 'execSqlBatch', act?: (request: Request) => void) => new Promise<unknown[][]>((resolve, reject) => {
    const request = new Request(sql, (failure: Error | null | undefined, _count, rows: { value: unknown }[][] | undefined) => (failure ? reject(failure) : resolve((rows ?? []).map((cells) => cells.map((cell) => cell.value)))));
    connection[how](request);
    act?.(request);
  });

  async function* answer(sql: string, session: { pause(ms: number): Promise<void> }): AsyncGenerator<Buffer> {
    if (sql.startsWith('set ')) return yield done(DONE.final);
    if (sql === 'WRONG') return yield* [error(207, 'Invalid column name.'), done(DONE.error)];
    yield columnMetadata(COLUMNS);
    if (sql === 'SLEEP') await session.pause(10_000);
    const count = Number(/\d+/.exec(sql)?.[0] ?? 2);
    for (let n = 1; n <= count; n += 1) yield (n % 2 ? row : rowWithNullBits)(COLUMNS, [n, n % 2 ? '한국' : null]);
    yield done(DONE.count, count);
  }

  it('answers batches and calls with rows, NULLs as bits and as lengths', async () => {
    await start();
    const connection = await connect();
    for (const how of ['execSqlBatch', 'execSql'] as const) expect(await ask(connection, 'ROWS 3', how)).toEqual([[1, '한국'], [2, null], [3, '한국']]);
    expect(fake!.log).toEqual(['PRELOGIN', 'LOGIN7 reader', expect.stringMatching(/^BATCH set /), 'BATCH ROWS 3', 'RPC ROWS 3']);
  });

  it('tells errors by their number and goes on', async () => {
    await start();
    const connection = await connect();
    await expect(ask(connection, 'WRONG')).rejects.toMatchObject({ number: 207 });
    expect(await ask(connection, 'ROWS 1')).toHaveLength(1);
  });

  it('speaks TLS inside PRELOGIN and hears the host name', async () => {
    const certificate = certificateFor('localhost');
    await start({ certificate });
    const connection = await connect({ encrypt: true, cryptoCredentialsDetails: { ca: certificate.cert } });
    expect(await ask(connection, 'ROWS 5000')).toHaveLength(5_000);
    expect(fake!.serverNames).toEqual(['localhost']);
  });

  it('refuses a wrong password', async () => {
    await start();
    await expect(connect({}, 'wrong')).rejects.toMatchObject({ code: 'ELOGIN' });
  });

  it('acknowledges a cancel in a message of its own, after which the session goes on', async () => {
    await start();
    const connection = await connect();
    await expect(ask(connection, 'SLEEP', 'execSqlBatch', () => setTimeout(() => connection.cancel(), 50))).rejects.toMatchObject({ code: 'ECANCEL' });
    expect(await ask(connection, 'ROWS 1')).toHaveLength(1);
  });

  it.each(['ignoresAttention', 'acknowledgesTogether'] as const)('can leave a cancel unconfirmed: %s', async (fault) => {
    await start();
    fake!.faults[fault] = true;
    const connection = await connect();
    await expect(ask(connection, 'SLEEP', 'execSqlBatch', () => setTimeout(() => connection.cancel(), 50))).rejects.toMatchObject({ code: 'ETIMEOUT' });
  });

  it('keeps transactions for the manager', async () => {
    await start();
    const connection = await connect();
    await new Promise<void>((resolve, reject) => connection.beginTransaction((failure) => (failure ? reject(failure) : resolve())));
    await new Promise<void>((resolve, reject) => connection.rollbackTransaction((failure) => (failure ? reject(failure) : resolve())));
    expect(fake!.log.slice(-2)).toEqual(['TRANSACTION begin', 'TRANSACTION rollback']);
  });

  it('waits for a slow reader', async () => {
    let sent = 0;
    await start({ answer: async function* (sql) {
      if (sql.startsWith('set ')) return yield done(DONE.final);
      yield columnMetadata(COLUMNS);
      for (; sent < 200_000; sent += 1) yield row(COLUMNS, [sent, 'x'.repeat(50)]);
      yield done(DONE.count, sent);
    } });
    const connection = await connect({ rowCollectionOnRequestCompletion: false, cancelTimeout: 10_000 });
    const ended = ask(connection, 'ROWS', 'execSqlBatch', (request) => request.once('row', () => request.pause()));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(sent).toBeLessThan(150_000);
    connection.cancel();
    await expect(ended).rejects.toMatchObject({ code: 'ECANCEL' });
  });

  it('can hang up in the middle of a row', async () => {
    await start();
    fake!.faults.dropsInRow = 2;
    const connection = await connect();
    await expect(ask(connection, 'ROWS 3')).rejects.toThrow();
  });
});
