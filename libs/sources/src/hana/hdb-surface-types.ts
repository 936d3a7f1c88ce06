import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';

export type Callback<T = void> = (error: Error | null | undefined, value?: T) => void;

export interface HdbClient extends EventEmitter {
  connect(callback: Callback): void;
  exec(sql: string, options: { rowsAsArray: true }, callback: Callback<unknown[][] | number>): void;
  prepare(sql: string, callback: Callback<HdbStatement>): void;
  setAutoCommit(on: boolean): void;
  commit(callback: Callback): void;
  rollback(callback: Callback): void;
  disconnect(callback: Callback): void;
  destroy(): void;
  _connection?: { _physicalConnections?: { getAnchorConnection(): { _socket?: Socket } | undefined } };
}

export interface HdbStatement {
  /** What the server says the statement is. */
  functionCode: number;
  execute(values: [], options: { fetchSize: number }, callback: Callback<HdbResultSet>): void;
  drop(callback: Callback): void;
}

export interface HdbColumn { dataType: number; fraction: number; length: number; columnDisplayName: string }

/** Emits 'data' with the bytes of some rows, 'end' and 'error'; each `resume` asks for one packet if `pause` comes at its 'data'. */
export interface HdbResultSet extends EventEmitter {
  metadata: HdbColumn[];
  finished: boolean;
  setFetchSize(rows: number): void;
  resume(): void;
  pause(): void;
}

/** Emits 'data' with pieces, 'end' and 'error'. */
export interface HdbLob extends EventEmitter {
  resume(): void;
  pause(): void;
}

export interface HdbParserModule {
  create(metadata: HdbColumn[], lobs: HdbResultSet, options: { useCesu8: true; vectorOutputType: 'Array' }): { parse(bytes: Buffer, options: { nameProperty: false }): unknown[][] };
}
