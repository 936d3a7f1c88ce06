import { type FakeServer, openModel, startFakeAnthropic, startFakeOpenai } from '@countersign/model';
import { DEFAULT_MODEL_BUDGET, proposeQuery } from '@countersign/pipeline';
import { afterEach, describe, expect, it } from 'vitest';

let server: FakeServer | undefined;
afterEach(async () => { await server?.close(); });

const PROPOSAL = { id: 'call_1', tool: 'propose_query', input: { sql: 'SELECT 1', assumptions: [], confidence: 0.5 } };
const world = { judge: async () => ({ verdict: 'accept' }) as never, use: async () => ({ result: '', failed: false }), nowMs: () => Date.now() };

describe('the model of the environment', () => {
  it.each([
    ['anthropic', startFakeAnthropic, (url: string) => ({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: url })],
    ['openai', startFakeOpenai, (url: string) => ({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url, COUNTERSIGN_MODEL: 'openai/test-model' })],
  ] as const)('really asks %s’s protocol, through the loop and over the wire', async (_name, start, env) => {
    server = await start();
    server.script({ does: 'reply', calls: [{ id: 'call_0', tool: 'list_schemas', input: {} }] }, { does: 'reply', calls: [PROPOSAL] });
    const opened = openModel(env(server.url), { now: () => 0, trouble: (error) => { throw error; } })!;
    const ended = await proposeQuery(world, opened.model, { system: 's', question: 'How many?', tools: [{ name: 'list_schemas', description: 'd', input: { type: 'object', properties: {} } }] }, DEFAULT_MODEL_BUDGET, new AbortController().signal);
    expect(ended).toMatchObject({ end: 'proposed', final: { sql: 'SELECT 1' }, spent: { requests: 2 } });
    expect(server.seen).toHaveLength(2);
  });
});
