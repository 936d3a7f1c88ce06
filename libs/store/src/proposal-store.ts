import { PackProposal } from '@countersign/contracts';
import { appendAudit } from './audit-links.js';
import type { Database } from './database.js';
import type { PackProposal as ProposalRow, Prisma } from './generated/client.js';
import { storableJson } from './json-text.js';
import type { ProposalStore } from './store.js';

const MOST_LISTED = 200;
/** What never changes once proposed. */
const Body = PackProposal.omit({ state: true, reviewedBy: true, reviewedAt: true, reason: true, releaseId: true });

/** Meanings proposed for packs: proposed once, decided once. */
export function proposalStore(db: Database): ProposalStore {
  return {
    async list(tenantId, { packId, state }) {
      const rows = await db.forTenant(tenantId, (tx) => tx.packProposal.findMany({ where: { tenantId, ...(packId === undefined ? {} : { packId }), ...(state === undefined ? {} : { state }) }, orderBy: { id: 'desc' }, take: MOST_LISTED }));
      return rows.map(proposalOf);
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

    async decide(tenantId, id, { to, by, reason, releaseId }, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const { count } = await tx.packProposal.updateMany({ where: { tenantId, id, state: 'proposed' }, data: { state: to, reviewedBy: by, reviewedAt: new Date(audit.at), reason, releaseId } });
        if (count === 0) return undefined;
        await appendAudit(tx, tenantId, [audit]);
        return proposalOf(await tx.packProposal.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } }));
      });
    },
  };
}

function proposalOf(row: ProposalRow): PackProposal {
  return PackProposal.parse({ ...Body.parse(row.body), state: row.state, reviewedBy: row.reviewedBy, reviewedAt: row.reviewedAt?.toISOString() ?? null, reason: row.reason, releaseId: row.releaseId });
}
