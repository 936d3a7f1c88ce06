import type {
  AcceptedGateReport, Actor, Answer, Approval, AuditEntry, Candidate, Caps, Catalogue, Cell, Clarification, DataSource, Estimate,
  ExportFormat, GateInput, GateReport, Grant, Interpretation, Job, JobState, NameBinding, Policy, QueueName, Refusal, ResultColumn,
  ResultSummary, ReviewRequest, Role, Run, StageName, StagePayload, StageTiming,
} from '@countersign/contracts';
import type { Pack } from '@countersign/pack';
import type { Model, ModelUsage } from './model/port.js';
import type { VerifiedStore } from './verified.js';

/** What a stage leaves behind. Absent: untouched; null: cleared. */
export interface JobWrites {
  choices?: Record<string, string>;
  interpretation?: Interpretation | null;
  clarification?: Clarification | null;
  refusal?: Refusal | null;
  candidate?: Candidate | null;
  gateReport?: GateReport | null;
  estimate?: Estimate | null;
  review?: ReviewRequest | null;
  approval?: Approval | null;
  run?: Run | null;
  result?: ResultSummary | null;
  answer?: Answer | null;
}

/** One move of a job, with everything that must be true together with it. Saved in one transaction. */
export interface Transition {
  tenantId: string;
  jobId: string;
  dataSourceId: string;
  /** Optimistic: refused when the job has another version. */
  expectedVersion: number;
  from: JobState;
  to: JobState;
  /** Stage to run next; null when a person must act or the job ended. */
  nextStage: StageName | null;
  /**
   * The process that saves this move does the next stage itself: no queue carries it, and the move may wait a moment to
   * be saved together with the one that follows.
   */
  continues?: boolean;
  actor: { kind: 'person' | 'token' | 'system'; id: string; name: string };
  reason: { code: string; params: Record<string, string> } | null;
  at: string;
  writes: JobWrites;
  timings: StageTiming[];
  audit: AuditEntry[];
  traceparent: string | null;
}

export type NewJob = Pick<Job, 'id' | 'tenantId' | 'askerId' | 'askerName' | 'dataSourceId' | 'packId' | 'packVersion' | 'question' | 'locale' | 'today' | 'createdAt' | 'traceparent'> & {
  idempotencyKey: string | null;
  /** SHA-256 of the request; the same key with another hash is refused. */
  requestHash: string;
  /** The job whose requested changes this one answers. */
  revises?: string | null;
  /** Meanings chosen beforehand: term → ref. */
  choices?: Record<string, string>;
  /** Forms that the result shall be allowed to leave in. */
  exportAs?: ExportFormat[];
  /** SQL that the asker brings along: its first candidate. */
  candidate?: Candidate;
  audit: AuditEntry[];
  timings: StageTiming[];
};

export type Applied =
  | { applied: true; version: number; /** Outbox row to publish. */ outboxId: string | null }
  | { applied: false; state: JobState; version: number };

/** Jobs: the truth. Each write is one round trip. */
export interface JobStore {
  create(job: NewJob): Promise<{ created: true; outboxId: string } | { created: false; job: Job; sameRequest: boolean }>;
  load(tenantId: string, jobId: string): Promise<Job | undefined>;
  apply(transition: Transition): Promise<Applied>;
  /** Marks outbox rows as handed to the queue. */
  published(outboxIds: string[]): Promise<void>;
  /** The collector's sign of life while RUNNING; tells whether someone asked to cancel. */
  heartbeat(tenantId: string, jobId: string, runId: string): Promise<{ cancelRequested: boolean; state: JobState }>;
  /** Asks a RUNNING job to stop; the collector sees it at its next heartbeat. */
  requestCancel(tenantId: string, jobId: string, at: string, audit: AuditEntry): Promise<void>;
}

/** Rows of a result, in batches, while they arrive. */
export interface ResultStore {
  open(tenantId: string, jobId: string, resultId: string, columns: ResultColumn[]): Promise<ResultWriter>;
  read(tenantId: string, resultId: string, offset: number, limit: number): Promise<Cell[][]>;
  /** All rows in order, in batches; between two of them nothing is held. Ending early ends the reading. */
  stream(tenantId: string, resultId: string): AsyncIterable<Cell[][]>;
}
export interface ResultWriter {
  write(rows: Cell[][]): Promise<void>;
  /** Keeps what was written. */
  close(): Promise<void>;
  /** Removes what was written. */
  discard(): Promise<void>;
}

export interface PackStore {
  /** A published version; immutable, so cached without end. */
  load(tenantId: string, packId: string, version: number): Promise<Pack | undefined>;
  currentVersion(tenantId: string, packId: string): Promise<number | undefined>;
  /** Every published pack of the tenant, by id. */
  forSource(tenantId: string, dataSourceId: string): Promise<PublishedPack[]>;
}

/** What the last proof of a pack read of a data source's values, by 'entity.column' of the pack. */
export interface LookupStore {
  /** Of proofs that ended after `since` only; undefined: none did. */
  values(tenantId: string, at: { dataSourceId: string; packId: string; packVersion: number }, since: string): Promise<Record<string, string[]> | undefined>;
}

export interface SourceStore {
  load(tenantId: string, dataSourceId: string): Promise<DataSource | undefined>;
  catalogue(tenantId: string, dataSourceId: string): Promise<Catalogue | undefined>;
  binding(tenantId: string, dataSourceId: string, packId: string): Promise<NameBinding | undefined>;
}

/** A published pack of the tenant, with its names for a data source where it is bound to it. */
export interface PublishedPack {
  id: string;
  version: number;
  binding?: NameBinding | undefined;
}

