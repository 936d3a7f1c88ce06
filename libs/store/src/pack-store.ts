import { Fault, type NameBinding } from '@countersign/contracts';
import { type Pack, loadPack } from '@countersign/pack';
import type { PackStore } from '@countersign/pipeline';
import type { Database } from './database.js';

/** Loaded packs kept per process; versions never change, so only memory limits this. */
const KEPT = 64;

export function packStore(db: Database): PackStore {
  const loaded = new Map<string, Pack>();
  return {
    async load(tenantId, packId, version) {
      const key = `${tenantId}/${packId}/${version}`;
      const kept = loaded.get(key);
      if (kept) return kept;
      const files = await db.call<Record<string, string> | null>('app', 'pack_files', 'select pack_files($1, $2, $3) as result', [tenantId, packId, version]);
      if (!files) return undefined;
      const { pack } = loadPack(files, version);
      if (!pack) throw new Fault('internal', false, { params: { detail: `published pack ${packId} v${version} does not load` } });
      if (loaded.size >= KEPT) loaded.delete(loaded.keys().next().value!);
      loaded.set(key, pack);
      return pack;
    },
    async forSource(tenantId, dataSourceId) {
      const rows = await db.call<{ id: string; version: number; binding: NameBinding | null }[]>('app', 'packs_for_source', 'select packs_for_source($1, $2) as result', [tenantId, dataSourceId]);
      return rows.map(({ id, version, binding }) => ({ id, version, binding: binding ?? undefined }));
    },
    async currentVersion(tenantId, packId) {
      return (await db.call<number | null>('app', 'pack_current', 'select pack_current($1, $2) as result', [tenantId, packId])) ?? undefined;
    },
  };
}
