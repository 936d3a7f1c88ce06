import { Grant } from '@countersign/contracts';
import { appendAudit } from '../audit-links.js';
import type { Database } from '../database.js';
import type { Grant as GrantRow } from '../generated/client.js';
import type { AdminStore } from '../store.js';

export function grantAdmin(db: Database): Pick<AdminStore, 'grants' | 'giveGrant' | 'revokeGrant'> {
  return {
    async grants(tenantId) {
      const rows = await db.forTenant(tenantId, (tx) => tx.grant.findMany({ where: { tenantId }, orderBy: { id: 'desc' } }));
      return rows.map(grantOf);
    },

    async giveGrant(tenantId, grant, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const row = await tx.grant.create({ data: {
          tenantId, id: grant.id, version: grant.version, subjectKind: grant.subject.kind, subjectId: grant.subject.id, dataSourceId: grant.dataSourceId,
          objects: grant.objects, unmask: grant.unmask, expiresAt: grant.expiresAt ? new Date(grant.expiresAt) : null,
        } });
        await appendAudit(tx, tenantId, [audit]);
        return grantOf(row);
      });
    },

    async revokeGrant(tenantId, id, at, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const { count } = await tx.grant.updateMany({ where: { tenantId, id, revokedAt: null }, data: { revokedAt: new Date(at), version: { increment: 1 } } });
        if (count > 0) await appendAudit(tx, tenantId, [audit]);
        return count > 0;
      });
    },
  };
}

function grantOf(row: GrantRow): Grant {
  return Grant.parse({
    id: row.id, version: row.version, subject: { kind: row.subjectKind, id: row.subjectId }, dataSourceId: row.dataSourceId, objects: row.objects, unmask: row.unmask,
    expiresAt: row.expiresAt?.toISOString() ?? null, revokedAt: row.revokedAt?.toISOString() ?? null,
  });
}
