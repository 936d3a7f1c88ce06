import net from 'node:net';
import tls from 'node:tls';
import { createRequire } from 'node:module';
import type { ConnectOptions, ExecuteOptions, OracledbColumn, OracledbConnection, OracledbLob, OracledbModule, OracledbResultSet } from '../oracle/oracledb-surface.js';
import type { FakeColumn } from './fake-database.js';
import { lines, type Reply, type WireValue } from './fake-oracle-server.js';

const { BaseBuffer } = createRequire(__filename)('oracledb/lib/impl/datahandlers/buffer.js') as { BaseBuffer: new (bytes: Buffer) => Record<string, (...args: unknown[]) => unknown> };

const STRING = { name: 'DB_TYPE_VARCHAR' };
const failure = (code: string, message: string, offset?: number) => Object.assign(new Error(`${code}: ${message}`), { code, ...(offset === undefined ? {} : { offset }) });

/**
 * A double of the `oracledb` surface that the adapter uses, over a real socket to `fake-oracle-server`: dialling, TLS,
 * silence and hanging up are the network's own. Values of the wire go through the real driver's decoder. What it takes
 * from the real one: a break is in-band and unacknowledged by itself, `callTimeout` is a break by a timer and waits for
 * the answer, calls of one connection queue up, a closed socket is NJS-500, and nothing closes a silent one.
 */
export const fakeOracledb: OracledbModule = {
  OUT_FORMAT_ARRAY: 4001,
  STRING,
  DB_TYPE_NUMBER: { name: 'DB_TYPE_NUMBER' },
  initOracleClient: () => undefined,
  getConnection: async (options) => {
    const socket = await dial(options);
    const connection = new FakeConnection(socket);
    try {
      connection.oracleServerVersionString = String((await connection.call({ op: 'login', user: options.user, password: options.password }))['version']);
      return connection;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  },
};

function dial({ connectString, walletContent }: ConnectOptions): Promise<net.Socket> {
  const field = (name: string) => new RegExp(`\\(${name}=([^()]+)\\)`).exec(connectString)?.[1] ?? '';
  const at = { host: field('HOST'), port: Number(field('PORT')) };
  const secure = field('PROTOCOL') === 'tcps';
  return new Promise((resolve, reject) => {
    const socket = secure ? tls.connect({ ...at, ...(walletContent === undefined ? {} : { ca: walletContent, cert: walletContent, key: walletContent }) }) : net.connect(at);
    const timer = setTimeout(() => socket.destroy(failure('NJS-510', 'timed out')), Number(field('TRANSPORT_CONNECT_TIMEOUT')) * 1000);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(error.code === 'ECONNREFUSED' ? failure('NJS-503', error.message) : error.code === 'NJS-510' ? error : failure('NJS-506', error.message));
    });
  });
}

