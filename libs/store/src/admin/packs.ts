import { z } from 'zod';
import { appendAudit } from '../audit-links.js';
import type { Database } from '../database.js';
import { storableJson } from '../json-text.js';
import type { AdminStore } from '../store.js';

const Files = z.record(z.string(), z.string());

export function packAdmin(db: Database): Pick<AdminStore, 'packs' | 'publishPack'> {
  return {
    async packs(tenantId) {
      const rows = await db.forTenant(tenantId, (tx) => tx.packVersion.findMany({ where: { tenantId }, orderBy: [{ packId: 'asc' }, { version: 'desc' }], distinct: ['packId'] }));
      return rows.map((row) => ({ id: row.packId, version: row.version, files: Files.parse(row.files), publishedAt: row.publishedAt.toISOString() }));
    },

    async publishPack(tenantId, packId, files, publishedBy, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const { currentVersion: version } = await tx.pack.upsert({
          where: { tenantId_id: { tenantId, id: packId } }, create: { tenantId, id: packId, currentVersion: 1 }, update: { currentVersion: { increment: 1 } },
        });
        await tx.packVersion.create({ data: { tenantId, packId, version, files: storableJson(files), publishedBy, publishedAt: new Date(audit.at) } });
        await appendAudit(tx, tenantId, [audit]);
        return version;
      });
    },
  };
}
