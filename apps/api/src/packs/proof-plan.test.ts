import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Fault } from '@countersign/contracts';
import { identityBinding, loadPack } from '@countersign/pack';
import { describe, expect, it } from 'vitest';
import { ProofPlan } from './proof-plan.js';

const FOLDER = path.resolve(__dirname, '../../../../packs/commerce');
const files = Object.fromEntries(readdirSync(FOLDER).filter((f) => f.endsWith('.yaml')).map((f) => [f, readFileSync(path.join(FOLDER, f), 'utf8')]));

/** A plan over a gate that fails as told before it answers. */
function planOver(faults: Fault[]): { of: () => ReturnType<ProofPlan['of']>; asked: () => number } {
  let asked = 0;
  const store = { releases: { boundTo: async () => [{ dataSourceId: 'd', binding: identityBinding(loadPack(files, 1).pack!) }] }, sources: { load: async () => ({ dialect: 'postgres' }), catalogue: async () => ({ tables: [], searchPath: [] }) } };
  const gate = { check: async () => {
    asked += 1;
    const fault = faults.shift();
    if (fault) throw fault;
    return { verdict: 'accept', sql: 'SELECT 1' };
  } };
  const plan = new ProofPlan(store as never, { gate } as never, {} as never, {} as never);
  return { of: () => plan.of('t', 'commerce', files), asked: () => asked };
}

describe('what a data source has to prove', () => {
  it('is put together though the gate was busy for a moment', async () => {
    const calm = planOver([]);
    const [order] = await calm.of();
    const busy = planOver([new Fault('internal', true), new Fault('internal', true)]);
    expect(await busy.of()).toEqual([order]);
    expect(busy.asked()).toBe(calm.asked() + 2);
  });
  it('is not asked again and again of a gate that is broken', async () => {
    const broken = planOver([new Fault('internal', false)]);
    await expect(broken.of()).rejects.toThrow(Fault);
    const stuck = planOver(Array.from({ length: 9 }, () => new Fault('internal', true)));
    await expect(stuck.of()).rejects.toThrow(Fault);
    expect([broken.asked(), stuck.asked()]).toEqual([1, 4]);
  });
});
