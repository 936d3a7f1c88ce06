import { randomUUID } from 'node:crypto';
import { CatalogueDrift, type Catalogue, type Dialect, type Finding, type ProbeStep } from '@countersign/contracts';
import { appendAudit } from '../audit-links.js';
import type { Database, TenantClient } from '../database.js';
import { escalate, settleEscalations } from '../escalation-store.js';
import type { Prisma } from '../generated/client.js';
import { jsonText, storableJson } from '../json-text.js';
import type { AdminStore, SavedProbe } from '../store.js';
import { catalogueFingerprint } from './catalogue-fingerprint.js';

const MOST_LISTED = 50;

/** What looks at a data source found: its proof, its tables, what became of them, and who has to know. */
export function sourceLooks(db: Database): Pick<AdminStore, 'saveProbe' | 'drifts'> {
  return {
    async saveProbe(look) {
      const { tenantId, dataSourceId: id, revision, status, at, steps, catalogue, audit } = look;
      await db.forTenant(tenantId, async (tx) => {
        const before = await tx.dataSource.findUnique({ where: { tenantId_id: { tenantId, id } }, select: { status: true } });
        // One that was edited meanwhile is looked at again; one that was switched off stays off.
        const { count } = await tx.dataSource.updateMany({ where: { tenantId, id, revision }, data: { probe: storableJson({ at, steps }), probedAt: new Date(at) } });
        if (count === 0) return;
        await tx.dataSource.updateMany({ where: { tenantId, id, revision, status: { not: 'disabled' } }, data: { status } });
        await tellOfRights(tx, look, before?.status === 'ready');
        if (catalogue) await keepCatalogue(tx, look, catalogue);
        if (catalogue) await tellOfBindings(tx, look);
        const dialect = catalogue && spokenBy(catalogue);
        // Another dialect is other text: what was prepared in the old one must not run.
        if (dialect) await tx.dataSource.updateMany({ where: { tenantId, id, dialect: { not: dialect } }, data: { dialect, revision: { increment: 1 } } });
        await appendAudit(tx, tenantId, [audit]);
      });
    },

    async drifts(tenantId, dataSourceId) {
      const rows = await db.forTenant(tenantId, (tx) => tx.catalogueDrift.findMany({ where: { tenantId, dataSourceId }, orderBy: [{ at: 'desc' }, { id: 'desc' }], take: MOST_LISTED }));
      return rows.map((row) => ({ id: row.id, dataSourceId, at: row.at.toISOString(), drift: CatalogueDrift.parse(row.drift) }));
    },
  };
}

/** Only Oracle's dialect depends on the server's version, which is known once it was looked at: 11g has no FETCH FIRST. */
function spokenBy({ engine, version }: Catalogue): Dialect | undefined {
  if (engine !== 'oracle') return undefined;
  return Number.parseInt(version, 10) < 12 ? 'oracle11' : 'oracle';
}

/** An account that got more rights than to read is somebody's to look at; one that never was proved is seen by whoever registers it. */
async function tellOfRights(tx: TenantClient, { tenantId, dataSourceId, status, at, steps, audit }: SavedProbe, wasReady: boolean): Promise<void> {
  const failed = steps.find(({ check, status: found }) => check === 'read-only' && found === 'fail');
  const about = { packId: null, kind: 'rights-drift' as const, releaseId: null, dataSourceId };
  if (failed && wasReady) await escalate(tx, tenantId, { ...about, id: randomUUID(), findings: [rightsFinding(failed)], at: new Date(at) });
  if (status === 'ready') await settleEscalations(tx, tenantId, { kind: about.kind, dataSourceId }, { by: audit.actor.name, at: new Date(at), reason: 'proved read-only again' });
}

const rightsFinding = ({ detail, fix }: ProbeStep): Finding => ({ rule: 'source-writable', severity: 'error', message: `The account can write: ${detail}`, params: { detail, ...(fix === undefined ? {} : { fix }) } });

async function keepCatalogue(tx: TenantClient, { tenantId, dataSourceId, at, drift, audit }: SavedProbe, catalogue: Catalogue): Promise<void> {
  const key = { tenantId, dataSourceId };
  const fingerprint = catalogueFingerprint(catalogue);
  const known = await tx.catalogueSnapshot.findUnique({ where: { tenantId_dataSourceId: key }, select: { fingerprint: true } });
  if (known?.fingerprint === fingerprint) {
    await tx.catalogueSnapshot.update({ where: { tenantId_dataSourceId: key }, data: { takenAt: new Date(at) } });
  } else {
    const data = { tables: catalogue.tables.length, fingerprint, takenAt: new Date(at), body: JSON.parse(jsonText(catalogue)) as object };
    await tx.catalogueSnapshot.upsert({ where: { tenantId_dataSourceId: key }, create: { ...key, ...data }, update: data });
  }
  // Two collectors that looked at once found the same drift: only what leads from what was kept is one.
  if (!drift || known?.fingerprint !== drift.from) return;
  await tx.catalogueDrift.create({ data: { ...key, id: audit.id, at: new Date(at), drift: storableJson(drift) as Prisma.InputJsonValue } });
}

async function tellOfBindings(tx: TenantClient, { tenantId, dataSourceId, at, bindings, audit }: SavedProbe): Promise<void> {
  for (const { packId, findings } of bindings) {
    const about = { packId, kind: 'binding-drift' as const, dataSourceId };
    const broken = findings.filter(({ severity }) => severity === 'error');
    if (broken.length > 0) await escalate(tx, tenantId, { ...about, id: randomUUID(), releaseId: null, findings: broken, at: new Date(at) });
    else await settleEscalations(tx, tenantId, about, { by: audit.actor.name, at: new Date(at), reason: 'everything it names is there' });
  }
}
