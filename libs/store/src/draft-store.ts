import { PackDraft } from '@countersign/contracts';
import { z } from 'zod';
import { appendAudit } from './audit-links.js';
import type { Database } from './database.js';
import type { PackDraft as DraftRow, Prisma } from './generated/client.js';
import { storableJson } from './json-text.js';
import { momentKey, noPage, oneMore, pageOf, readMomentKey } from './page.js';
import type { DraftStore } from './store.js';

const Writers = PackDraft.shape.writers;
const Files = z.record(z.string(), z.string());

/** Packs being edited: each save is one version further, and of two that start from the same one the second is told. */
export function draftStore(db: Database): DraftStore {
  return {
    async add(tenantId, draft, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const { id, packId, baseVersion, version, openedBy, savedBy, createdAt, savedAt, files } = draft;
        const row = await tx.packDraft.create({ data: { tenantId, id, packId, baseVersion, version, openedBy, savedBy, writers: [openedBy], createdAt: new Date(createdAt), savedAt: new Date(savedAt), files: storableJson(files) } });
        await appendAudit(tx, tenantId, [audit]);
        return draftOf(row);
      });
    },

    async list(tenantId, { packIds }, { cursor, limit }) {
      const after = cursor === undefined ? undefined : readMomentKey(cursor);
      if (cursor !== undefined && !after) return noPage();
      const where: Prisma.PackDraftWhereInput = { tenantId, ...(packIds === undefined ? {} : { packId: { in: [...packIds] } }), ...(after ? { OR: [{ savedAt: { lt: after.at } }, { savedAt: after.at, id: { lt: after.id } }] } : {}) };
      const rows = await db.forTenant(tenantId, (tx) => tx.packDraft.findMany({ where, omit: { files: true }, orderBy: [{ savedAt: 'desc' }, { id: 'desc' }], take: oneMore(limit) }));
      return pageOf(rows, limit, (row) => momentKey(row.savedAt, row.id), draftOf);
    },

    async load(tenantId, id) {
      const row = await db.forTenant(tenantId, (tx) => tx.packDraft.findUnique({ where: { tenantId_id: { tenantId, id } } }));
      return row ? { ...draftOf(row), files: Files.parse(row.files) } : undefined;
    },

    async save(tenantId, id, version, { files, baseVersion, by, at }) {
      return db.forTenant(tenantId, async (tx) => {
        const known = await tx.packDraft.findUnique({ where: { tenantId_id: { tenantId, id } }, select: { files: true, writers: true } });
        if (!known) return undefined;
        const merged = Object.entries({ ...Files.parse(known.files), ...files }).filter((entry): entry is [string, string] => entry[1] !== null);
        const writers = Writers.parse(known.writers);
        const data = { writers: writers.some(({ id: writer }) => writer === by.id) ? writers : [...writers, by], files: storableJson(Object.fromEntries(merged)), version: { increment: 1 }, savedBy: by, savedAt: new Date(at), releaseId: null, ...(baseVersion === undefined ? {} : { baseVersion }) };
        const { count } = await tx.packDraft.updateMany({ where: { tenantId, id, version }, data });
        return count === 0 ? undefined : draftOf(await tx.packDraft.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } }));
      });
    },

    async released(tenantId, id, version, releaseId) {
      await db.forTenant(tenantId, (tx) => tx.packDraft.updateMany({ where: { tenantId, id, version }, data: { releaseId } }));
    },

    async discard(tenantId, id, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const { count } = await tx.packDraft.deleteMany({ where: { tenantId, id } });
        if (count > 0) await appendAudit(tx, tenantId, [audit]);
        return count > 0;
      });
    },
  };
}

function draftOf(row: Omit<DraftRow, 'files'>): PackDraft {
  const { id, packId, baseVersion, version, openedBy, savedBy, writers, releaseId } = row;
  return PackDraft.parse({ id, packId, baseVersion, version, openedBy, savedBy, writers, releaseId, createdAt: row.createdAt.toISOString(), savedAt: row.savedAt.toISOString() });
}
