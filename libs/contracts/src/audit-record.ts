import { z } from 'zod';
import { Id, Instant } from './ids.js';

/** The closed list of what is audited. */
export const AUDIT_ACTIONS = [
  'question.asked', 'sql.submitted', 'sql.edited', 'sql.blocked', 'question.clarified', 'question.withdrawn', 'question.cancelled', 'job.moved', 'gate.rejected',
  'approval.approved', 'approval.rejected', 'approval.changes-requested', 'approval.expired', 'approval.stale', 'approval.by-rule',
  'run.started', 'run.finished', 'answer.given', 'answer.withheld', 'evidence.downloaded', 'result.read', 'result.exported', 'result.export-ended',
  'session.opened', 'session.closed', 'session.refused', 'token.created', 'token.revoked',
  'grant.given', 'grant.revoked', 'policy.changed', 'pack.published', 'verified.proposed', 'verified.accepted', 'verified.rejected', 'verified.expired', 'verified.revoked', 'pack.draft-opened', 'pack.draft-discarded', 'pack.drafted', 'pack.proof-asked', 'pack.proved', 'pack.proof-failed', 'pack.countersign-asked', 'pack.withdrawn', 'pack.bound', 'pack.owner-changed', 'pack.escalation-taken', 'pack.escalation-closed', 'pack.meaning-proposed', 'pack.meaning-accepted', 'pack.meaning-rejected', 'data-source.added', 'data-source.changed',
  'data-source.proved', 'data-source.refused', 'person.moved', 'audit.exported',
] as const;
export const AuditAction = z.enum(AUDIT_ACTIONS);
export type AuditAction = z.infer<typeof AuditAction>;

/** What a writer says; sequence and hashes are added by the chain. */
export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  action: AuditAction,
  actor: z.object({ kind: z.enum(['person', 'token', 'system']), id: z.string(), name: z.string() }),
  subject: z.object({ kind: z.string(), id: z.string() }),
  dataSourceId: Id.nullable(),
  state: z.string().nullable(),
  /** Canonical-JSON-safe details; declared sensitive members are redacted before they get here. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/**
 * A link of a tenant's chain. `body` is canonicalJson(AuditEntry) as stored, byte for byte;
 * `hash` = SHA-256 hex of `${previousHash}\n${tenantId}\n${seq}\n${body}` in UTF-8; the first previousHash is 64 zeros.
 */
export const AuditRecord = z.object({ tenantId: Id, seq: z.int().positive(), body: z.string(), previousHash: z.string().length(64), hash: z.string().length(64) });
export type AuditRecord = z.infer<typeof AuditRecord>;
export const AUDIT_GENESIS = '0'.repeat(64);
