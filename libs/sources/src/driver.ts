import type { Catalogue, Cell, Estimate, Fault, ProbeStep, SourceCredential } from '@countersign/contracts';

/** When it happened: the same code means another thing while connecting than in the middle of a result. */
export type Phase = 'connecting' | 'running';

/** What an engine fills in for one data source. Everything else (pool, session, caps, deadlines, probe) is the same for all. */
export interface Driver {
  /** As administrators call it: 'PostgreSQL'. */
  product: string;
  /** A statement that reads no table. */
  simplest: string;
  /** How an administrator lets the server offer TLS. */
  offerTls: string;
  /** How a correct account is made. */
  readerScript: string;
  /**
   * Dials and signs in, over verified TLS unless the data source says otherwise, within the settings' time.
   * @param closed called once when the connection is gone, for whatever reason
   * @throws Fault 'source-no-tls' before anything of the account is sent
   */
  connect(credential: SourceCredential, closed: () => void): Promise<Link>;
  /** A driver's or socket's error as a closed kind. Codes are read, messages never. */
  toFault(error: unknown, phase: Phase): Fault;
  /** What an administrator does about a fault of connecting, when it is more than the fault says. */
  remedyFor?(fault: Fault): string | undefined;
}

/** One signed-in connection. Its methods reject with the driver's own errors; `toFault` tells what they mean. */
export interface Link {
  account: string;
  /** The TLS version in force; undefined for plain text. */
  tlsVersion: string | undefined;
  /**
   * What comes before a statement, in as few round trips as the engine allows: the read-only transaction, made so that
   * it can't become writable again, the server's own timeout, and a look whether the session's settings are in force.
   */
  begin(timeoutMs: number): Promise<void>;
  /** The planner's estimate, without running the statement. What can't be explained must fail here. */
  explain(sql: string): Promise<Estimate>;
  /** The statement's rows. Nothing is sent before the first batch is asked for. */
  rows(sql: string, maxBytes: number): RowStream;
  /** Ends the transaction and forgets whatever the statement left in the session. */
  reset(): Promise<void>;
  /** Stops what runs here and waits for the server's word. The link is destroyed afterwards: a late cancel finds no other statement to hit. */
  stop(confirmMs: number): Promise<boolean>;
  /** After `destroy`: tells a server that may still compute to stop. */
  abandon(): Promise<void>;
  /** Says goodbye and closes. */
  end(): Promise<void>;
  /** Ends the socket now, whatever the server is doing. */
  destroy(): void;
  /** Everything the account may do beyond reading. */
  grants(): Promise<GrantFinding[]>;
  catalogue(): Promise<Catalogue>;
  /** Whether Korean text comes back as it was sent. */
  charset(): Promise<Omit<ProbeStep, 'check'>>;
  /** What time it is there, and the time zone the server is set to. Absent: not asked. */
  clock?(): Promise<{ epochMs: number; zone: string }>;
}

/** The rows of one statement, as the server's own text: NULL is null, true and false are words. */
export interface RowStream {
  /** Known once the first batch is there; undefined then: the statement gives no result. */
  readonly columns: { name: string; type: string }[] | undefined;
  /** UTF-8 bytes of the cells given so far. */
  readonly bytes: number;
  /** The byte cap is reached, perhaps in the middle of a batch or even of one cell: the row that passes it is dropped. */
  readonly isFull: boolean;
  /** The server may be working on rows that nobody asked for: leaving now needs a cancel, not just a closed socket. Left out: only when `isFull`. */
  readonly computes?: boolean;
  /** The next rows, at most `count`; fewer at the statement's end or when `isFull`. */
  batch(count: number): Promise<Cell[][]>;
  /** No more is asked for. Sends nothing. */
  close(): void;
}

/** Something the account may do beyond reading. */
export interface GrantFinding {
  /** 'fail': it can write, own, create, or become a role that can. 'note': it can't change data, but an admin may want to know. */
  severity: 'fail' | 'note';
  what: string;
  /** One SQL statement that takes it away; null: only another account helps. */
  fix: string | null;
}
