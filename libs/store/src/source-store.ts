import type { Catalogue, DataSource, NameBinding } from '@countersign/contracts';
import type { SourceStore } from '@countersign/pipeline';
import type { Database } from './database.js';

interface Snapshot {
  fingerprint: string;
  body: Catalogue | null;
}

/** Catalogues can be large: a process keeps the last few and asks only whether they are still the same. */
const KEPT = 32;

export function sourceStore(db: Database): SourceStore {
  const kept = new Map<string, { fingerprint: string; body: Catalogue }>();
  return {
    async load(tenantId, dataSourceId) {
      return (await db.call<DataSource | null>('app', 'data_source_load', 'select data_source_load($1, $2) as result', [tenantId, dataSourceId])) ?? undefined;
    },
    async catalogue(tenantId, dataSourceId) {
      const key = `${tenantId}/${dataSourceId}`;
      const known = kept.get(key);
      const now = await db.call<Snapshot | null>('app', 'catalogue_load', 'select catalogue_load($1, $2, $3) as result', [tenantId, dataSourceId, known?.fingerprint ?? null]);
      if (!now) return undefined;
      if (!now.body) return known!.body;
      if (kept.size >= KEPT) kept.delete(kept.keys().next().value!);
      kept.set(key, { fingerprint: now.fingerprint, body: now.body });
      return now.body;
    },
    async binding(tenantId, dataSourceId, packId) {
      return (await db.call<NameBinding | null>('app', 'binding_load', 'select binding_load($1, $2, $3) as result', [tenantId, dataSourceId, packId])) ?? undefined;
    },
  };
}