class FakeConnection implements OracledbConnection {
  callTimeout = 0;
  oracleServerVersionString = '';
  readonly _impl: NonNullable<OracledbConnection['_impl']>;
  private readonly waiting = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void }>();
  private queue: Promise<unknown> = Promise.resolve();
  private asked = 0;
  private closed = false;

  constructor(private readonly socket: net.Socket) {
    this._impl = { nscon: { ntAdapter: { stream: socket } } };
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.closed = true;
      for (const { reject } of this.waiting.values()) reject(failure('NJS-500', 'connection was closed'));
      this.waiting.clear();
    });
    lines(socket, (line) => {
      const reply = JSON.parse(line) as Reply & { id: number };
      const question = this.waiting.get(reply.id);
      this.waiting.delete(reply.id);
      if (reply.error) question?.reject(failure(`ORA-${String(reply.error.code).padStart(5, '0')}`, 'refused', Math.max(0, reply.error.position - 1)));
      else question?.resolve(reply);
    });
  }

  /** One call at a time, each under `callTimeout`. */
  call(question: Record<string, unknown>): Promise<Reply> {
    const turn = this.queue.then(() => this.timed(question));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async timed(question: Record<string, unknown>): Promise<Reply> {
    const ms = this.callTimeout;
    let expired = false;
    const timer = ms > 0 ? setTimeout(() => { expired = true; void this.break(); }, ms) : undefined;
    try {
      return await this.send(question);
    } catch (error) {
      throw expired && (error as { code?: string }).code === 'ORA-01013' ? failure('NJS-123', `call timeout of ${ms} ms exceeded`) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  private send(question: Record<string, unknown>): Promise<Reply> {
    if (this.closed) return Promise.reject(failure('NJS-500', 'connection was closed'));
    const id = (this.asked += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.socket.write(`${JSON.stringify({ id, ...question })}\n`);
    });
  }

  async execute(sql: string, binds: Record<string, string>, options: ExecuteOptions): Promise<{ resultSet?: OracledbResultSet }> {
    const reply = await this.call({ op: 'execute', sql, binds });
    if (!reply.columns) return {};
    const metaData = reply.columns.map((column): OracledbColumn => ({ name: column.name, dbTypeName: column.type }));
    const handlers = metaData.map((column) => options.fetchTypeHandler(column));
    const decode = reply.columns.map((column, i) => decoder(column, handlers[i], (lob) => this.lob(lob)));
    const cursor = reply.cursor;
    return {
      resultSet: {
        metaData,
        getRows: async (count) => ((await this.call({ op: 'fetch', cursor, count })).rows ?? []).map((row) => row.map((value, i) => decode[i]!(value))),
        close: async () => void (await this.call({ op: 'close', cursor })),
      },
    };
  }

  private lob({ lob, length, binary }: { lob: number; length: number; binary: boolean }): OracledbLob {
    return {
      length,
      getData: async (offset, amount) => {
        const { piece = null } = await this.call({ op: 'lob', lob, offset, amount });
        return binary && piece !== null ? Buffer.from(piece, 'hex') : piece;
      },
    };
  }

  async rollback(): Promise<void> {
    await this.call({ op: 'rollback' });
  }

  async break(): Promise<void> {
    if (!this.closed) this.socket.write(`${JSON.stringify({ op: 'break' })}\n`);
  }

  async close(): Promise<void> {
    await this.call({ op: 'logoff' }).catch(() => undefined);
    this.socket.end();
  }
}

type Handler = ReturnType<ExecuteOptions['fetchTypeHandler']>;

/** What the real driver's column reader gives for the bytes, and then what its result set makes of it. */
function decoder(column: FakeColumn, handler: Handler, lobOf: (lob: { lob: number; length: number; binary: boolean }) => OracledbLob): (value: WireValue) => unknown {
  const convert = handler?.converter ?? ((value: unknown) => value);
  const read = READ[column.type];
  return (value) => {
    if (value === null) return null;
    if (typeof value === 'object') return lobOf(value);
    if (!column.wire || !read) return convert(value);
    const bytes = Buffer.from(value, 'hex');
    return convert(read(new BaseBuffer(Buffer.concat([Buffer.from([bytes.length]), bytes]))));
  };
}

const READ: Record<string, (buffer: Record<string, (...args: unknown[]) => unknown>) => unknown> = {
  NUMBER: (b) => b['readOracleNumber']!(),
  BINARY_DOUBLE: (b) => b['readBinaryDouble']!(),
  BINARY_FLOAT: (b) => b['readBinaryFloat']!(),
  DATE: (b) => b['readOracleDate']!(true, false),
  TIMESTAMP: (b) => b['readOracleDate']!(true, false),
  'TIMESTAMP WITH TIME ZONE': (b) => b['readOracleDate']!(false, false),
  'TIMESTAMP WITH LOCAL TIME ZONE': (b) => b['readOracleDate']!(false, true),
  'INTERVAL YEAR TO MONTH': (b) => b['readOracleIntervalYM']!(),
  'INTERVAL DAY TO SECOND': (b) => b['readOracleIntervalDS']!(),
  RAW: (b) => b['readBytesWithLength']!(),
};
