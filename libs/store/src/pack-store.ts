import { Fault, type NameBinding } from '@countersign/contracts';
import { type Pack, loadPack } from '@countersign/pack';
import type { PackStore, PublishedPack } from '@countersign/pipeline';
import type { Database } from './database.js';

/** Loaded packs kept per process; versions never change, so only memory limits this. */
const KEPT = 64;

/** As the database tells them. */
export interface PublishedRow {
  id: string;
  version: number;
  binding: NameBinding | null;
}

export function publishedPacks(rows: PublishedRow[]): PublishedPack[] {
  return rows.map(({ id, version, binding }) => ({ id, version, binding: binding ?? undefined }));
}

export function packStore(db: Database): PackStore {
  const loads = new Map<string, Promise<Pack | undefined>>();
  const read = async (tenantId: string, packId: string, version: number): Promise<Pack | undefined> => {
    const files = await db.call<Record<string, string> | null>('app', 'pack_files', 'select pack_files($1, $2, $3) as result', [tenantId, packId, version]);
    if (!files) return undefined;
    const { pack } = loadPack(files, version);
    if (!pack) throw new Fault('internal', false, { params: { detail: `published pack ${packId} v${version} does not load` } });
    return pack;
  };
  return {
    async load(tenantId, packId, version) {
      const key = `${tenantId}/${packId}/${version}`;
      const kept = loads.get(key);
      if (kept) return kept;
      // Who asks meanwhile waits for the same reading: it takes the processor for a tenth of a second.
      const load = read(tenantId, packId, version);
      if (loads.size >= KEPT) loads.delete(loads.keys().next().value!);
      loads.set(key, load);
      const pack = await load.catch((fault: unknown) => {
        loads.delete(key);
        throw fault;
      });
      if (!pack) loads.delete(key);
      return pack;
    },
    async forSource(tenantId, dataSourceId) {
      return publishedPacks(await db.call<PublishedRow[]>('app', 'packs_for_source', 'select packs_for_source($1, $2) as result', [tenantId, dataSourceId]));
    },
    async currentVersion(tenantId, packId) {
      return (await db.call<number | null>('app', 'pack_current', 'select pack_current($1, $2) as result', [tenantId, packId])) ?? undefined;
    },
  };
}
