import { expect, it } from 'vitest';
import { processEnvironments } from './process-environment.js';

it('hands each process the secrets it needs and no others', async () => {
  const env = { COUNTERSIGN_KEY: 'the-key', ANTHROPIC_API_KEY: 'sk-a', OPENAI_API_KEY: 'sk-o', OPENAI_BASE_URL: 'http://ollama:11434/v1', COUNTERSIGN_MODEL: 'openai/qwen3', COUNTERSIGN_AUDIT_KEY: 'audit' };
  const made = await processEnvironments({ env, port: 1, host: '127.0.0.1', databaseUrl: 'postgresql://db', redisUrl: null, queueDatabaseUrl: null, keyFile: null, demoPassword: null, secrets: { publicKey: 'public' }, auditKeyFile: null });
  const holders = (name: string) => Object.entries(made).filter(([, { env: given }]) => given[name] !== undefined).map(([process]) => process);
  expect(Object.fromEntries(['COUNTERSIGN_KEY', 'COUNTERSIGN_SEALING_KEY', 'COUNTERSIGN_AUDIT_KEY', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY'].map((name) => [name, holders(name)]))).toEqual({
    COUNTERSIGN_KEY: ['collector'], COUNTERSIGN_SEALING_KEY: ['api'], COUNTERSIGN_AUDIT_KEY: ['api'], ANTHROPIC_API_KEY: ['worker'], OPENAI_API_KEY: ['worker'],
  });
  expect(made.worker.env).toMatchObject({ COUNTERSIGN_MODEL: 'openai/qwen3', OPENAI_BASE_URL: 'http://ollama:11434/v1' });
});
