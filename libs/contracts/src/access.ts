import { z } from 'zod';
import { ExportFormat } from './export.js';
import { Id, Instant, Locale, Role } from './ids.js';

/** Who acts. A token acts for a person but is never a person: it may not approve. */
export const Actor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), tenantId: Id, personId: Id, name: z.string(), roles: z.array(Role), groups: z.array(Id), locale: Locale }),
  z.object({ kind: z.literal('token'), tenantId: Id, tokenId: Id, personId: Id, name: z.string(), scopes: z.array(z.string()), roles: z.array(Role), groups: z.array(Id), locale: Locale }),
  z.object({ kind: z.literal('system'), tenantId: Id, name: z.string() }),
]);
export type Actor = z.infer<typeof Actor>;

/** who × data source × objects × expiry. `objects: '*'` is everything the source's account can read. */
export const Grant = z.object({
  id: Id,
  version: z.int(),
  subject: z.object({ kind: z.enum(['person', 'group']), id: Id }),
  dataSourceId: Id,
  objects: z.union([z.literal('*'), z.array(z.object({ table: z.string(), columns: z.union([z.literal('*'), z.array(z.string())]) }))]),
  /** Personal columns ('table.column', standard names) this subject may see. */
  unmask: z.array(z.string()).default([]),
  expiresAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
});
export type Grant = z.infer<typeof Grant>;

/**
 * What is shown in the place of a masked value. `hash` tells equal values from different ones without showing them (few possible
 * values can be guessed from it); `expression` is a canonical SQL expression over the row.
 */
export const MaskForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('null') }),
  z.object({ kind: z.literal('fixed'), text: z.string().max(40) }),
  z.object({ kind: z.literal('hash') }),
  z.object({ kind: z.literal('last'), keep: z.int().min(1).max(8) }),
  z.object({ kind: z.literal('first'), keep: z.int().min(1).max(8) }),
  z.object({ kind: z.literal('year') }),
  z.object({ kind: z.literal('month') }),
  z.object({ kind: z.literal('bucket'), size: z.int().positive().max(1_000_000_000) }),
  z.object({ kind: z.literal('expression'), expression: z.string().trim().min(1).max(500) }),
]);
export type MaskForm = z.infer<typeof MaskForm>;

export const Policy = z.object({
  id: Id,
  version: z.int(),
  name: z.string(),
  /** Who wrote it: an automatic approval is theirs, so it never covers their own questions. */
  authorId: Id,
  rule: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('row-filter'), table: z.string(), predicate: z.string(), groups: z.array(Id) }),
    /** For whom: members of the groups and holders of the roles; both empty: everyone. */
    z.object({ kind: z.literal('mask'), table: z.string().min(1).max(200), column: z.string().min(1).max(200), form: MaskForm, groups: z.array(Id).max(100).default([]), roles: z.array(Role).max(4).default([]) }),
    z.object({ kind: z.literal('auto-approval'), when: z.object({ origins: z.array(z.enum(['planner', 'verified', 'sql'])), maxCost: z.int().positive(), maxEstimatedRows: z.int().positive(), dataSourceIds: z.array(Id) }) }),
    /** Forms that results may leave in at most; for whom: as a mask. Where several concern someone, what all of them allow. */
    z.object({ kind: z.literal('export'), formats: z.array(ExportFormat).max(4), groups: z.array(Id).max(100).default([]), roles: z.array(Role).max(4).default([]) }),
    z.object({ kind: z.literal('approvers'), groupId: Id, when: z.enum(['always', 'high-risk']), approvals: z.int().min(1).max(2) }),
  ]),
  enabled: z.boolean(),
});
export type Policy = z.infer<typeof Policy>;

export const REJECT_REASONS = ['wrong-metric', 'wrong-filter', 'too-broad', 'sensitive', 'unclear-question', 'other'] as const;
export const ReasonCode = z.enum(REJECT_REASONS);
export type ReasonCode = z.infer<typeof ReasonCode>;

export const Approval = z.object({
  id: Id,
  decision: z.enum(['approve', 'reject', 'request-changes']),
  /** A person, or the rule that decided in its author's name. */
  by: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('person'), personId: Id, name: z.string() }),
    z.object({ kind: z.literal('rule'), policyId: Id, policyVersion: z.int(), authorId: Id, name: z.string() }),
  ]),
  digest: z.string().length(64),
  revision: z.int(),
  reasonCode: ReasonCode.nullable(),
  comment: z.string().nullable(),
  decidedAt: Instant,
  /** Approved but unused after this is EXPIRED. */
  validUntil: Instant,
  usesLeft: z.int().nonnegative(),
});
export type Approval = z.infer<typeof Approval>;
