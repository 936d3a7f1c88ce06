import fc from 'fast-check';
import { Fault, type GateReport } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import type { ModelBudget } from './budget.js';
import type { Model, ModelRequest, ModelTurn } from './port.js';
import { proposeQuery, type ModelWorld } from './propose-query.js';

const never = new AbortController().signal;
const reject: GateReport = { verdict: 'reject', dialect: 'postgres', rule: 'unknown-column', message: 'no column totl', nearest: ['total'], findings: [] };
const accept = { verdict: 'accept' } as GateReport;
const task = { system: 's', question: 'q', tools: [] };
const budget: ModelBudget = { requests: 5, toolCalls: 8, retries: 3, tokens: 20_000, costMicros: 1_000, outputTokensPerRequest: 500, requestMs: 1_000, wallMs: 5_000 };
const call = (tool: string, input: unknown) => ({ id: 'c', tool, input });
const turn = (calls: ModelTurn['calls'], more: Partial<ModelTurn> = {}): ModelTurn => ({ text: '', calls, finish: calls.length > 0 ? 'tools' : 'stop', usage: { inputTokens: 10, outputTokens: 5, cachedInputTokens: 0 }, latencyMs: 1, requests: 1, costMicros: 3, ...more });
const proposal = (sql: string) => call('propose_query', { sql, assumptions: [], confidence: 0.5 });

function plays(turns: (ModelTurn | Fault)[], seen: ModelRequest[] = []): Model {
  return { name: 'fake/model', turn: async (request) => { seen.push(request); const next = turns.shift() ?? turn([]); if (next instanceof Fault) throw next; return next; } };
}
const world = (judge: (sql: string) => GateReport = () => accept): ModelWorld => ({ judge: async (sql) => judge(sql), use: async ({ tool }) => ({ result: `${tool}: looked up`, failed: false }), nowMs: () => 0 });

describe('a model that proposes', () => {
  it('looks things up, then ends with a query that the gate lets through', async () => {
    const seen: ModelRequest[] = [];
    const ended = await proposeQuery(world(), plays([turn([call('list_schemas', {})]), turn([proposal('SELECT 1')])], seen), task, budget, never);
    expect(ended).toMatchObject({ end: 'proposed', final: { sql: 'SELECT 1' }, spent: { requests: 2, toolCalls: 2, inputTokens: 20, outputTokens: 10, costMicros: 6 } });
    expect(ended.attempts.map(({ outcome }) => outcome)).toEqual(['tools', 'propose_query']);
    expect(seen[1]?.messages.at(-1)).toMatchObject({ role: 'tool', result: 'list_schemas: looked up' });
  });

  it('is told rule, reason and nearest names of what the gate rejects, and corrects itself', async () => {
    const seen: ModelRequest[] = [];
    const ended = await proposeQuery(world((sql) => (sql.includes('totl') ? reject : accept)), plays([turn([proposal('SELECT totl')]), turn([proposal('SELECT total')])], seen), task, budget, never);
    expect(ended).toMatchObject({ end: 'proposed', spent: { retries: 1 } });
    expect(seen[1]?.messages.at(-1)).toMatchObject({ failed: true, result: 'rejected by unknown-column: no column totl; did you mean total' });
  });

  it('ends with the cap and the rule when it insists', async () => {
    const ended = await proposeQuery(world(() => reject), plays(Array.from({ length: 20 }, () => turn([proposal('SELECT totl')]))), task, budget, never);
    expect(ended).toMatchObject({ end: 'failed', why: 'retries', rule: 'unknown-column' });
    expect(ended.attempts).toHaveLength(budget.retries + 1);
  });

  it('may ask back or decline', async () => {
    expect(await proposeQuery(world(), plays([turn([call('ask_person', { term: 'big', question: 'Which?', choices: ['by revenue', 'by orders'] })])]), task, budget, never)).toMatchObject({ end: 'asked', final: { term: 'big' } });
    expect(await proposeQuery(world(), plays([turn([call('decline', { reason: 'no such data' })])]), task, budget, never)).toMatchObject({ end: 'declined' });
    expect(await proposeQuery(world(), plays([turn([], { finish: 'refused' })]), task, budget, never)).toMatchObject({ end: 'declined', final: { reason: 'refused' } });
  });

  it('is asked once more after a reply without a call, and after a fault that may pass', async () => {
    const ended = await proposeQuery(world(), plays([turn([]), new Fault('model-busy', true), turn([proposal('SELECT 1')])]), task, budget, never);
    expect(ended.attempts.map(({ outcome }) => outcome)).toEqual(['no-call', 'model-busy', 'propose_query']);
    expect(await proposeQuery(world(), plays([new Fault('model-rejected', false)]), task, budget, never)).toMatchObject({ end: 'failed', why: 'model-rejected', retryable: false });
  });

  it('counts what was reserved where the provider does not say', async () => {
    const { spent } = await proposeQuery(world(), plays([turn([proposal('SELECT 1')], { usage: null, costMicros: null })]), task, budget, never);
    expect(spent).toMatchObject({ outputTokens: 500, unpriced: 1 });
    expect(spent.inputTokens).toBeGreaterThan(100);
  });

  it('throws what is no fault of the provider', async () => {
    await expect(proposeQuery(world(), plays([new Fault('cancelled', false)]), task, budget, never)).rejects.toMatchObject({ kind: 'cancelled' });
  });
});

