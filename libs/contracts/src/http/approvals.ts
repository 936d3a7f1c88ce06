import { z } from 'zod';
import { ReasonCode } from '../access.js';
import { ChangedObject } from './review-packet.js';
import { Finding } from '../finding.js';
import { Id, Instant } from '../ids.js';
import { Candidate, Job, Risk, SqlLanguage } from '../job.js';
import { GateReport } from '../gate.js';
import { SqlChange } from '../sql-change.js';
import { JobState } from '../job-state.js';
import { PageQuery, page } from './page.js';
import { route } from './route.js';

export const ReviewItem = z.object({ jobId: Id, question: z.string(), askerName: z.string(), dataSourceName: z.string(), risk: Risk, requestedAt: Instant, expiresAt: Instant, estimatedRows: z.int().nullable(), warnings: z.int(), mine: z.boolean() });
export type ReviewItem = z.infer<typeof ReviewItem>;

/** Everything an approver decides on, made for one screen. */
export const ReviewPacket = z.object({
  job: Job.omit({ tenantId: true, traceparent: true }),
  dataSource: z.object({ id: Id, name: z.string(), engine: z.string() }),
  meaning: z.array(z.object({ ref: z.string(), label: z.string(), definition: z.string() })),
  /** What the SQL does, in one sentence read from its text; null where it could not be read. */
  says: z.string().nullable(),
  reveals: z.object({ columns: z.array(z.string()), personal: z.array(z.string()), tables: z.array(z.string()), estimatedRows: z.int().nullable() }),
  /** Checks that did not simply pass. */
  attention: z.array(Finding),
  passedChecks: z.int(),
  access: z.object({ covered: z.boolean(), missing: z.array(z.string()), checkedAt: Instant }),
  /** Anything that moved since the request was made. */
  changed: z.array(ChangedObject),
  /** null: a first request; else the one it revises, why changes were asked for, and what is different. */
  revision: z.object({
    jobId: Id,
    requested: z.object({ by: z.string(), at: Instant, reasonCode: ReasonCode.nullable(), comment: z.string().nullable() }).nullable(),
    changes: z.array(z.object({ what: z.enum(['question', 'choices', 'metrics', 'dimensions', 'filters', 'having', 'period', 'limit', 'sql']), was: z.string(), now: z.string() })),
  }).nullable(),
  /** Every edit that led to this revision, oldest first. */
  edits: z.array(z.object({ revision: z.int(), edit: Candidate.shape.edit.unwrap() })),
  /** Masked columns among those the query uses, and how each is shown. */
  masked: z.array(z.object({ column: z.string(), how: z.string() })),
  /** null: the viewer may decide; else why not. */
  blockedBecause: z.string().nullable(),
  /** The viewer may change the SQL. */
  mayEdit: z.boolean(),
});
export type ReviewPacket = z.infer<typeof ReviewPacket>;

export const Decision = z.object({
  decision: z.enum(['approve', 'reject', 'request-changes']),
  /** What the approver saw; anything else is refused. */
  digest: z.string().length(64),
  version: z.int(),
  reasonCode: ReasonCode.optional(),
  comment: z.string().trim().max(2000).optional(),
});
export type Decision = z.infer<typeof Decision>;

export const listReviews = route({ method: 'GET', path: '/v1/approvals', summary: 'What waits for a decision', auth: 'any', roles: ['approver', 'admin', 'auditor'], query: PageQuery, output: page(ReviewItem), problems: [] });
export const getReview = route({ method: 'GET', path: '/v1/approvals/:id', summary: 'The review packet of a job', auth: 'any', roles: ['approver', 'admin', 'auditor'], params: z.object({ id: Id }), output: ReviewPacket, problems: ['not-found'] });
export const decide = route({ method: 'POST', path: '/v1/approvals/:id/decision', summary: 'Approve, reject or request changes', auth: 'any', roles: [], params: z.object({ id: Id }), body: Decision, output: z.object({ state: JobState, version: z.int() }), problems: ['not-found', 'own-question', 'own-edit', 'not-approver', 'agents-never-approve', 'already-decided', 'not-awaiting-approval', 'approval-expired', 'digest-mismatch', 'reason-required', 'conflict', 'stale-grant', 'stale-pack', 'stale-policy', 'stale-schema', 'stale-asker', 'stale-data-source'] });

export const ReviewEdit = z.object({
  sql: z.string(),
  language: SqlLanguage.default('native'),
  /** What the approver saw; anything else is refused. */
  digest: z.string().length(64),
  version: z.int(),
  comment: z.string().trim().max(2000).optional(),
  /** Only says what the gate and the comparison would find. */
  preview: z.boolean().default(false),
});
export type ReviewEdit = z.infer<typeof ReviewEdit>;
/** A rejected edit changes nothing; an accepted one is a new revision that needs approval by someone who wrote none of it. */
export const editReview = route({ method: 'POST', path: '/v1/approvals/:id/edit', summary: 'Change the SQL that waits for approval', auth: 'person', roles: ['approver'], params: z.object({ id: Id }), body: ReviewEdit, output: z.object({ state: JobState, version: z.int(), edited: z.boolean(), report: GateReport, changes: z.array(SqlChange) }), problems: ['not-found', 'own-question', 'not-approver', 'not-awaiting-approval', 'already-decided', 'approval-expired', 'digest-mismatch', 'conflict', 'sql-empty', 'sql-too-long', 'nothing-edited', 'gate-unavailable', 'stale-grant', 'stale-asker', 'stale-data-source'] });
