import { describe, expect, it } from 'vitest';
import { modelFromEnvironment } from './model-from-environment.js';

const read = (env: Record<string, string>) => {
  const found = modelFromEnvironment(env);
  return found && `${found.provider} ${found.model} ${found.baseUrl ?? '-'}`;
};

describe('the model in the environment', () => {
  it('is none without a key', () => {
    expect(read({})).toBeNull();
    expect(read({ ANTHROPIC_API_KEY: ' ', OPENAI_API_KEY: '' })).toBeNull();
  });

  it.each([
    [{ ANTHROPIC_API_KEY: 'a' }, 'anthropic claude-sonnet-5-5 -'],
    [{ OPENAI_API_KEY: 'o' }, 'openai-compatible gpt-6-sol -'],
    [{ ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o' }, 'anthropic claude-sonnet-5-5 -'],
    [{ ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o', COUNTERSIGN_MODEL: 'openai/gpt-5.4' }, 'openai-compatible gpt-5.4 -'],
    [{ OPENAI_API_KEY: 'o', COUNTERSIGN_MODEL: 'gpt-5.4-mini' }, 'openai-compatible gpt-5.4-mini -'],
    [{ OPENAI_BASE_URL: 'http://ollama:11434/v1', COUNTERSIGN_MODEL: 'openai/qwen3:8b' }, 'openai-compatible qwen3:8b http://ollama:11434/v1'],
    [{ OPENAI_BASE_URL: 'https://api.groq.com/openai/v1', OPENAI_API_KEY: 'o', COUNTERSIGN_MODEL: 'meta-llama/llama-4' }, 'openai-compatible meta-llama/llama-4 https://api.groq.com/openai/v1'],
    [{ OPENAI_BASE_URL: 'https://api.openai.com/v1/', OPENAI_API_KEY: 'o' }, 'openai-compatible gpt-6-sol https://api.openai.com/v1/'],
  ])('%j is %s', (env, found) => {
    expect(read(env as Record<string, string>)).toBe(found);
  });

  it('is none when it is switched off', () => {
    expect(read({ ANTHROPIC_API_KEY: 'a', COUNTERSIGN_MODEL: 'none' })).toBeNull();
  });

  it.each([
    [{ COUNTERSIGN_MODEL: 'gpt-5.4' }, /neither ANTHROPIC_API_KEY nor OPENAI_API_KEY/],
    [{ COUNTERSIGN_MODEL: 'anthropic/claude-opus-5', OPENAI_API_KEY: 'o' }, /ANTHROPIC_API_KEY is not set/],
    [{ COUNTERSIGN_MODEL: 'openai/gpt-5.4', ANTHROPIC_API_KEY: 'a' }, /neither OPENAI_API_KEY nor OPENAI_BASE_URL/],
    [{ COUNTERSIGN_MODEL: 'gpt-5.4', ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o' }, /anthropic\/gpt-5.4 or openai\/gpt-5.4/],
    [{ COUNTERSIGN_MODEL: 'openai/', OPENAI_API_KEY: 'o' }, /names no model/],
    [{ OPENAI_BASE_URL: 'http://vllm:8000/v1' }, /COUNTERSIGN_MODEL must name a model/],
    [{ ANTHROPIC_API_KEY: 'a', COUNTERSIGN_MODEL_TOOLS: 'maybe' }, /native or in-prompt/],
    [{ ANTHROPIC_API_KEY: 'a', COUNTERSIGN_MODEL_PRICE: 'cheap' }, /dollars for a million tokens/],
    [{ ANTHROPIC_API_KEY: 'sk-secret and more' }, /^ANTHROPIC_API_KEY holds a space/],
  ])('%j is refused in one clear line', (env, why) => {
    const fails = () => modelFromEnvironment(env as Record<string, string>);
    expect(fails).toThrow(why);
    expect(fails).not.toThrow(/\n|sk-secret/);
  });

  it('may have a price of its own', () => {
    expect(modelFromEnvironment({ OPENAI_API_KEY: 'o', COUNTERSIGN_MODEL_PRICE: '0.5, 1.5, 0.05' })?.price).toEqual({ input: 500_000, output: 1_500_000, cachedInput: 50_000, cacheWrite: 500_000 });
  });
});
