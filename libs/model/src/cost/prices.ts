import type { Price } from '@countersign/pipeline';

export type Vendor = 'anthropic' | 'openai';

export interface PriceList {
  /** Where the numbers were read, and on which day. They change without notice: COUNTERSIGN_MODEL_PRICE overrides them. */
  source: string;
  readOn: string;
  prices: Readonly<Record<string, Price>>;
}

export const PRICES: Readonly<Record<Vendor, PriceList>> = {
  anthropic: {
    source: 'https://platform.claude.com/docs/en/about-claude/pricing',
    readOn: '2026-12-01',
    prices: {
      'claude-fable-5-1': usd(10, 50, 0.25, 12.5),
      'claude-fable-5': usd(10, 50, 1, 12.5),
      'claude-opus-5-5': usd(4, 20, 0.2, 5),
      'claude-opus-5': usd(5, 25, 0.5, 6.25),
      'claude-opus-4-8': usd(5, 25, 0.5, 6.25),
      'claude-opus-4-7': usd(5, 25, 0.5, 6.25),
      'claude-opus-4-6': usd(5, 25, 0.5, 6.25),
      'claude-opus-4-5': usd(5, 25, 0.5, 6.25),
      'claude-sonnet-5-5': usd(2, 10, 0.1, 2.5),
      'claude-sonnet-5': usd(2, 10, 0.2, 2.5),
      'claude-sonnet-4-6': usd(3, 15, 0.3, 3.75),
      'claude-sonnet-4-5': usd(3, 15, 0.3, 3.75),
      'claude-haiku-5-5': { ...usd(0.1, 0.5, 0.01, 0.125), long: { above: 100_000, price: usd(0.5, 2.5, 0.05, 0.625) } },
      'claude-haiku-4-5': usd(1, 5, 0.1, 1.25),
    },
  },
  openai: {
    source: 'https://developers.openai.com/api/docs/pricing, standard tier, short context',
    readOn: '2026-12-01',
    prices: {
      'gpt-6-sol': usd(2, 10, 0.2, 2.5),
      'gpt-6-luna': usd(0.1, 0.5, 0.01, 0.125),
      'gpt-5.5': usd(5, 30, 0.5),
      'gpt-5.4': usd(2.5, 15, 0.25),
      'gpt-5.4-mini': usd(0.75, 4.5, 0.075),
      'gpt-5.4-nano': usd(0.2, 1.25, 0.02),
    },
  },
};

/** Prices are published in dollars for a million tokens. */
export function usd(input: number, output: number, cachedInput: number, cacheWrite = input): Price {
  return { input: micros(input), output: micros(output), cachedInput: micros(cachedInput), cacheWrite: micros(cacheWrite) };
}

function micros(dollars: number): number {
  return Math.round(dollars * 1_000_000);
}

/** Null: nobody here knows. A dated name (`…-20250929`, `…-2026-04-01`) costs what the name without its date does. */
export function priceOf(vendor: Vendor | null, model: string): Price | null {
  if (vendor === null) return null;
  const { prices } = PRICES[vendor];
  const name = model.replace(/[-@](\d{8}|\d{4}-\d{2}-\d{2})$/, '');
  return Object.hasOwn(prices, name) ? prices[name] ?? null : null;
}
