import { Policy } from '@countersign/contracts';
import { appendAudit } from '../audit-links.js';
import type { Database, TenantClient } from '../database.js';
import type { Policy as PolicyRow } from '../generated/client.js';
import { storableJson } from '../json-text.js';
import type { AdminStore } from '../store.js';

export function policyAdmin(db: Database): Pick<AdminStore, 'policies' | 'addPolicy' | 'disablePolicy'> {
  return {
    async policies(tenantId) {
      const rows = await db.forTenant(tenantId, (tx) => tx.policy.findMany({ where: { tenantId }, orderBy: { id: 'desc' } }));
      return rows.map(policyOf);
    },

    async addPolicy(tenantId, { id, version, name, authorId, rule, enabled }, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const row = await tx.policy.create({ data: { tenantId, id, version, name, authorId, rule: storableJson(rule), enabled } });
        await raisePolicyVersion(tx, tenantId);
        await appendAudit(tx, tenantId, [audit]);
        return policyOf(row);
      });
    },

    async disablePolicy(tenantId, id, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const { count } = await tx.policy.updateMany({ where: { tenantId, id, enabled: true }, data: { enabled: false, version: { increment: 1 } } });
        if (count === 0) return false;
        await raisePolicyVersion(tx, tenantId);
        await appendAudit(tx, tenantId, [audit]);
        return true;
      });
    },
  };
}

/** The number is part of every digest: whatever was signed under the old rules becomes stale. */
async function raisePolicyVersion(tx: TenantClient, tenantId: string): Promise<void> {
  await tx.tenant.update({ where: { id: tenantId }, data: { policyVersion: { increment: 1 } } });
}

function policyOf(row: PolicyRow): Policy {
  return Policy.parse({ id: row.id, version: row.version, name: row.name, authorId: row.authorId, rule: row.rule, enabled: row.enabled });
}
