import { costOf } from '@countersign/pipeline';
import { describe, expect, it } from 'vitest';
import { priceOf, PRICES, usd } from './prices.js';

describe('what a turn costs', () => {
  it('is in micros of a dollar, rounded up', () => {
    const price = usd(3, 15, 0.3, 3.75);
    expect(costOf({ inputTokens: 1_000_000, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0 }, price)).toBe(3_000_000);
    expect(costOf({ inputTokens: 1_000, outputTokens: 100, cachedInputTokens: 600, cacheWriteTokens: 200 }, price)).toBe(600 + 1_500 + 180 + 750);
    expect(costOf({ inputTokens: 1, outputTokens: 0, cachedInputTokens: 1, cacheWriteTokens: 0 }, usd(0.1, 0.5, 0.01))).toBe(1);
  });

  it('is dearer for long prompts where the list says so', () => {
    const price = priceOf('anthropic', 'claude-haiku-5-5') ?? usd(0, 0, 0);
    const input = (inputTokens: number) => costOf({ inputTokens, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0 }, price);
    expect([input(100_000), input(100_001)]).toEqual([10_000, 50_001]);
  });

  it('is known for a dated name, and not for another vendor’s or an unknown one', () => {
    expect(priceOf('anthropic', 'claude-sonnet-4-5-20250929')).toEqual(usd(3, 15, 0.3, 3.75));
    expect(priceOf('openai', 'gpt-5.4-2026-03-05')).toEqual(usd(2.5, 15, 0.25));
    for (const name of ['toString', '__proto__', 'claude-sonnet', 'gpt-99']) expect(priceOf('openai', name)).toBeNull();
    expect(priceOf(null, 'gpt-5.4')).toBeNull();
  });

  it('says where every price was read', () => {
    for (const { source, readOn, prices } of Object.values(PRICES)) {
      expect(source).toMatch(/^https:/);
      expect(readOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      for (const { input, output, cachedInput } of Object.values(prices)) expect(cachedInput < input && input < output).toBe(true);
    }
  });
});
