import type { Price } from '@countersign/pipeline';
import { usd } from '../cost/prices.js';

/** A model as it is configured, for a tenant or in the environment. */
export interface ModelSettings {
  provider: 'anthropic' | 'openai-compatible';
  /** As the provider names it, e.g. 'claude-sonnet-5-5'. */
  model: string;
  /** Null: the vendor's own, which only Anthropic and OpenAI have. */
  baseUrl: string | null;
  /** Null: the endpoint wants none. */
  apiKey: string | null;
  /** How the endpoint learns of tools: as its protocol says, or in words, where it knows no tools. */
  tools: 'native' | 'in-prompt';
  /** Overrides the price table. */
  price: Price | null;
}

/** What is wrong with a setting, in one line; never holds a key. */
export class ModelSettingsError extends Error {
  override readonly name = 'ModelSettingsError';
}

export const VENDOR_URL = { anthropic: 'https://api.anthropic.com/v1', 'openai-compatible': 'https://api.openai.com/v1' } as const;

/**
 * Dollars for a million tokens: input, output and, if it differs from input, cached input.
 *
 * @throws ModelSettingsError
 * @example readPrice('0.5,1.5,0.05')
 */
export function readPrice(text: string): Price {
  const numbers = text.split(',').map((part) => part.trim());
  if (numbers.length < 2 || numbers.length > 3 || !numbers.every((part) => /^\d{1,6}(\.\d{1,6})?$/.test(part))) {
    throw new ModelSettingsError('COUNTERSIGN_MODEL_PRICE must be dollars for a million tokens: input,output or input,output,cached (for example 2,10,0.2)');
  }
  const [input = 0, output = 0, cached = input] = numbers.map(Number);
  return usd(input, output, cached);
}