export interface LivePerson {
  personId: string;
  name: string;
  roles: Role[];
  groups: string[];
}

/** Whose rights, on what. */
export interface LiveAbout {
  askerId: string;
  approverId: string | null;
  dataSourceId: string;
  packId: string;
  /** A rule may decide: its author is looked at like an approver. */
  ruleAuthors?: boolean;
}

/** Everything a signature depends on, as it is now. Absent: not (or no longer) there. */
export interface LiveRows {
  asker?: LivePerson | undefined;
  approver?: LivePerson | undefined;
  /** The asker's grants on the data source. */
  grants: Grant[];
  policies: { version: number; policies: Policy[] };
  source?: DataSource | undefined;
  catalogue?: Catalogue | undefined;
  binding?: NameBinding | undefined;
  packVersion?: number | undefined;
  /** Every published pack of the tenant, by id. */
  packs: PublishedPack[];
  /** Who wrote the automatic approvals in force; only when asked for. */
  ruleAuthors: LivePerson[];
}

/** Rights as they are now: the database is asked each time. */
export interface AccessStore {
  /** undefined: no longer (or never) of this tenant, or disabled. */
  person(tenantId: string, personId: string): Promise<LivePerson | undefined>;
  grants(tenantId: string, person: LivePerson, dataSourceId: string): Promise<Grant[]>;
  policies(tenantId: string): Promise<{ version: number; policies: Policy[] }>;
  /** All that a stage must know before it goes on, in one round trip. */
  live(tenantId: string, about: LiveAbout): Promise<LiveRows>;
  /** A job with the live facts about it. */
  jobWithLive(tenantId: string, about: { jobId: string; ruleAuthors: boolean }): Promise<{ job: Job; live: LiveRows } | undefined>;
}

/** `sql`'s gate behind a deadline: a hung parser is killed and replaced. */
export interface Gate {
  check(input: GateInput): Promise<GateReport>;
}

/** What a run is allowed and what it found. */
export interface RunRequest {
  tenantId: string;
  source: DataSource;
  sql: string;
  caps: Caps;
  /** Aborted when the job is cancelled or the deadline passes; the adapter confirms the stop on the server. */
  signal: AbortSignal;
}
export interface RunSink {
  columns(columns: { name: string; type: string }[]): Promise<void>;
  rows(rows: Cell[][]): Promise<void>;
}
export interface RunOutcome {
  rowCount: number;
  byteCount: number;
  truncated: 'no' | 'rows' | 'bytes';
  explainUs: number;
  executeUs: number;
  fetchUs: number;
}

/** The customer's database. Only the collector has a real one. Faults are thrown with closed kinds. */
export interface Source {
  estimate(request: Omit<RunRequest, 'caps'> & { timeoutMs: number }): Promise<Estimate>;
  run(request: RunRequest, sink: RunSink): Promise<RunOutcome>;
}

/** Keeps a run alive: beats while `work` goes on and aborts its signal when someone asked to cancel. */
export interface Pulse {
  during<T>(run: { tenantId: string; jobId: string; runId: string; deadlineMs: number }, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

export interface Clock {
  /** ISO 8601, UTC, milliseconds. */
  now(): string;
  /** Monotonic microseconds. */
  micros(): number;
}
export interface Ids {
  /** UUID version 7. */
  next(): string;
}

/** One turn of a model, as it is kept. Null: the provider did not say, or nobody knows the price. */
export interface KeptTurn {
  id: string;
  tenantId: string;
  jobId: string;
  at: string;
  model: string;
  /** How the turn ended, or the kind of the fault. */
  outcome: string;
  requests: number;
  /** Tools it called. */
  calls: number;
  usage: ModelUsage | null;
  latencyMs: number;
  costMicros: number | null;
}

/** What models cost each tenant. Days are of UTC. */
export interface ModelAccount {
  /** What was spent in the day of `at`, and what may be; null: no limit. */
  day(tenantId: string, at: string): Promise<{ spentMicros: number; dailyMicros: number | null }>;
  /** Keeps a turn, and an alert the first time in a day that four fifths of the budget are spent. */
  keep(turn: KeptTurn): Promise<void>;
}

/** Carries work; never the truth. */
export interface StageQueue {
  publish(queue: QueueName, payload: StagePayload, outboxId: string): Promise<void>;
}

/** Cuts a stage's span into the trace the job carries. */
export interface Tracer {
  stage<T>(name: string, traceparent: string | null, attributes: Record<string, string>, work: (traceparent: string | null) => Promise<T>): Promise<T>;
}

export interface Ports {
  jobs: JobStore;
  results: ResultStore;
  packs: PackStore;
  sources: SourceStore;
  access: AccessStore;
  gate: Gate;
  /** Absent where nothing is generated. */
  verified?: VerifiedStore;
  /** Absent where no question is resolved. */
  lookup?: LookupStore;
  /** Proposes what the pack can't plan. Absent: nothing does. */
  model?: Model;
  /** Keeps what the model costs. Absent: nothing is kept, and no daily budget holds. */
  modelAccount?: ModelAccount;
  /** Present in the collector only. */
  source?: Source;
  pulse?: Pulse;
  queue: StageQueue;
  clock: Clock;
  ids: Ids;
  tracer: Tracer;
  /** Name of this process in timings and runs. */
  process: string;
  limits: Limits;
}

/** Times to live, in milliseconds. */
export interface Limits {
  reviewTtlMs: number;
  approvalTtlMs: number;
  clarificationTtlMs: number;
}

export type { AcceptedGateReport, Actor };
