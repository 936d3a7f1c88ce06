import type { Catalogue, DataSource, NameBinding } from '@countersign/contracts';
import type { SourceStore } from '@countersign/pipeline';
import type { CatalogueCache, CatalogueSnapshot } from './catalogue-cache.js';
import type { Database } from './database.js';

export function sourceStore(db: Database, catalogues: CatalogueCache): SourceStore {
  return {
    async load(tenantId, dataSourceId) {
      return (await db.call<DataSource | null>('app', 'data_source_load', 'select data_source_load($1, $2) as result', [tenantId, dataSourceId])) ?? undefined;
    },
    async catalogue(tenantId, dataSourceId) {
      const known = catalogues.fingerprint(tenantId, dataSourceId);
      const now = await db.call<CatalogueSnapshot | null>('app', 'catalogue_load', 'select catalogue_load($1, $2, $3) as result', [tenantId, dataSourceId, known]);
      return catalogues.take(tenantId, dataSourceId, now);
    },
    async binding(tenantId, dataSourceId, packId) {
      return (await db.call<NameBinding | null>('app', 'binding_load', 'select binding_load($1, $2, $3) as result', [tenantId, dataSourceId, packId])) ?? undefined;
    },
  };
}
