import { ResultExport } from '@countersign/contracts';
import { appendAudit } from './audit-links.js';
import type { Database } from './database.js';
import type { Prisma, ResultExport as ExportRow } from './generated/client.js';
import { storableJson } from './json-text.js';
import type { ExportStore } from './store.js';

const MOST_LISTED = 100;

/** Exports of results: begun before the first byte leaves, ended once; each step together with its audit record. */
export function exportStore(db: Database): ExportStore {
  return {
    async begin(tenantId, { id, jobId, format, by, startedAt }, audit) {
      await db.forTenant(tenantId, async (tx) => {
        await tx.resultExport.create({ data: { tenantId, id, jobId, format, by, startedAt: new Date(startedAt) } });
        await appendAudit(tx, tenantId, [audit]);
      });
    },

    async end(tenantId, id, { state, manifest }, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const body = manifest === null ? {} : { manifest: storableJson(manifest) as unknown as Prisma.InputJsonValue };
        const { count } = await tx.resultExport.updateMany({ where: { tenantId, id, state: 'started' }, data: { state, finishedAt: new Date(audit.at), ...body } });
        if (count > 0) await appendAudit(tx, tenantId, [audit]);
        return count > 0;
      });
    },

    async list(tenantId, jobId) {
      const rows = await db.forTenant(tenantId, (tx) => tx.resultExport.findMany({ where: { tenantId, jobId }, orderBy: { id: 'desc' }, take: MOST_LISTED }));
      return rows.map(exportOf);
    },
  };
}

function exportOf({ id, jobId, format, state, by, startedAt, finishedAt, manifest }: ExportRow): ResultExport {
  return ResultExport.parse({ id, jobId, format, state, by, startedAt: startedAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null, manifest });
}
