import { describe, expect, it } from 'vitest';
import { SourceLanes } from './source-lanes.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('lanes of data sources', () => {
  it('let a source that answers pass one that hangs, however much waits for that', async () => {
    const lanes = new SourceLanes(2, async (_tenant, job) => job.split('-')[0]);
    const started: string[] = [];
    const ends: (() => void)[] = [];
    const hang = Array.from({ length: 50 }, (_, n) => lanes.during({ tenantId: 't', jobId: `slow-${n}` }, () => { started.push(`slow-${n}`); return new Promise<void>((resolve) => ends.push(resolve)); }));
    await settled();
    expect(await lanes.during({ tenantId: 't', jobId: 'quick-1' }, async () => 'answered')).toBe('answered');
    expect(started).toEqual(['slow-0', 'slow-1']);
    while (ends.length > 0) { ends.shift()!(); await settled(); }
    await Promise.all(hang);
    expect(started).toEqual(Array.from({ length: 50 }, (_, n) => `slow-${n}`));
  });
  it('give the place of work that broke to the next', async () => {
    const lanes = new SourceLanes(1, async () => 'source');
    const broken = lanes.during({ tenantId: 't', jobId: 'a' }, async () => { throw new Error('broken'); });
    await expect(broken).rejects.toThrow('broken');
    expect(await lanes.during({ tenantId: 't', jobId: 'b' }, async () => 1)).toBe(1);
  });
  it('keep tenants apart, ask for the source of a job once, and hold up nobody whose job is gone', async () => {
    let asked = 0;
    const lanes = new SourceLanes(1, async (tenant) => { asked += 1; return tenant === 'gone' ? undefined : 'source'; });
    const hangs = new Promise<void>(() => undefined);
    void lanes.during({ tenantId: 'a', jobId: '1' }, () => hangs);
    expect(await lanes.during({ tenantId: 'b', jobId: '2' }, async () => 'passed')).toBe('passed');
    expect(await lanes.during({ tenantId: 'b', jobId: '2' }, async () => 'again')).toBe('again');
    expect(await lanes.during({ tenantId: 'gone', jobId: '3' }, async () => 'nothing to do')).toBe('nothing to do');
    expect(asked).toBe(3);
  });
});
