import type { AuditEntry } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { endLostExports } from './end-lost-exports.js';

describe('exports whose process died', () => {
  it('are broken off once they are a day old, and the audit says by whom and why', async () => {
    const asked: string[] = [];
    const ended: [string, string, AuditEntry][] = [];
    await endLostExports(
      {
        system: { lostExports: async (before: string) => (asked.push(before), [{ tenantId: 't', id: 'x', jobId: 'j' }]) },
        exports: { end: async (tenantId: string, id: string, _how: unknown, audit: AuditEntry) => (ended.push([tenantId, id, audit]), true) },
      } as unknown as Parameters<typeof endLostExports>[0],
      { clock: { now: () => '2026-06-30T03:00:00.000Z', micros: () => 0 }, ids: { next: () => 'a' }, process: 'worker-1' },
    );
    expect(asked).toEqual(['2026-06-29T03:00:00.000Z']);
    expect(ended).toEqual([['t', 'x', {
      id: 'a', at: '2026-06-30T03:00:00.000Z', action: 'result.export-ended', actor: { kind: 'system', id: 'worker-1', name: 'worker-1' },
      subject: { kind: 'job', id: 'j' }, dataSourceId: null, state: null, details: { exportId: 'x', outcome: 'broken-off', reason: 'process-lost' },
    }]]);
  });
});
