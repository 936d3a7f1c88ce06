import type { ModelUsage } from '@countersign/pipeline';
import type { Price } from './prices.js';

/** Usage as far as prices tell it apart. */
export interface BilledUsage extends ModelUsage {
  /** Part of `inputTokens`. */
  cacheWriteTokens: number;
}

/** In micros of a US dollar, rounded up: a budget is never overdrawn by rounding. */
export function costOf({ inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens }: BilledUsage, price: Price): number {
  const { input, output, cachedInput, cacheWrite } = price.long && inputTokens > price.long.above ? price.long.price : price;
  const plain = Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens);
  return Math.ceil((plain * input + cachedInputTokens * cachedInput + cacheWriteTokens * cacheWrite + outputTokens * output) / 1_000_000);
}
