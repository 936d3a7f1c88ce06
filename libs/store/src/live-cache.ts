import type { LiveAbout } from '@countersign/pipeline';

/** Facts of one person, source and pack are some kilobytes, without the catalogue: a process keeps the last few. */
const KEPT = 256;

/**
 * The live facts by the version under which they were read. Never believed without asking the database for that of now:
 * only the reading and sending of what did not change is spared.
 */
export class LiveCache<Facts> {
  private readonly kept = new Map<string, { version: string; facts: Facts }>();

  /** What is held about this; whether it is still so is the database's to say. */
  about(tenantId: string, about: LiveAbout): { version: string; facts: Facts } | undefined {
    return this.kept.get(keyOf(tenantId, about));
  }

  keep(tenantId: string, about: LiveAbout, version: string, facts: Facts): void {
    const key = keyOf(tenantId, about);
    this.kept.delete(key);
    if (this.kept.size >= KEPT) this.kept.delete(this.kept.keys().next().value!);
    this.kept.set(key, { version, facts });
  }
}

function keyOf(tenantId: string, { askerId, approverId, dataSourceId, packId, ruleAuthors = false }: LiveAbout): string {
  return JSON.stringify([tenantId, askerId, approverId, dataSourceId, packId, ruleAuthors]);
}
