import { type Caps, type DataSource, type Dialect, type Engine, NameBinding, SourceConnection, canonicalJson } from '@countersign/contracts';
import { appendAudit } from '../audit-links.js';
import type { Database, TenantClient } from '../database.js';
import type { CatalogueSnapshot, DataSource as SourceRow } from '../generated/client.js';
import { storableJson } from '../json-text.js';
import type { AdminStore } from '../store.js';

const DIALECTS: Record<Engine, Dialect> = { postgres: 'postgres', mysql: 'mysql', mariadb: 'mariadb', mssql: 'tsql', oracle: 'oracle', hana: 'hana' };

/** Caps of a source that was registered without its own. */
export const DEFAULT_CAPS: Caps = { maxRows: 1_000, maxBytes: 8 * 1024 * 1024, timeoutMs: 30_000, maxCost: 1_000_000, maxEstimatedRows: 5_000_000 };

type DataSources = Pick<AdminStore, 'dataSources' | 'addDataSource' | 'editDataSource' | 'rotateCredential' | 'sealedCredential' | 'enableDataSource' | 'disableDataSource' | 'bindPack'>;

export function dataSourceAdmin(db: Database): DataSources {
  return {
    async dataSources(tenantId) {
      const rows = await db.forTenant(tenantId, (tx) => tx.dataSource.findMany({ where: { tenantId }, include: { catalogue: { omit: { body: true } } }, orderBy: { name: 'asc' } }));
      return rows.map(sourceOf);
    },

    async addDataSource(tenantId, id, { name, engine, host, port, database, username, tls, connection, zone, caps }, sealed, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const row = await tx.dataSource.create({ data: {
          tenantId, id, name, engine, dialect: DIALECTS[engine], host, port, database, username, tls, connection, zone, status: 'unproven', caps: { ...DEFAULT_CAPS, ...caps }, sealedCredential: sealed,
        } });
        await appendAudit(tx, tenantId, [audit]);
        return sourceOf({ ...row, catalogue: null });
      });
    },

    async editDataSource(tenantId, id, { changes, sealed, revised, unproven }, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
        const { count } = await tx.dataSource.updateMany({ where: { tenantId, id }, data: { ...given, ...(sealed === undefined ? {} : { sealedCredential: sealed }), ...(revised ? { revision: { increment: 1 } } : {}) } });
        if (count === 0) return undefined;
        // One that is switched off stays off.
        if (unproven) await tx.dataSource.updateMany({ where: { tenantId, id, status: { not: 'disabled' } }, data: { status: 'unproven' } });
        await appendAudit(tx, tenantId, [audit]);
        return loaded(tx, tenantId, id);
      });
    },

    async rotateCredential(tenantId, id, sealed, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const { count } = await tx.dataSource.updateMany({ where: { tenantId, id }, data: { sealedCredential: sealed } });
        if (count === 0) return undefined;
        await appendAudit(tx, tenantId, [audit]);
        return loaded(tx, tenantId, id);
      });
    },

    async sealedCredential(tenantId, id) {
      const row = await db.forTenant(tenantId, (tx) => tx.dataSource.findUnique({ where: { tenantId_id: { tenantId, id } }, select: { sealedCredential: true } }));
      return row?.sealedCredential;
    },

    async enableDataSource(tenantId, id, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const { count } = await tx.dataSource.updateMany({ where: { tenantId, id, status: 'disabled' }, data: { status: 'unproven' } });
        if (count > 0) await appendAudit(tx, tenantId, [audit]);
        return count > 0;
      });
    },

    async disableDataSource(tenantId, id, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const { count } = await tx.dataSource.updateMany({ where: { tenantId, id, status: { not: 'disabled' } }, data: { status: 'disabled', revision: { increment: 1 } } });
        if (count > 0) await appendAudit(tx, tenantId, [audit]);
        return count > 0;
      });
    },

    async bindPack(tenantId, dataSourceId, packId, binding, audit) {
      const key = { tenantId, dataSourceId, packId };
      await db.forTenant(tenantId, async (tx) => {
        const known = await tx.binding.findUnique({ where: { tenantId_dataSourceId_packId: key } });
        if (known && canonicalJson(NameBinding.parse(known.body)) === canonicalJson(NameBinding.parse(binding))) return;
        const body = storableJson(binding);
        await tx.binding.upsert({ where: { tenantId_dataSourceId_packId: key }, create: { ...key, body }, update: { body } });
        // What was proved, or is being proved, was so under the names before.
        await tx.packRelease.updateMany({ where: { tenantId, packId, state: { in: ['proving', 'proved', 'awaiting-second'] } }, data: { state: 'draft', version: { increment: 1 } } });
        // Other names mean other data: what was signed for the old ones must not run.
        if (known) await tx.dataSource.updateMany({ where: { tenantId, id: dataSourceId }, data: { revision: { increment: 1 } } });
        await appendAudit(tx, tenantId, [audit]);
      });
    },
  };
}

async function loaded(tx: TenantClient, tenantId: string, id: string): Promise<DataSource> {
  return sourceOf(await tx.dataSource.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } }, include: { catalogue: { omit: { body: true } } } }));
}

type SourceWithCatalogue = SourceRow & { catalogue: Omit<CatalogueSnapshot, 'body'> | null };

function sourceOf(row: SourceWithCatalogue): DataSource {
  return {
    id: row.id, name: row.name, engine: row.engine as Engine, dialect: row.dialect as Dialect, host: row.host, port: row.port, database: row.database, username: row.username,
    tls: row.tls as DataSource['tls'], connection: SourceConnection.parse(row.connection), zone: row.zone, revision: row.revision, status: row.status as DataSource['status'], caps: row.caps as Caps,
    maxSubqueryDepth: row.maxSubqueryDepth, probe: row.probe as DataSource['probe'],
    catalogue: row.catalogue ? { tables: row.catalogue.tables, fingerprint: row.catalogue.fingerprint, at: row.catalogue.takenAt.toISOString() } : null,
  };
}
