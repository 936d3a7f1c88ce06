import { AUDIT_GENESIS, AuditEntry, type AuditFilter, type AuditRecord } from '@countersign/contracts';
import type { z } from 'zod';
import { appendAudit } from './audit-links.js';
import type { Database } from './database.js';
import type { Prisma } from './generated/client.js';
import { noPage, oneMore, pageOf } from './page.js';
import type { AuditStore } from './store.js';

/** Records a stream holds at a time. */
const STREAM_PAGE = 500;

export function auditStore(db: Database): Omit<AuditStore, 'blocked'> {
  const head = async (tenantId: string) => {
    const row = await db.forTenant(tenantId, (tx) => tx.auditHead.findUnique({ where: { tenantId } }));
    return { seq: row?.seq ?? 0, hash: row?.hash ?? AUDIT_GENESIS };
  };
  return {
    head,

    async append(tenantId, entries) {
      if (entries.length > 0) await db.forTenant(tenantId, (tx) => appendAudit(tx, tenantId, entries));
    },

    async list(tenantId, filter, { cursor, limit }) {
      if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) return noPage();
      const where: Prisma.AuditRecordWhereInput = { ...whereOf(tenantId, filter), ...(cursor ? { seq: { lt: Number(cursor) } } : {}) };
      const rows = await db.forTenant(tenantId, (tx) => tx.auditRecord.findMany({ where, orderBy: { seq: 'desc' }, take: oneMore(limit) }));
      return pageOf(rows, limit, (row) => String(row.seq), (row) => ({ seq: row.seq, hash: row.hash, entry: AuditEntry.parse(JSON.parse(row.body)) }));
    },

    async *stream(tenantId, filter): AsyncIterable<AuditRecord[]> {
      // Up to the head as it is now: an export that is itself audited still ends.
      const { seq: end } = await head(tenantId);
      let after = 0;
      for (;;) {
        const rows = await db.forTenant(tenantId, (tx) => tx.auditRecord.findMany({
          where: { ...whereOf(tenantId, filter), seq: { gt: after, lte: end } }, orderBy: { seq: 'asc' }, take: STREAM_PAGE,
          select: { tenantId: true, seq: true, body: true, previousHash: true, hash: true },
        }));
        if (rows.length > 0) yield rows;
        if (rows.length < STREAM_PAGE) return;
        after = rows.at(-1)!.seq;
      }
    },
  };
}

function whereOf(tenantId: string, filter: z.infer<typeof AuditFilter>): Prisma.AuditRecordWhereInput {
  const { from, to, actorId, dataSourceId, action, state, subjectId } = filter;
  return {
    tenantId,
    ...(from || to ? { at: { ...(from ? { gte: new Date(from) } : {}), ...(to ? { lt: new Date(to) } : {}) } } : {}),
    ...(actorId ? { actorId } : {}),
    ...(dataSourceId ? { dataSourceId } : {}),
    ...(action ? { action } : {}),
    ...(state ? { state } : {}),
    ...(subjectId ? { subjectId } : {}),
  };
}
