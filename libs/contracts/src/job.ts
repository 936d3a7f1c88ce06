import { z } from 'zod';
import { Approval } from './access.js';
import { Answer, Cell, ResultColumn } from './answer.js';
import { DigestBundle } from './digest-bundle.js';
import { ExportFormat } from './export.js';
import { GateReport } from './gate.js';
import { Day, Id, Instant, Locale } from './ids.js';
import { Clarification, Interpretation, Refusal } from './interpretation.js';
import { JobState, StageName, TimedStep } from './job-state.js';
import { SqlChange } from './sql-change.js';

/** What a text of SQL is written in: the pack's standard names in PostgreSQL's grammar, or the data source's own dialect. */
export const SqlLanguage = z.enum(['canonical', 'native']);
export type SqlLanguage = z.infer<typeof SqlLanguage>;

/** Proposed SQL. Revisions count from 1; each is gated, estimated and approved for itself. */
export const Candidate = z.object({
  revision: z.int().positive(),
  /** `sql`: the asker's own SQL; `person`: an approver's edit. */
  origin: z.enum(['planner', 'verified', 'model', 'sql', 'person']),
  /** Person who wrote or edited it, when one did. */
  authorId: Id.nullable(),
  /** SQL over standard names, or in the data source's own dialect where `language` says so. */
  sql: z.string(),
  /** Absent: canonical. */
  language: SqlLanguage.optional(),
  /** Of an approver's edit: which revision it changes, who did, and what is different, in business words. */
  edit: z.object({ of: z.int().positive(), by: z.object({ id: Id, name: z.string() }), at: Instant, comment: z.string().nullable(), changes: z.array(SqlChange) }).optional(),
  /** What each output column shows, in order, when the proposer knows. */
  columns: z.array(ResultColumn.omit({ type: true })).default([]),
  /** What a model says of its own certainty, from 0 to 1. */
  selfReport: z.number().min(0).max(1).optional(),
  /** Why aggregates keep their grain; one line each. */
  proofs: z.array(z.string()).default([]),
});
export type Candidate = z.infer<typeof Candidate>;

/** EXPLAIN's word before a person is disturbed. `available: false` when the engine gives none. */
export const Estimate = z.object({
  available: z.boolean(),
  reason: z.string().optional(),
  /** Planner units, rounded up. */
  cost: z.int().nullable(),
  /** Largest row count of any plan node. */
  rows: z.int().nullable(),
  plan: z.array(z.object({ depth: z.int(), node: z.string(), relation: z.string().optional(), rows: z.int(), cost: z.int() })).default([]),
  fullScans: z.array(z.string()).default([]),
});
export type Estimate = z.infer<typeof Estimate>;

export const Risk = z.object({ level: z.enum(['low', 'medium', 'high']), reasons: z.array(z.object({ code: z.string(), params: z.record(z.string(), z.string()).default({}) })) });
export type Risk = z.infer<typeof Risk>;

/** What the approver signs: the bundle and its digest, for one revision. */
export const ReviewRequest = z.object({
  revision: z.int(),
  bundle: DigestBundle,
  digest: z.string().length(64),
  risk: Risk,
  requestedAt: Instant,
  expiresAt: Instant,
  /** Distinct people who must sign; absent: one. */
  needed: z.int().positive().optional(),
  /** Approvals so far, where more than one is needed. */
  signatures: z.array(Approval).optional(),
});
export type ReviewRequest = z.infer<typeof ReviewRequest>;

export const Run = z.object({
  id: Id,
  digest: z.string(),
  collector: z.string(),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
  outcome: z.enum(['running', 'succeeded', 'failed', 'cap-exceeded', 'cancelled', 'lost']),
  errorKind: z.string().nullable(),
});
export type Run = z.infer<typeof Run>;

export const ResultSummary = z.object({
  id: Id,
  columns: z.array(ResultColumn),
  rowCount: z.int(),
  byteCount: z.int(),
  truncated: z.enum(['no', 'rows', 'bytes']),
  /** SHA-256 (hex) over the canonical JSON of each row in order. */
  hash: z.string(),
});
export type ResultSummary = z.infer<typeof ResultSummary>;

export const ResultPage = z.object({ columns: z.array(ResultColumn), rows: z.array(z.array(Cell)), offset: z.int(), rowCount: z.int(), truncated: z.enum(['no', 'rows', 'bytes']) });
export type ResultPage = z.infer<typeof ResultPage>;

export const StageTiming = z.object({
  step: TimedStep,
  startedAt: Instant,
  /** Microseconds. */
  durationUs: z.int().nonnegative(),
  attempt: z.int().positive().default(1),
  process: z.string(),
  detail: z.record(z.string(), z.string()).optional(),
});
export type StageTiming = z.infer<typeof StageTiming>;

/** One row of the append-only log. */
export const JobEvent = z.object({
  seq: z.int().positive(),
  at: Instant,
  actor: z.object({ kind: z.enum(['person', 'token', 'system']), id: z.string(), name: z.string() }),
  from: JobState.nullable(),
  to: JobState,
  stage: StageName.nullable(),
  reason: z.object({ code: z.string(), params: z.record(z.string(), z.string()).default({}) }).nullable(),
});
export type JobEvent = z.infer<typeof JobEvent>;

/** A job and what its stages have left behind. `version` grows by one with every transition. */
export const Job = z.object({
  id: Id,
  tenantId: Id,
  askerId: Id,
  askerName: z.string(),
  dataSourceId: Id,
  packId: z.string(),
  packVersion: z.int(),
  question: z.string(),
  locale: Locale,
  today: Day,
  state: JobState,
  /** Stage to run next; null when waiting for a person or ended. */
  stage: StageName.nullable(),
  version: z.int().nonnegative(),
  createdAt: Instant,
  updatedAt: Instant,
  cancelRequestedAt: Instant.nullable(),
  /** The job whose requested changes this one answers. */
  revises: Id.nullable(),
  traceparent: z.string().nullable(),
  /** term → chosen ref. */
  choices: z.record(z.string(), z.string()),
  /** Forms that the asker wants the result to leave in; absent or empty: to be looked at only. */
  exportAs: z.array(ExportFormat).optional(),
  interpretation: Interpretation.nullable(),
  clarification: Clarification.nullable(),
  refusal: Refusal.nullable(),
  candidate: Candidate.nullable(),
  gateReport: GateReport.nullable(),
  estimate: Estimate.nullable(),
  review: ReviewRequest.nullable(),
  approval: Approval.nullable(),
  run: Run.nullable(),
  result: ResultSummary.nullable(),
  answer: Answer.nullable(),
});
export type Job = z.infer<typeof Job>;

/** Queue payload: which stage of which job, at which version. A payload of another version is a stale duplicate. */
export const StagePayload = z.object({
  tenantId: Id,
  jobId: Id,
  stage: StageName,
  version: z.int(),
  /** Whose turn the delivery waits for; decides nothing else. */
  dataSourceId: Id,
  /** W3C trace context of the transition that queued this. */
  traceparent: z.string().nullable(),
  /** Epoch milliseconds. */
  enqueuedAt: z.int(),
});
export type StagePayload = z.infer<typeof StagePayload>;

/** Work for the collector that belongs to no job: prove an account read-only and read the catalogue. */
export const SourceProbePayload = z.object({ tenantId: Id, dataSourceId: Id, revision: z.int() });
export type SourceProbePayload = z.infer<typeof SourceProbePayload>;

export const QUEUES = ['worker', 'collector', 'probe'] as const;
export type QueueName = (typeof QUEUES)[number];
