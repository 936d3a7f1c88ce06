import type { Socket } from 'node:net';

/** The parts of `oracledb` that this adapter uses, and nothing else: the double in `spec/fake-oracledb.ts` has exactly these. */
export interface OracledbModule {
  OUT_FORMAT_ARRAY: number;
  STRING: unknown;
  DB_TYPE_NUMBER: unknown;
  getConnection(options: ConnectOptions): Promise<OracledbConnection>;
  initOracleClient(options?: object): void;
}

export interface ConnectOptions {
  user: string;
  password: string;
  connectString: string;
  walletContent?: string;
  events: false;
  stmtCacheSize: number;
}

export interface OracledbConnection {
  callTimeout: number;
  oracleServerVersionString: string;
  execute(sql: string, binds: Record<string, string>, options: ExecuteOptions): Promise<{ resultSet?: OracledbResultSet }>;
  rollback(): Promise<void>;
  break(): Promise<void>;
  close(options: { drop: true }): Promise<void>;
  /** Thin only: the socket, which the driver itself never closes on a peer that has fallen silent. */
  _impl?: { nscon?: { ntAdapter?: { stream?: Socket | null } } };
}

export interface ExecuteOptions {
  resultSet: true;
  outFormat: number;
  fetchArraySize: number;
  prefetchRows: number;
  fetchTypeHandler(column: OracledbColumn): { type?: unknown; converter?: (value: unknown) => unknown } | undefined;
}

export interface OracledbColumn { name: string; dbTypeName: string; precision?: number; scale?: number; byteSize?: number }

export interface OracledbResultSet {
  metaData: OracledbColumn[];
  getRows(count: number): Promise<unknown[][]>;
  close(): Promise<void>;
}

/** A large object, read in pieces: characters of a CLOB, bytes of a BLOB. Offsets start at 1. */
export interface OracledbLob {
  length: number;
  getData(offset: number, amount: number): Promise<string | Buffer | null>;
}

/** Errors carry `ORA-`, `NJS-` or `DPI-` codes, and for a statement the 0-based place of the mistake. */
export interface OracledbError { code?: string; offset?: number }