describe('the budget', () => {
  const step = fc.record({
    calls: fc.array(fc.constantFrom(call('list_schemas', {}), call('check_sql', { sql: 'x' }), call('no_such', {}), proposal('bad'), call('propose_query', { sql: 3 }), call('decline', {})), { maxLength: 4 }),
    usage: fc.option(fc.record({ inputTokens: fc.nat(9_000), outputTokens: fc.nat(900), cachedInputTokens: fc.constant(0) })),
    costMicros: fc.option(fc.nat(600)), requests: fc.integer({ min: 1, max: 4 }), latencyMs: fc.nat(1_000),
    fault: fc.option(fc.constantFrom('model-busy' as const, 'model-timeout' as const, 'model-rejected' as const), { freq: 8 }),
  });

  it('is passed by no more than one response, whatever the model does, and every micro is accounted', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      let now = 0;
      let at = 0;
      let asked = true;
      let [cost, tokens, requests] = [0, 0, 0];
      const last = { cost: 0, tokens: 0, requests: 0, ms: 0 };
      const model: Model = {
        name: 'fake/any',
        turn: async ({ deadlineMs, maxOutputTokens }) => {
          const { fault, latencyMs, ...one } = steps[at++ % steps.length]!;
          const ms = Math.min(latencyMs, deadlineMs);
          now += ms;
          asked &&= deadlineMs <= budget.requestMs && maxOutputTokens === budget.outputTokensPerRequest;
          Object.assign(last, { cost: fault ? 0 : (one.costMicros ?? 0), tokens: one.usage && !fault ? one.usage.inputTokens + one.usage.outputTokens : 20_000, requests: one.requests, ms });
          requests += one.requests;
          if (fault) throw new Fault(fault, fault !== 'model-rejected', { params: { requests: String(one.requests) } });
          cost += one.costMicros ?? 0;
          tokens += one.usage ? one.usage.inputTokens + one.usage.outputTokens : 0;
          return turn(one.calls, { ...one, latencyMs: ms });
        },
      };
      const { spent, attempts } = await proposeQuery({ ...world(() => reject), nowMs: () => now }, model, task, budget, never);
      const used = spent.inputTokens + spent.outputTokens;
      const sum = (of: (one: (typeof attempts)[number]) => number): number => attempts.reduce((all, one) => all + of(one), 0);
      const accounted = spent.costMicros === cost && sum((one) => one.costMicros ?? 0) === cost && spent.requests === requests && used >= tokens && sum((one) => one.inputTokens + one.outputTokens) === used;
      const kept = spent.costMicros - last.cost < budget.costMicros && spent.requests - last.requests < budget.requests && used - last.tokens <= budget.tokens
        && spent.toolCalls <= budget.toolCalls && spent.retries <= budget.retries + 1 && now - last.ms < budget.wallMs;
      return asked && accounted && kept;
    }), { numRuns: 10_000 });
  }, 120_000);
});
