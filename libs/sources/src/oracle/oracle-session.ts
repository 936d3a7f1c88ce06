import type { Cell } from '@countersign/contracts';

/** Where an Oracle database is and how to enter it. Plain data, because it may travel to a process of its own. */
export interface OracleAddress {
  connectString: string;
  user: string;
  password: string;
  /** PEM of a private authority; undefined: the public ones. */
  ca: string | undefined;
  /** PEM of the certificate to show and of its key; Thin mode only. */
  client?: { cert: string; key: string };
  tls: boolean;
  connectTimeoutMs: number;
}

/** One signed-in session, wherever the driver runs: in this process (Thin) or in one of its own (Thick). Errors are the driver's own. */
export interface OracleSession {
  serverVersion: string;
  tlsVersion: string | undefined;
  /** Our own constant statements; every cell as text. A statement without a result gives no rows. */
  ask(sql: string, binds: Record<string, string>, timeoutMs: number): Promise<Cell[][]>;
  /** Sends the statement and waits for its description. */
  open(sql: string, timeoutMs: number): Promise<{ columns: OracleColumn[]; cursor: number }>;
  /** The next rows, at most `count`; the row that would pass `room` bytes is dropped and ends the rest. */
  fetch(cursor: number, count: number, room: number): Promise<OracleRows>;
  rollback(): Promise<void>;
  /** Asks the server to stop what it does for this session; the call that waits ends with ORA-01013 or a time-out code. */
  stop(): Promise<void>;
  end(): Promise<void>;
  /** Closes the socket now, whatever the server is doing. */
  destroy(): void;
}

export interface OracleColumn { name: string; type: string }

export interface OracleRows {
  rows: Cell[][];
  bytes: number;
  full: boolean;
  /** The statement has no more rows. */
  ended: boolean;
}

export type OracleDial = (address: OracleAddress, closed: () => void) => Promise<OracleSession>;
