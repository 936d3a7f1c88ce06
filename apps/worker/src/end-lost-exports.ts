import type { Ports } from '@countersign/pipeline';
import type { Store } from '@countersign/store';

/** Longer than any reader takes for a file: a stalled one is cut after a minute. */
const GONE_AFTER_MS = 24 * 3_600_000;
const BATCH = 100;

/** Exports whose process died are on record as begun for ever: a day later they count as broken off, and the audit says so. */
export async function endLostExports(store: Pick<Store, 'system' | 'exports'>, { clock, ids, process }: Pick<Ports, 'clock' | 'ids' | 'process'>): Promise<void> {
  const at = clock.now();
  for (const { tenantId, id, jobId } of await store.system.lostExports(new Date(Date.parse(at) - GONE_AFTER_MS).toISOString(), BATCH)) {
    await store.exports.end(tenantId, id, { state: 'broken-off', manifest: null }, {
      id: ids.next(), at, action: 'result.export-ended', actor: { kind: 'system', id: process, name: process },
      subject: { kind: 'job', id: jobId }, dataSourceId: null, state: null, details: { exportId: id, outcome: 'broken-off', reason: 'process-lost' },
    });
  }
}
