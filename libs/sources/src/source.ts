import type { Catalogue, DataSource, Engine, Estimate, ProbeStep, SourceCredential } from '@countersign/contracts';
import type { RunOutcome, RunRequest, RunSink } from '@countersign/pipeline';

/** What an engine and its driver really enforce. Each flag says what follows when it is false. */
export interface Capabilities {
  /** The server refuses writes inside a transaction that is marked read-only. False: only the account and the gate stand between a statement and a write. */
  readOnlyTransaction: boolean;
  /** The protocol can carry one statement only. False: a stacked statement would run, so the gate's word is the only one. */
  singleStatementProtocol: boolean;
  /** The server stops a statement by itself. False: when the collector dies, the statement goes on. */
  serverTimeout: boolean;
  /** EXPLAIN gives a cost. False: cost caps can't be applied; timeout and row limit remain, and the job says so. */
  costEstimate: boolean;
  /** Another session can stop a running statement. False: closing the socket is all there is, and the server may compute on. */
  serverCancel: boolean;
  /** The schema qualifies as part of a table's name. False: a data source is one schema. */
  schemas: boolean;
  /** The server points at the place of an error in a statement. False: only its code is known. */
  errorPosition: boolean;
}

/** Where one customer database is and how to enter it. */
export interface SourceTarget {
  source: DataSource;
  /** Asked for whenever a pool is opened, so a rotated credential needs no restart. */
  credential(): Promise<SourceCredential>;
  settings: SourceSettings;
}

export interface SourceSettings {
  /** Connections per data source and process: the bulkhead that keeps a slow source from starving the others. */
  maxConnections: number;
  /** From dialling to a signed-in session. */
  connectTimeoutMs: number;
  /** How long our own deadline stays behind the server's. */
  deadlineGraceMs: number;
  /** How long to wait for the server to confirm that a cancelled statement stopped. */
  cancelConfirmMs: number;
  /** PEM of a private certificate authority, beside the public ones. */
  ca?: string;
  /** Directory of Oracle Instant Client 19; undefined: Oracle 11g can't be reached. */
  oracleClientDir?: string;
  /** PEM of the certificate to show; its key is part of the credential. */
  clientCertificate?: string;
}

export interface ProbeReport {
  status: Extract<DataSource['status'], 'ready' | 'refused' | 'unreachable'>;
  steps: ProbeStep[];
  catalogue: Catalogue | null;
}

export type EstimateRequest = Pick<RunRequest, 'sql' | 'signal'> & { timeoutMs: number };
export type ExecuteRequest = Pick<RunRequest, 'sql' | 'signal' | 'caps'>;

/** One data source in one revision: its pool and what can be asked of it. */
export interface Connector {
  estimate(request: EstimateRequest): Promise<Estimate>;
  run(request: ExecuteRequest, sink: RunSink): Promise<RunOutcome>;
  /** Proves the account read-only and reads the catalogue, on a connection of its own. */
  probe(): Promise<ProbeReport>;
  /** Connections held now. */
  connections(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** One database family: what its driver and server enforce, and how its data sources are asked. */
export interface SourceEngine {
  engines: readonly Engine[];
  capabilities: Capabilities;
  connector(target: SourceTarget): Connector;
}
