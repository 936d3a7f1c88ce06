import { z } from 'zod';
import { Finding } from './finding.js';
import { Id, Instant } from './ids.js';

/**
 * What a change of a pack goes through: written and read (`draft`, or `failed` when it can't be a pack or its tests fail), held against the
 * data (`proving`, then `proved` or `failed`), published. `awaiting-second`: it changes what people may see, and another person must agree.
 */
export const ReleaseState = z.enum(['draft', 'proving', 'proved', 'failed', 'awaiting-second', 'published', 'withdrawn']);
export type ReleaseState = z.infer<typeof ReleaseState>;

const Someone = z.object({ id: Id, name: z.string() });

/** What is known of a release before any data is asked. */
export const ReleaseReport = z.object({
  findings: z.array(Finding),
  tests: z.object({ total: z.int(), failed: z.array(z.object({ file: z.string(), question: z.string(), differences: z.array(z.object({ fact: z.string(), expected: z.string(), got: z.string() })) })) }),
  /** Against the version it is based on, in business words. */
  changes: z.array(z.object({ kind: z.enum(['added', 'removed', 'changed']), what: z.string(), ref: z.string(), label: z.string(), details: z.array(z.string()) })),
  /** Of the tests and verified queries of the old version, those that mean something else now. */
  affected: z.object({ tests: z.array(z.string()), verified: z.array(z.string()) }),
  policyChanges: z.array(z.object({ ref: z.string(), was: z.string(), is: z.string() })),
  /** Masses of descriptions that no longer describe: another person must have looked. */
  suspicions: z.array(Finding).default([]),
});
export type ReleaseReport = z.infer<typeof ReleaseReport>;

/** A claim of a pack about the rows of a data source, as the collector is asked to prove it. */
export const ProofStatement = z.object({
  probe: z.object({ id: z.string(), kind: z.enum(['unique', 'reference', 'never-null', 'values', 'versions', 'bridge', 'balance', 'lookup']), about: z.string(), columns: z.array(z.string()).optional(), optional: z.boolean().optional(), open: z.boolean().optional(), most: z.int().optional() }),
  /** Printed by the gate; absent when it refused, and why. */
  sql: z.string().optional(),
  refused: z.string().optional(),
});
export type ProofStatement = z.infer<typeof ProofStatement>;

export const ProofResult = z.object({
  probe: z.string(),
  about: z.string(),
  outcome: z.enum(['passed', 'failed', 'not-run']),
  counts: z.record(z.string(), z.string()),
  values: z.array(z.object({ value: z.string(), rows: z.string() })).optional(),
  findings: z.array(Finding),
});
export type ProofResult = z.infer<typeof ProofResult>;

/** One time that a release was held against one data source. */
export const ProofRun = z.object({ id: Id, dataSourceId: Id, createdAt: Instant, finishedAt: Instant.nullable(), outcome: z.enum(['waiting', 'passed', 'failed']), results: z.array(ProofResult) });
export type ProofRun = z.infer<typeof ProofRun>;

/** A version of a pack on its way, or one that arrived. `version` grows with every change of the release itself. */
export const PackRelease = z.object({
  id: Id,
  packId: z.string(),
  /** The published version that it changes; null: the pack's first. */
  baseVersion: z.int().nullable(),
  /** The published version that it brings back. */
  rollbackOf: z.int().nullable(),
  state: ReleaseState,
  version: z.int(),
  author: Someone,
  /** Everybody else who wrote a part of its text: of a draft each who opened or saved it, of a proposal who made it. */
  writers: z.array(Someone).default([]),
  createdAt: Instant,
  report: ReleaseReport,
  requestedBy: Someone.nullable(),
  countersignedBy: Someone.nullable(),
  publishedVersion: z.int().nullable(),
  /** Why, in the words of who made it. */
  note: z.string().nullable().default(null),
});
export type PackRelease = z.infer<typeof PackRelease>;

/** A pack being edited: its text is saved again and again, until a release is made of it. `version` grows with every save. */
export const PackDraft = z.object({
  id: Id,
  packId: z.string(),
  /** The published version that it began from; null: the pack has none. */
  baseVersion: z.int().nullable(),
  version: z.int(),
  openedBy: Someone,
  savedBy: Someone,
  /** Everybody who opened or saved it, whichever of their words are left. */
  writers: z.array(Someone).default([]),
  createdAt: Instant,
  savedAt: Instant,
  /** The release that was made of this very text. */
  releaseId: Id.nullable(),
});
export type PackDraft = z.infer<typeof PackDraft>;

/** Work for the collector: hold a release against a data source. */
export const PackProofPayload = z.object({ tenantId: Id, proofRunId: Id });
export type PackProofPayload = z.infer<typeof PackProofPayload>;
