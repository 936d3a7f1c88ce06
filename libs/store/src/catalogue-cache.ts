import type { Catalogue } from '@countersign/contracts';

/** What the database says of a catalogue: `body` is null when the asker's fingerprint is still the current one. */
export interface CatalogueSnapshot {
  fingerprint: string;
  body: Catalogue | null;
}

/** Catalogues can be large: a process keeps the last few and asks only whether they are still the same. */
const KEPT = 32;

/** Catalogues by tenant and data source. Never believed without asking: only their bodies are spared the way. */
export class CatalogueCache {
  private readonly kept = new Map<string, { fingerprint: string; body: Catalogue }>();

  /** What to ask with; null: nothing is kept. */
  fingerprint(tenantId: string, dataSourceId: string): string | null {
    return this.kept.get(`${tenantId}/${dataSourceId}`)?.fingerprint ?? null;
  }

  /** The catalogue of a snapshot asked for with {@link fingerprint}. */
  take(tenantId: string, dataSourceId: string, now: CatalogueSnapshot | null): Catalogue | undefined {
    const key = `${tenantId}/${dataSourceId}`;
    if (!now) return undefined;
    if (!now.body) return this.kept.get(key)?.body;
    if (this.kept.size >= KEPT) this.kept.delete(this.kept.keys().next().value!);
    this.kept.set(key, { fingerprint: now.fingerprint, body: now.body });
    return now.body;
  }
}
