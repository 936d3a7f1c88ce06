import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSecrets } from '@countersign/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeAnthropic } from '../fakes/fake-anthropic.js';
import { startFakeOpenai } from '../fakes/fake-openai.js';
import type { FakeServer } from '../fakes/scripted-server.js';
import { sampleRequest } from '../spec/sample-request.js';
import { openModel } from './open-model.js';
import { modelKeyPlace, type StoredModel, tenantModel } from './tenant-model.js';

const never = new AbortController().signal;
const open = (env: Record<string, string>) => openModel(env, { now: () => 0, trouble: (error) => { throw error; } });
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-model-'));
let anthropic: FakeServer;
let openai: FakeServer;
beforeAll(async () => {
  [anthropic, openai] = await Promise.all([startFakeAnthropic(), startFakeOpenai()]);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all([anthropic.close(), openai.close()]);
});

describe('the model of the environment', () => {
  it('is none where nothing is configured', () => {
    expect(open({})).toBeNull();
  });

  it('is asked with the key, at the address, by the name that the environment says', async () => {
    const first = open({ ANTHROPIC_API_KEY: 'sk-a', ANTHROPIC_BASE_URL: anthropic.url });
    expect(await first?.model.turn(sampleRequest(), never)).toMatchObject({ text: 'ok', costMicros: 400 });
    expect(first?.price).toMatchObject({ input: 2_000_000 });
    expect(anthropic.seen[0]).toMatchObject({ path: '/v1/messages', headers: { 'x-api-key': 'sk-a' }, body: { model: 'claude-sonnet-5-5' } });
    await open({ ANTHROPIC_API_KEY: 'sk-a', ANTHROPIC_BASE_URL: anthropic.url.replace('/v1', '/') })?.model.turn(sampleRequest(), never);
    expect(anthropic.seen[1]?.path).toBe('/v1/messages');
    const second = open({ OPENAI_BASE_URL: openai.url, COUNTERSIGN_MODEL: 'openai/qwen3' });
    expect(await second?.model.turn(sampleRequest(), never)).toMatchObject({ text: 'ok', costMicros: null });
    expect(second).toMatchObject({ price: null, model: { name: 'openai/qwen3' } });
    expect(openai.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('may be a replay', async () => {
    const file = path.join(folder, 'replay.jsonl');
    writeFileSync(file, '{"question": "How many orders", "sql": "SELECT 1"}\n');
    expect(await open({ COUNTERSIGN_MODEL: `replay:${file}` })?.model.turn(sampleRequest(), never)).toMatchObject({ calls: [{ tool: 'propose_query', input: { sql: 'SELECT 1' } }] });
    expect(() => open({ COUNTERSIGN_MODEL: 'replay:/nowhere.jsonl' })).toThrow(/COUNTERSIGN_MODEL: the replay .* ENOENT/);
    writeFileSync(file, 'SELECT 1\n');
    expect(() => open({ COUNTERSIGN_MODEL: `replay:${file}` })).toThrow(/line 1 is not/);
  });

  it('is recorded when it is told to be', async () => {
    const file = path.join(folder, 'turns.jsonl');
    const env = { ANTHROPIC_API_KEY: 'sk-a', ANTHROPIC_BASE_URL: anthropic.url, COUNTERSIGN_MODEL_RECORD: 'full' };
    expect(() => open(env)).toThrow(/COUNTERSIGN_MODEL_RECORD_FILE/);
    expect(() => open({ ...env, COUNTERSIGN_MODEL_RECORD: 'yes' })).toThrow(/off, redacted or full/);
    await open({ ...env, COUNTERSIGN_MODEL_RECORD_FILE: file })?.model.turn(sampleRequest(), never);
    expect(readFileSync(file, 'utf8')).toContain('How many orders');
    expect(readFileSync(file, 'utf8')).not.toContain('sk-a');
  });
});

describe('a tenant’s model', () => {
  const secrets = createSecrets(Buffer.alloc(32, 7));
  const stored = (fields: Partial<StoredModel> = {}): StoredModel => ({
    tenantId: 'ten_1', provider: 'anthropic', model: 'claude-opus-5-5', baseUrl: anthropic.url, tools: 'native', price: null, sealedKey: secrets.seal('sk-tenant', modelKeyPlace('ten_1')), ...fields,
  });

  it('is asked with the tenant’s own key', async () => {
    anthropic.seen.length = 0;
    await tenantModel(stored(), secrets, [new URL(anthropic.url).host]).turn(sampleRequest(), never);
    expect(anthropic.seen[0]?.headers['x-api-key']).toBe('sk-tenant');
  });

  it('can’t use another tenant’s key', () => {
    expect(() => tenantModel(stored({ tenantId: 'ten_2' }), secrets, [new URL(anthropic.url).host])).toThrow(/belongs to another place/);
  });

  it('can’t lead into the network of the installation', () => {
    expect(() => tenantModel(stored(), secrets, [])).toThrow(/https/);
    expect(() => tenantModel(stored({ baseUrl: 'https://169.254.169.254/v1' }), secrets, [])).toThrow(/private network/);
  });

  it('needs a key where the vendor asks for one', () => {
    expect(() => tenantModel(stored({ sealedKey: null, baseUrl: null }), secrets, [])).toThrow(/neither a key nor a base URL/);
  });
});
