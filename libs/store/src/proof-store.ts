import { NameBinding, ProofResult, ProofRun, ProofStatement } from '@countersign/contracts';
import { z } from 'zod';
import { appendAudit } from './audit-links.js';
import type { Database, TenantClient } from './database.js';
import type { PackProofRun, Prisma } from './generated/client.js';
import { escalate, settleEscalations } from './escalation-store.js';
import { storableJson } from './json-text.js';
import type { ReleaseStore } from './store.js';

const Statements = z.array(ProofStatement);

type Proofs = Pick<ReleaseStore, 'proofWork' | 'finishProof' | 'repeatProof' | 'boundTo' | 'bindings'>;

/** What the data is asked about releases of packs, and what it said. */
export function proofStore(db: Database): Proofs {
  return {
    async proofWork(tenantId, runId) {
      return db.forTenant(tenantId, async (tx) => {
        const run = await tx.packProofRun.findUnique({ where: { tenantId_id: { tenantId, id: runId } } });
        if (run?.outcome !== 'waiting') return undefined;
        const { packId, inForce } = await standingOf(tx, tenantId, run.releaseId);
        return { releaseId: run.releaseId, packId, dataSourceId: run.dataSourceId, statements: Statements.parse(run.statements), inForce };
      });
    },

    async finishProof(tenantId, id, results, at, audit) {
      await db.forTenant(tenantId, async (tx) => {
        const outcome = results.every((result) => result.outcome === 'passed') ? 'passed' : 'failed';
        const { count } = await tx.packProofRun.updateMany({ where: { tenantId, id, outcome: 'waiting' }, data: { outcome, results: storableJson(results) as Prisma.InputJsonValue, finishedAt: new Date(at) } });
        // A second delivery of the same work: the first answer stays.
        if (count === 0) return;
        const { releaseId, dataSourceId } = await tx.packProofRun.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } }, select: { releaseId: true, dataSourceId: true } });
        await settle(tx, tenantId, releaseId);
        const { packId, inForce } = await standingOf(tx, tenantId, releaseId);
        const findings = results.flatMap((result) => (result.outcome === 'passed' ? [] : result.findings));
        if (inForce && outcome === 'failed') await escalate(tx, tenantId, { id, packId, kind: 'proof-failed', releaseId, dataSourceId, findings, at: new Date(at) });
        if (inForce && outcome === 'passed') await settleEscalations(tx, tenantId, { packId, kind: 'proof-failed', dataSourceId }, { by: audit.actor.name, at: new Date(at), reason: 'proved again' });
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

/** Which pack a release is of, and whether it is what answers questions now. */
async function standingOf(tx: TenantClient, tenantId: string, id: string): Promise<{ packId: string; inForce: boolean }> {
  const { packId, state, publishedVersion } = await tx.packRelease.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } }, select: { packId: true, state: true, publishedVersion: true } });
  const pack = state === 'published' ? await tx.pack.findUnique({ where: { tenantId_id: { tenantId, id: packId } }, select: { currentVersion: true } }) : null;
  return { packId, inForce: pack !== null && pack.currentVersion === publishedVersion };
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
