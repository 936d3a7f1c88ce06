import type { SourceProbePayload } from '@countersign/contracts';
import type { Clock } from '@countersign/pipeline';
import type { Store } from '@countersign/store';

/** One that is away may be back any minute, and nobody can ask it until it is looked at. */
const AWAY_FOR_MS = 60_000;
const BATCH = 200;

interface ResyncDeps {
  store: Pick<Store, 'system'>;
  queue: { publish(queue: 'probe', payload: SourceProbePayload, id: string): Promise<void> };
  clock: Pick<Clock, 'now'>;
  /** How long a proof and a catalogue are believed. */
  believedForMs: number;
}

/** Asks the collector to look again at data sources whose proof and catalogue are too old: tables and rights change without notice. @returns how many */
export async function resyncSources({ store, queue, clock, believedForMs }: ResyncDeps): Promise<number> {
  const now = Date.parse(clock.now());
  const before = (ms: number): string => new Date(now - ms).toISOString();
  const due = await store.system.dueSources({ settled: before(believedForMs), unsettled: before(AWAY_FOR_MS) }, BATCH);
  // The same id for a few minutes: one that waits in the queue is not put there twice.
  for (const source of due) await queue.publish('probe', source, `sync-${source.dataSourceId}-${source.revision}-${Math.floor(now / (5 * AWAY_FOR_MS))}`);
  return due.length;
}
