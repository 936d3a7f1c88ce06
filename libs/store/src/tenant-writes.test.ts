import { Fault } from '@countersign/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Database } from './database.js';
import { moveWrite } from './job-write.js';
import { TenantWrites } from './tenant-writes.js';

/** A database that answers a batch with the ids in it, slowly, and refuses what a test says. */
function scripted(refuse: (ids: string[]) => unknown = () => null) {
  const calls: { tenant: string; ids: string[] }[] = [];
  let underWay = 0;
  let most = 0;
  const db = {
    async call(_as: string, _name: string, _text: string, [tenant, json]: [string, string]) {
      const ids = (JSON.parse(json) as { jobId: string }[]).map((w) => w.jobId);
      calls.push({ tenant, ids });
      most = Math.max(most, ++underWay);
      await sleep(5);
      underWay -= 1;
      const error = refuse(ids);
      if (error) throw error;
      return ids;
    },
  };
  return { writes: new TenantWrites(db as unknown as Database), calls, mostAtOnce: () => most };
}
const write = (jobId: string, version = 0) => moveWrite({
  tenantId: 't', jobId, dataSourceId: 'd', expectedVersion: version, from: 'GATING', to: 'GATING', nextStage: 'gate', continues: true, actor: { kind: 'system', id: 'w', name: 'w' },
  reason: null, at: '2026-06-30T09:00:00.000Z', writes: {}, timings: [], audit: [], traceparent: null,
});

describe('writes of one tenant', () => {
  it('go at once when alone, and together when they gathered meanwhile', async () => {
    const { writes, calls, mostAtOnce } = scripted();
    const first = writes.write('t', write('c'));
    const rest = ['b', 'd', 'a'].map((id) => writes.write('t', write(id)));
    expect(await first).toBe('c');
    expect(await Promise.all(rest)).toEqual(['b', 'd', 'a']);
    expect(calls.map((c) => c.ids)).toEqual([['c'], ['a', 'b', 'd']]);
    expect(mostAtOnce()).toBe(1);
    expect(await writes.write('t', write('e'))).toBe('e');
  });

  it('wait for the one that follows when they are patient, in order, and not for long', async () => {
    const { writes, calls } = scripted();
    await Promise.all([writes.write('t', write('a'), true), writes.write('u', write('z'), true), writes.write('t', write('a'), true), writes.write('t', write('b'))]);
    expect(calls.map((c) => c.ids)).toEqual([['a', 'a', 'b'], ['z']]);
    expect(await writes.write('t', write('c'), true)).toBe('c');
  });

  it('are one when they are moves of one job in a row, and each hears what became of it', async () => {
    const { writes, calls } = scripted();
    const three = [writes.write('t', write('a', 0), true), writes.write('t', write('b', 4), true), writes.write('t', write('a', 1))];
    expect(await Promise.all(three)).toEqual(['a', 'b', 'a']);
    expect(calls.map((c) => c.ids)).toEqual([['a', 'b']]);
  });

  it('never travel with another tenant’s', async () => {
    const { writes, calls, mostAtOnce } = scripted();
    await Promise.all(['t', 'u'].flatMap((tenant) => ['a', 'b', 'c'].map((id) => writes.write(tenant, write(id)))));
    expect(calls.map((c) => [c.tenant, c.ids.length]).sort()).toEqual([['t', 1], ['t', 2], ['u', 1], ['u', 2]]);
    expect(mostAtOnce()).toBe(2);
  });

  it('are repeated one by one when one of them fails, and only that one fails', async () => {
    const { writes } = scripted((ids) => (ids.includes('bad') ? new Fault('internal', false) : null));
    const outcomes = await Promise.allSettled(['x', 'a', 'bad', 'b'].map((id) => writes.write('t', write(id))));
    expect(outcomes.map((o) => o.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });

  it('are not repeated when the connection was lost: they may be committed', async () => {
    let lost = false;
    const { writes, calls } = scripted((ids) => (ids.length > 1 && !lost ? ((lost = true), new Fault('store-unavailable', true)) : null));
    const outcomes = await Promise.allSettled(['x', 'a', 'b'].map((id) => writes.write('t', write(id))));
    expect(outcomes.map((o) => o.status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(calls).toHaveLength(2);
    expect(await writes.write('t', write('c'))).toBe('c');
  });

  it('are repeated when they lost a deadlock: that was rolled back', async () => {
    let lost = false;
    const { writes } = scripted((ids) => (ids.length > 1 && !lost ? ((lost = true), new Fault('store-unavailable', true, { params: { sqlState: '40P01' } })) : null));
    expect(await Promise.all(['x', 'a', 'b'].map((id) => writes.write('t', write(id))))).toEqual(['x', 'a', 'b']);
  });

  it('travel at most 64 at a time', async () => {
    const { writes, calls } = scripted();
    await Promise.all(Array.from({ length: 150 }, (_, i) => writes.write('t', write(String(i)))));
    expect(calls.map((c) => c.ids.length)).toEqual([1, 64, 64, 21]);
  });
});
