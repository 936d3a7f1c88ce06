import { PackRelease } from '@countersign/contracts';
import { z } from 'zod';
import { appendAudit } from './audit-links.js';
import type { Database, TenantClient } from './database.js';
import type { PackRelease as ReleaseRow, Prisma } from './generated/client.js';
import { escalate, settleEscalations } from './escalation-store.js';
import { storableJson } from './json-text.js';
import { proofRunOf } from './proof-store.js';
import { isUuid, noPage, oneMore, pageOf } from './page.js';
import type { NewRelease, ReleaseMove, ReleaseStore } from './store.js';

const Files = z.record(z.string(), z.string());
type Releases = Pick<ReleaseStore, 'add' | 'list' | 'load' | 'move' | 'publish' | 'versions' | 'files' | 'owner' | 'setOwner' | 'ownedBy'>;

/** Releases of packs: their text is written once, their state moves. */
export function releaseStore(db: Database): Releases {
  return {
    async add(tenantId, release, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const row = await addRelease(tx, tenantId, release);
        await appendAudit(tx, tenantId, [audit]);
        return releaseOf(row);
      });
    },

    async list(tenantId, { packId, packIds }, { cursor, limit }) {
      if (cursor !== undefined && !isUuid(cursor)) return noPage();
      const where: Prisma.PackReleaseWhereInput = { tenantId, AND: [packId === undefined ? {} : { packId }, packIds === undefined ? {} : { packId: { in: [...packIds] } }], ...(cursor === undefined ? {} : { id: { lt: cursor } }) };
      const rows = await db.forTenant(tenantId, (tx) => tx.packRelease.findMany({ where, orderBy: { id: 'desc' }, take: oneMore(limit) }));
      return pageOf(rows, limit, (row) => row.id, releaseOf);
    },

    async load(tenantId, id) {
      const row = await db.forTenant(tenantId, (tx) => tx.packRelease.findUnique({ where: { tenantId_id: { tenantId, id } }, include: { proofs: { orderBy: { id: 'asc' } } } }));
      return row ? { ...releaseOf(row), files: Files.parse(row.files), proofs: row.proofs.map(proofRunOf) } : undefined;
    },

    async move(tenantId, id, { from, version, to, requestedBy, runs = [] }, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const where = { tenantId, id, state: { in: from }, ...(version === undefined ? {} : { version }) };
        const { count } = await tx.packRelease.updateMany({ where, data: { state: to, version: { increment: 1 }, ...(requestedBy ? { requestedBy } : {}) } });
        if (count === 0) return { moved: false };
        if (runs.length > 0) await tx.packProofRun.createMany({ data: runs.map((run) => ({ tenantId, id: run.id, releaseId: id, dataSourceId: run.dataSourceId, statements: storableJson(run.statements), createdAt: new Date(audit.at) })) });
        if (to === 'withdrawn') await settleEscalations(tx, tenantId, { releaseId: id, kind: 'descriptions' }, { by: audit.actor.name, at: new Date(audit.at), reason: 'the draft was withdrawn' });
        await appendAudit(tx, tenantId, [audit]);
        return moved(tx, tenantId, id);
      });
    },

    async publish(tenantId, id, version, { publisher, countersignedBy }, audit): ReturnType<ReleaseStore['publish']> {
      return db.forTenant<Awaited<ReturnType<ReleaseStore['publish']>>>(tenantId, async (tx) => {
        const release = await tx.packRelease.findUnique({ where: { tenantId_id: { tenantId, id } } });
        if (!release || release.version !== version || !['proved', 'awaiting-second'].includes(release.state)) return { moved: false };
        const next = await raised(tx, tenantId, release.packId, release.baseVersion);
        if ('current' in next) return { moved: false, outdated: next.current };
        const { count } = await tx.packRelease.updateMany({ where: { tenantId, id, version }, data: { state: 'published', version: { increment: 1 }, publishedVersion: next.version, ...(countersignedBy ? { countersignedBy } : {}) } });
        // Two who agree at the same moment: the second finds it published, and its number is given back.
        if (count === 0) throw new PublishedMeanwhile();
        await tx.packVersion.create({ data: { tenantId, packId: release.packId, version: next.version, files: Files.parse(release.files), publishedBy: publisher, publishedAt: new Date(audit.at) } });
        // What it was made of is done with.
        await tx.packDraft.deleteMany({ where: { tenantId, releaseId: id } });
        const ended = { by: publisher, at: new Date(audit.at), reason: `version ${next.version} was published` };
        // Whoever published it has looked at its descriptions, and what it claims was proved on every source it is bound to.
        await settleEscalations(tx, tenantId, { OR: [{ releaseId: id, kind: 'descriptions' }, { packId: release.packId, kind: 'proof-failed' }] }, ended);
        await appendAudit(tx, tenantId, [{ ...audit, details: { ...audit.details, version: next.version } }]);
        return moved(tx, tenantId, id);
      }).catch((error: unknown) => {
        if (isPublishedMeanwhile(error)) return { moved: false } as const;
        throw error;
      });
    },

    async versions(tenantId, packId) {
      const rows = await db.forTenant(tenantId, (tx) => tx.packVersion.findMany({ where: { tenantId, packId }, omit: { files: true }, orderBy: { version: 'desc' } }));
      return rows.map(({ version, publishedAt, publishedBy }) => ({ version, publishedBy, publishedAt: publishedAt.toISOString() }));
    },

    async files(tenantId, packId, version) {
      const row = await db.forTenant(tenantId, (tx) => tx.packVersion.findUnique({ where: { tenantId_packId_version: { tenantId, packId, version } } }));
      return row ? Files.parse(row.files) : undefined;
    },

    async owner(tenantId, packId) {
      const row = await db.forTenant(tenantId, (tx) => tx.pack.findUnique({ where: { tenantId_id: { tenantId, id: packId } }, select: { ownerGroupId: true } }));
      return row?.ownerGroupId;
    },

    async ownedBy(tenantId, groupIds) {
      const rows = await db.forTenant(tenantId, (tx) => tx.pack.findMany({ where: { tenantId, ownerGroupId: { in: [...groupIds] } }, select: { id: true }, orderBy: { id: 'asc' } }));
      return rows.map(({ id }) => id);
    },

    async setOwner(tenantId, packId, groupId, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const { count } = await tx.pack.updateMany({ where: { tenantId, id: packId }, data: { ownerGroupId: groupId } });
        if (count > 0) await appendAudit(tx, tenantId, [audit]);
        return count > 0;
      });
    },
  };
}

