import { Fault } from '@countersign/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeptTurn } from '../ports.js';
import { meteredModel } from './metered-model.js';
import type { Model, ModelTurn } from './port.js';

const JOB = { tenantId: 't', id: 'j' };
const REQUEST = { system: '', messages: [], tools: [], maxOutputTokens: 10, deadlineMs: 10 };
const turnOf = (costMicros: number | null): ModelTurn => ({ text: '', calls: [], finish: 'stop', usage: null, latencyMs: 3, requests: 1, costMicros });

function metered(plays: (ModelTurn | Fault)[], dailyMicros: number | null) {
  const [kept, sent]: [KeptTurn[], number[]] = [[], []];
  const model: Model = { name: 'fake/one', turn: async () => { const next = plays[sent.push(1) - 1]; if (!next || next instanceof Fault) throw next ?? new Error('played out'); return next; } };
  const modelAccount = { day: async () => ({ spentMicros: kept.reduce((sum, { costMicros }) => sum + (costMicros ?? 0), 0), dailyMicros }), keep: async (turn: KeptTurn) => void kept.push(turn) };
  return { kept, sent, model: meteredModel({ modelAccount, clock: { now: () => '2026-01-01T00:00:00.000Z', micros: () => 0 }, ids: { next: () => `id-${kept.length}` } }, model, JOB) };
}

const ask = ({ model }: { model: Model }) => model.turn(REQUEST, new AbortController().signal).then(() => 'answered', (error: Fault) => error.kind);

describe('a metered model', () => {
  it('keeps a turn with its cost, and a fault with its kind', async () => {
    const one = metered([turnOf(7), new Fault('model-busy', true, { params: { requests: '3' } })], null);
    expect([await ask(one), await ask(one)]).toEqual(['answered', 'model-busy']);
    expect(one.kept).toMatchObject([{ jobId: 'j', model: 'fake/one', outcome: 'stop', requests: 1, costMicros: 7 }, { outcome: 'model-busy', requests: 3, costMicros: null }]);
  });

  it('sends nothing where nothing may be spent', async () => {
    const one = metered([turnOf(7)], 0);
    expect(await ask(one)).toBe('model-over-budget');
    expect(one.sent).toEqual([]);
  });

  it('passes a day’s budget by no more than one response, and accounts for every micro', async () => {
    await fc.assert(fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 }), fc.integer({ min: 0, max: 300 }), async (costs, daily) => {
      const one = metered(costs.map((cost) => turnOf(cost)), daily);
      for (const _ of costs) await ask(one);
      const spent = one.kept.map(({ costMicros }) => costMicros ?? 0);
      expect(spent).toEqual(costs.slice(0, one.sent.length));
      expect(spent.slice(0, -1).reduce((sum, cost) => sum + cost, 0)).toBeLessThanOrEqual(Math.max(0, daily - 1));
    }));
  });
});
