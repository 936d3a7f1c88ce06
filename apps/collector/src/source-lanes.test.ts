import { describe, expect, it } from 'vitest';
import { SourceLanes } from './source-lanes.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));
const at = (dataSourceId: string, tenantId = 't') => ({ tenantId, dataSourceId });

describe('lanes of data sources', () => {
  it('let a source that answers pass one that hangs, however much waits for that', async () => {
    const lanes = new SourceLanes(2);
    const started: string[] = [];
    const ends: (() => void)[] = [];
    const hang = Array.from({ length: 50 }, (_, n) => lanes.during(at('slow'), () => { started.push(`slow-${n}`); return new Promise<void>((resolve) => ends.push(resolve)); }));
    await settled();
    expect(await lanes.during(at('quick'), async () => 'answered')).toBe('answered');
    expect(started).toEqual(['slow-0', 'slow-1']);
    while (ends.length > 0) { ends.shift()!(); await settled(); }
    await Promise.all(hang);
    expect(started).toEqual(Array.from({ length: 50 }, (_, n) => `slow-${n}`));
  });
  it('give the place of work that broke to the next', async () => {
    const lanes = new SourceLanes(1);
    const broken = lanes.during(at('source'), async () => { throw new Error('broken'); });
    await expect(broken).rejects.toThrow('broken');
    expect(await lanes.during(at('source'), async () => 1)).toBe(1);
  });
  it('keep tenants apart', async () => {
    const lanes = new SourceLanes(1);
    const hangs = new Promise<void>(() => undefined);
    void lanes.during(at('source', 'a'), () => hangs);
    expect(await lanes.during(at('source', 'b'), async () => 'passed')).toBe('passed');
  });
});
