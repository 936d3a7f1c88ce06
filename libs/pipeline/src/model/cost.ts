import type { ModelUsage } from './port.js';

/** Micros of a US dollar for a million tokens; 3_000_000 is $3. */
export interface Price {
  input: number;
  output: number;
  /** Read from the provider's cache. */
  cachedInput: number;
  /** Written to it; as `input` where the provider does not charge for that. */
  cacheWrite: number;
  /** For requests with more input tokens than this, all of it costs `long`. */
  long?: { above: number; price: Price };
}

/** Usage as far as prices tell it apart. */
export interface BilledUsage extends ModelUsage {
  /** Part of `inputTokens`. */
  cacheWriteTokens: number;
}

/**
 * In micros of a US dollar, rounded up: a budget is never overdrawn by rounding.
 *
 * @example costOf({ inputTokens: 1_000, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0 }, { input: 3_000_000, output: 0, cachedInput: 0, cacheWrite: 0 }) // 3_000
 */
export function costOf({ inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens }: BilledUsage, price: Price): number {
  const { input, output, cachedInput, cacheWrite } = price.long && inputTokens > price.long.above ? price.long.price : price;
  const plain = Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens);
  return Math.ceil((plain * input + cachedInputTokens * cachedInput + cacheWriteTokens * cacheWrite + outputTokens * output) / 1_000_000);
}
