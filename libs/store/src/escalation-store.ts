import { type Finding, PackEscalation } from '@countersign/contracts';
import { z } from 'zod';
import { appendAudit } from './audit-links.js';
import type { Database, TenantClient } from './database.js';
import type { PackEscalation as EscalationRow, Prisma } from './generated/client.js';
import { storableJson } from './json-text.js';
import { momentKey, noPage, oneMore, pageOf, readMomentKey } from './page.js';
import type { EscalationStore } from './store.js';

/** What keepers of packs have to look at. Opened and ended by what it is about, in the same transaction. */
export function escalationStore(db: Database): EscalationStore {
  return {
    async list(tenantId, { packId, packIds, state }, { cursor, limit }) {
      const after = cursor === undefined ? undefined : readMomentKey(cursor);
      if (cursor !== undefined && !after) return noPage();
      const where: Prisma.PackEscalationWhereInput = {
        tenantId, AND: [packId === undefined ? {} : { packId }, packIds === undefined ? {} : { packId: { in: [...packIds] } }], ...(state === undefined ? {} : { state }),
        ...(after ? { OR: [{ openedAt: { lt: after.at } }, { openedAt: after.at, id: { lt: after.id } }] } : {}),
      };
      return db.forTenant(tenantId, async (tx) => {
        const rows = await tx.packEscalation.findMany({ where, orderBy: [{ openedAt: 'desc' }, { id: 'desc' }], take: oneMore(limit) });
        const { items, nextCursor } = pageOf(rows, limit, (row) => momentKey(row.openedAt, row.id), (row) => row);
        return { items: await withOwners(tx, tenantId, items), nextCursor };
      });
    },

    async load(tenantId, id) {
      return db.forTenant(tenantId, async (tx) => {
        const row = await tx.packEscalation.findUnique({ where: { tenantId_id: { tenantId, id } } });
        return row ? (await withOwners(tx, tenantId, [row]))[0] : undefined;
      });
    },

    async act(tenantId, id, deed, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const data = deed.action === 'take' ? { state: 'taken', takenBy: deed.by } : { state: 'closed', closedBy: deed.by.name, closedAt: new Date(audit.at), reason: deed.reason };
        const { count } = await tx.packEscalation.updateMany({ where: { tenantId, id, state: { not: 'closed' } }, data });
        if (count === 0) return undefined;
        await appendAudit(tx, tenantId, [audit]);
        return (await withOwners(tx, tenantId, [await tx.packEscalation.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } })]))[0];
      });
    },
  };
}

interface Found {
  /** Of what found it where that has one: the proof run, the release. */
  id: string;
  packId: string | null;
  kind: PackEscalation['kind'];
  releaseId: string | null;
  dataSourceId: string | null;
  findings: Finding[];
  at: Date;
}

/** The same thing found again is the same escalation, with what was found last. */
export async function escalate(tx: TenantClient, tenantId: string, { id, at, findings, ...about }: Found): Promise<void> {
  const kept = storableJson(findings) as unknown as Prisma.InputJsonValue;
  const { count } = await tx.packEscalation.updateMany({ where: { tenantId, ...sameThing(about), state: { not: 'closed' } }, data: { findings: kept, lastAt: at } });
  if (count === 0) await tx.packEscalation.create({ data: { tenantId, id, ...about, findings: kept, openedAt: at, lastAt: at } });
}

/** Ends what is no longer so. */
export async function settleEscalations(tx: TenantClient, tenantId: string, about: Prisma.PackEscalationWhereInput, ended: { by: string; at: Date; reason: string }): Promise<void> {
  await tx.packEscalation.updateMany({ where: { ...about, tenantId, state: { not: 'closed' } }, data: { state: 'closed', closedBy: ended.by, closedAt: ended.at, reason: ended.reason } });
}

const sameThing = ({ packId, kind, releaseId, dataSourceId }: Omit<Found, 'id' | 'at' | 'findings'>): Prisma.PackEscalationWhereInput => ({ packId, kind, ...(dataSourceId === null ? { releaseId } : { dataSourceId }) });

/** Who keeps a pack is asked now: it may have another owner than when this was found. */
async function withOwners(tx: TenantClient, tenantId: string, rows: EscalationRow[]): Promise<PackEscalation[]> {
  const packs = await tx.pack.findMany({ where: { tenantId, id: { in: [...new Set(rows.flatMap(({ packId }) => packId ?? []))] }, ownerGroupId: { not: null } }, select: { id: true, ownerGroupId: true } });
  const groups = await tx.group.findMany({ where: { tenantId, id: { in: packs.flatMap(({ ownerGroupId }) => ownerGroupId ?? []) } } });
  const ownerOf = new Map(packs.flatMap(({ id, ownerGroupId }) => groups.filter((group) => group.id === ownerGroupId).map((group) => [id, { groupId: group.id, name: group.name }] as const)));
  return rows.map((row) => PackEscalation.parse({
    id: row.id, packId: row.packId, kind: row.kind, state: row.state, owner: ownerOf.get(row.packId ?? '') ?? null, releaseId: row.releaseId, dataSourceId: row.dataSourceId,
    findings: z.array(z.unknown()).parse(row.findings), openedAt: row.openedAt.toISOString(), lastAt: row.lastAt.toISOString(), takenBy: row.takenBy,
    closedBy: row.closedBy, closedAt: row.closedAt?.toISOString() ?? null, reason: row.reason,
  }));
}
