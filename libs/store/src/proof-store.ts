import { NameBinding, ProofResult, ProofRun, ProofStatement } from '@countersign/contracts';
import { z } from 'zod';
import { appendAudit } from './audit-links.js';
import type { Database, TenantClient } from './database.js';
import type { PackProofRun, Prisma } from './generated/client.js';
import { storableJson } from './json-text.js';
import type { ReleaseStore } from './store.js';

const Statements = z.array(ProofStatement);

type Proofs = Pick<ReleaseStore, 'proofWork' | 'finishProof' | 'repeatProof' | 'boundTo' | 'bindings'>;

/** What the data is asked about releases of packs, and what it said. */
export function proofStore(db: Database): Proofs {
  return {
    async proofWork(tenantId, runId) {
      const run = await db.forTenant(tenantId, (tx) => tx.packProofRun.findUnique({ where: { tenantId_id: { tenantId, id: runId } }, include: { release: { select: { packId: true } } } }));
      return run?.outcome === 'waiting' ? { releaseId: run.releaseId, packId: run.release.packId, dataSourceId: run.dataSourceId, statements: Statements.parse(run.statements) } : undefined;
    },

    async finishProof(tenantId, id, results, at, audit) {
      await db.forTenant(tenantId, async (tx) => {
        const outcome = results.every((result) => result.outcome === 'passed') ? 'passed' : 'failed';
        const { count } = await tx.packProofRun.updateMany({ where: { tenantId, id, outcome: 'waiting' }, data: { outcome, results: storableJson(results) as Prisma.InputJsonValue, finishedAt: new Date(at) } });
        // A second delivery of the same work: the first answer stays.
        if (count === 0) return;
        const run = await tx.packProofRun.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } }, select: { releaseId: true } });
        await settle(tx, tenantId, run.releaseId);
        await appendAudit(tx, tenantId, [audit]);
      });
    },

    async repeatProof(tenantId, runId, newRunId, at) {
      await db.forTenant(tenantId, async (tx) => {
        const run = await tx.packProofRun.findUnique({ where: { tenantId_id: { tenantId, id: runId } } });
        if (run) await tx.packProofRun.create({ data: { tenantId, id: newRunId, releaseId: run.releaseId, dataSourceId: run.dataSourceId, statements: Statements.parse(run.statements), createdAt: new Date(at) } });
      });
    },

    async boundTo(tenantId, packId) {
      const rows = await db.forTenant(tenantId, (tx) => tx.binding.findMany({ where: { tenantId, packId, dataSource: { status: { not: 'disabled' } } } }));
      return rows.map((row) => ({ dataSourceId: row.dataSourceId, binding: NameBinding.parse(row.body) }));
    },

    async bindings(tenantId) {
      const rows = await db.forTenant(tenantId, (tx) => tx.binding.findMany({ where: { tenantId }, orderBy: [{ packId: 'asc' }, { dataSourceId: 'asc' }] }));
      return rows.map((row) => ({ packId: row.packId, dataSourceId: row.dataSourceId, binding: NameBinding.parse(row.body) }));
    },
  };
}

/** When the last proof of a release is in, the release knows what it is. Held on to meanwhile: two proofs may end at once. */
async function settle(tx: TenantClient, tenantId: string, releaseId: string): Promise<void> {
  const [release] = await tx.$queryRaw<{ state: string }[]>`select state from pack_releases where tenant_id = ${tenantId}::uuid and id = ${releaseId}::uuid for update`;
  if (release?.state !== 'proving') return;
  const runs = await tx.packProofRun.findMany({ where: { tenantId, releaseId }, select: { outcome: true, dataSourceId: true }, orderBy: { id: 'asc' } });
  const latest = [...new Map(runs.map((run) => [run.dataSourceId, run.outcome])).values()];
  if (latest.includes('waiting')) return;
  await tx.packRelease.updateMany({ where: { tenantId, id: releaseId }, data: { state: latest.includes('failed') ? 'failed' : 'proved', version: { increment: 1 } } });
}

/** A run as people see it: the statements stay here. */
export function proofRunOf(row: PackProofRun): ProofRun {
  return ProofRun.parse({ id: row.id, dataSourceId: row.dataSourceId, createdAt: row.createdAt.toISOString(), finishedAt: row.finishedAt?.toISOString() ?? null, outcome: row.outcome, results: z.array(ProofResult).parse(row.results ?? []) });
}
