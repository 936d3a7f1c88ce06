import { VerifiedQuery } from '@countersign/contracts';
import { z } from 'zod';
import { appendAudit } from './audit-links.js';
import type { Database } from './database.js';
import type { Prisma, VerifiedQuery as VerifiedRow } from './generated/client.js';
import { storableJson } from './json-text.js';
import type { VerifiedAdmin } from './store.js';

const MOST_LISTED = 500;
/** What never changes once proposed. */
const Body = VerifiedQuery.omit({ state: true, reviewedBy: true, reason: true, verifiedAt: true });
const Someone = VerifiedQuery.shape.reviewedBy;

/** Verified queries: proposed once, decided once, and ended by a fact or a person. */
export function verifiedStore(db: Database): VerifiedAdmin {
  return {
    async match(tenantId, { packId, dataSourceId, shape }) {
      const found = await db.call<unknown>('app', 'verified_match', 'select verified_match($1, $2, $3, $4) as result', [tenantId, packId, dataSourceId, shape]);
      return found === null ? undefined : VerifiedQuery.parse(found);
    },

    async expire(tenantId, id, fact, audit) {
      await db.forTenant(tenantId, async (tx) => {
        const { count } = await tx.verifiedQuery.updateMany({ where: { tenantId, id, state: 'active' }, data: { state: 'expired', reason: fact } });
        if (count > 0) await appendAudit(tx, tenantId, [audit]);
      });
    },

    async checked(tenantId, id, at) {
      await db.forTenant(tenantId, (tx) => tx.verifiedQuery.updateMany({ where: { tenantId, id }, data: { checkedAt: new Date(at) } }));
    },

    async list(tenantId) {
      const rows = await db.forTenant(tenantId, (tx) => tx.verifiedQuery.findMany({ where: { tenantId }, orderBy: { id: 'desc' }, take: MOST_LISTED }));
      return rows.map(verifiedOf);
    },

    async load(tenantId, id) {
      const row = await db.forTenant(tenantId, (tx) => tx.verifiedQuery.findUnique({ where: { tenantId_id: { tenantId, id } } }));
      return row ? verifiedOf(row) : undefined;
    },

    async propose(tenantId, query, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const body = storableJson(Body.parse(query)) as unknown as Prisma.InputJsonValue;
        const row = await tx.verifiedQuery.create({ data: { tenantId, id: query.id, packId: query.packId, dataSourceId: query.dataSourceId, shape: query.shape, state: 'proposed', body, createdAt: new Date(query.createdAt) } });
        await appendAudit(tx, tenantId, [audit]);
        return verifiedOf(row);
      });
    },

    async decide(tenantId, id, { from, to, by, reason, at }, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const known = await tx.verifiedQuery.findUnique({ where: { tenantId_id: { tenantId, id } } });
        // Of one meaning the newer takes the place of the older.
        if (known && to === 'active') await tx.verifiedQuery.updateMany({ where: { tenantId, packId: known.packId, dataSourceId: known.dataSourceId, shape: known.shape, state: 'active' }, data: { state: 'revoked', reason: `replaced by ${id}` } });
        const { count } = await tx.verifiedQuery.updateMany({ where: { tenantId, id, state: { in: from } }, data: { state: to, reviewedBy: by, reason, ...(to === 'active' ? { verifiedAt: new Date(at), checkedAt: new Date(at) } : {}) } });
        if (count === 0) return undefined;
        await appendAudit(tx, tenantId, [audit]);
        return verifiedOf(await tx.verifiedQuery.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } }));
      });
    },
  };
}

function verifiedOf(row: VerifiedRow): VerifiedQuery {
  const body = Body.parse(row.body);
  return { ...body, state: z.enum(['proposed', 'active', 'rejected', 'expired', 'revoked']).parse(row.state), reviewedBy: Someone.parse(row.reviewedBy), reason: row.reason, verifiedAt: row.verifiedAt?.toISOString() ?? null };
}
