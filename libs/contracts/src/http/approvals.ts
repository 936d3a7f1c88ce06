import { z } from 'zod';
import { ReasonCode } from '../access.js';
import { ChangedObject } from './review-packet.js';
import { Finding } from '../finding.js';
import { Id, Instant } from '../ids.js';
import { Job, Risk } from '../job.js';
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
  /** null: the viewer may decide; else why not. */
  blockedBecause: z.string().nullable(),
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