/** The release, and what its descriptions raise, within a transaction of the caller's. */
export async function addRelease(tx: TenantClient, tenantId: string, { id, packId, baseVersion, rollbackOf, state, author, writers, createdAt, report, note, files }: NewRelease): Promise<ReleaseRow> {
  const row = await tx.packRelease.create({ data: { tenantId, id, packId, baseVersion, rollbackOf, state, report: storableJson(report) as Prisma.InputJsonValue, files: storableJson(files), authorId: author.id, authorName: author.name, writers, note, createdAt: new Date(createdAt) } });
  if (report.suspicions.length > 0) await escalate(tx, tenantId, { id, packId, kind: 'descriptions', releaseId: id, dataSourceId: null, findings: report.suspicions, at: new Date(createdAt) });
  return row;
}

class PublishedMeanwhile extends Error {}

const isPublishedMeanwhile = (error: unknown): boolean => error instanceof PublishedMeanwhile || (error instanceof Error && error.cause instanceof PublishedMeanwhile);

/** The next version number, taken only while the version that the release is based on is the current one. */
async function raised(tx: TenantClient, tenantId: string, packId: string, base: number | null): Promise<{ version: number } | { current: number }> {
  if (base === null) {
    const { count } = await tx.pack.createMany({ data: [{ tenantId, id: packId, currentVersion: 1 }], skipDuplicates: true });
    if (count === 1) return { version: 1 };
  } else {
    const { count } = await tx.pack.updateMany({ where: { tenantId, id: packId, currentVersion: base }, data: { currentVersion: { increment: 1 } } });
    if (count === 1) return { version: base + 1 };
  }
  const now = await tx.pack.findUnique({ where: { tenantId_id: { tenantId, id: packId } }, select: { currentVersion: true } });
  return { current: now?.currentVersion ?? 0 };
}

async function moved(tx: TenantClient, tenantId: string, id: string): Promise<ReleaseMove> {
  return { moved: true, release: releaseOf(await tx.packRelease.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } })) };
}

function releaseOf(row: ReleaseRow): PackRelease {
  return PackRelease.parse({
    id: row.id, packId: row.packId, baseVersion: row.baseVersion, rollbackOf: row.rollbackOf, state: row.state, version: row.version, author: { id: row.authorId, name: row.authorName }, writers: row.writers,
    createdAt: row.createdAt.toISOString(), report: row.report, requestedBy: row.requestedBy, countersignedBy: row.countersignedBy, publishedVersion: row.publishedVersion, note: row.note,
  });
}
