import { type AuditEntry, canonicalJson } from '@countersign/contracts';
import type { TenantClient } from './database.js';

/** An entry as the SQL function audit_append takes it: the exact text to hash, and the columns that filters read. */
export interface AuditLink {
  body: string;
  at: string;
  action: string;
  actorId: string;
  subjectId: string;
  dataSourceId: string | null;
  state: string | null;
}

export function auditLink(entry: AuditEntry): AuditLink {
  return {
    body: canonicalJson(entry), at: entry.at, action: entry.action, actorId: entry.actor.id, subjectId: entry.subject.id,
    dataSourceId: entry.dataSourceId, state: entry.state,
  };
}

/** Links entries to the tenant's chain within a transaction. Last in it: the chain's lock is held until it ends. */
export async function appendAudit(tx: TenantClient, tenantId: string, entries: AuditEntry[]): Promise<void> {
  const links = JSON.stringify(entries.map(auditLink));
  await tx.$executeRaw`select audit_append(${tenantId}::uuid, ${links}::jsonb)`;
}
