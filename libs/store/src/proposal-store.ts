import { PackProposal } from '@countersign/contracts';
import { appendAudit } from './audit-links.js';
import type { Database, TenantClient } from './database.js';
import type { PackProposal as ProposalRow, Prisma } from './generated/client.js';
import { storableJson } from './json-text.js';
import { isUuid, noPage, oneMore, pageOf } from './page.js';
import { addRelease } from './release-store.js';
import type { ProposalStore } from './store.js';

/** What never changes once proposed. */
const Body = PackProposal.omit({ state: true, reviewedBy: true, reviewedAt: true, reason: true, releaseId: true });

/** Meanings proposed for packs: proposed once, decided once. */
export function proposalStore(db: Database): ProposalStore {
  return {
    async list(tenantId, { packId, packIds, orBy, state }, { cursor, limit }) {
      if (cursor !== undefined && !isUuid(cursor)) return noPage();
      const kept: Prisma.PackProposalWhereInput[] = packIds === undefined ? [] : [{ packId: { in: [...packIds] } }, ...(orBy === undefined ? [] : [{ body: { path: ['proposedBy', 'id'], equals: orBy } }])];
      const where: Prisma.PackProposalWhereInput = { tenantId, ...(packId === undefined ? {} : { packId }), ...(state === undefined ? {} : { state }), ...(packIds === undefined ? {} : { OR: kept }), ...(cursor === undefined ? {} : { id: { lt: cursor } }) };
      const rows = await db.forTenant(tenantId, (tx) => tx.packProposal.findMany({ where, orderBy: { id: 'desc' }, take: oneMore(limit) }));
      return pageOf(rows, limit, (row) => row.id, proposalOf);
    },

    async load(tenantId, id) {
      const row = await db.forTenant(tenantId, (tx) => tx.packProposal.findUnique({ where: { tenantId_id: { tenantId, id } } }));
      return row ? proposalOf(row) : undefined;
    },

    async propose(tenantId, proposal, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const { id, packId, jobId, term } = proposal;
        const waiting = await tx.packProposal.findFirst({ where: { tenantId, jobId, term, state: 'proposed' } });
        if (waiting) return { proposed: false, waiting: proposalOf(waiting) };
        const body = storableJson(Body.parse(proposal)) as unknown as Prisma.InputJsonValue;
        const row = await tx.packProposal.create({ data: { tenantId, id, packId, jobId, term, body, createdAt: new Date(proposal.createdAt) } });
        await appendAudit(tx, tenantId, [audit]);
        return { proposed: true, proposal: proposalOf(row) };
      });
    },

    async reject(tenantId, id, by, reason, audit) {
      return db.forTenant(tenantId, async (tx) => {
        if (!(await decided(tx, tenantId, id, { state: 'rejected', reviewedBy: by, reviewedAt: new Date(audit.at), reason }))) return undefined;
        await appendAudit(tx, tenantId, [audit]);
        return proposalOf(await tx.packProposal.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } }));
      });
    },

    async accept(tenantId, id, by, drafted, audit) {
      return db.forTenant(tenantId, async (tx) => {
        // Decided first: of two who decide at once the other waits here, and then finds nothing to decide.
        if (!(await decided(tx, tenantId, id, { state: 'accepted', reviewedBy: by, reviewedAt: new Date(audit.at) }))) return undefined;
        const { id: releaseId } = await addRelease(tx, tenantId, drafted.release);
        await appendAudit(tx, tenantId, [drafted.audit, audit]);
        return proposalOf(await tx.packProposal.update({ where: { tenantId_id: { tenantId, id } }, data: { releaseId } }));
      });
    },
  };
}

async function decided(tx: TenantClient, tenantId: string, id: string, data: Prisma.PackProposalUpdateManyMutationInput): Promise<boolean> {
  return (await tx.packProposal.updateMany({ where: { tenantId, id, state: 'proposed' }, data })).count > 0;
}

function proposalOf(row: ProposalRow): PackProposal {
  return PackProposal.parse({ ...Body.parse(row.body), state: row.state, reviewedBy: row.reviewedBy, reviewedAt: row.reviewedAt?.toISOString() ?? null, reason: row.reason, releaseId: row.releaseId });
}
