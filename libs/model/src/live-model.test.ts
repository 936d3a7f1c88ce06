import { describe, expect, it } from 'vitest';
import { MODEL_CONTRACT } from './spec/model.contract.js';
import { openModel } from './settings/open-model.js';

/** A real endpoint, when one is named: TEST_MODEL_ANTHROPIC_API_KEY, TEST_MODEL_OPENAI_BASE_URL, TEST_MODEL_COUNTERSIGN_MODEL … */
const env = Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (name.startsWith('TEST_MODEL_') ? [[name.slice('TEST_MODEL_'.length), value]] : [])));
const live = openModel(env, { now: () => Date.now(), trouble: () => undefined });

describe('a live model', () => {
  it('is asked only when the environment of the tests names one', () => {
    expect(live === null).toBe(!Object.keys(env).some((name) => /_API_KEY$|_BASE_URL$/.test(name)));
  });

  if (live) it.each(MODEL_CONTRACT)('$says', ({ prove }) => prove(live.model), 120_000);
});
