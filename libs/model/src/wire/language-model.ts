import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { ModelSettings } from '../settings/model-settings.js';

/**
 * The provider's protocol, spoken through the given `fetch`. Made anew for each turn, which costs microseconds: limits,
 * counts and failures of a turn can then live in its own `fetch`.
 */
export function languageModel({ provider, model, apiKey }: ModelSettings, baseUrl: URL, fetch: typeof globalThis.fetch): LanguageModelV3 {
  const baseURL = baseUrl.href.replace(/\/+$/, '');
  // Never left to the SDK, which would look for a key in the environment.
  if (provider === 'anthropic') return createAnthropic({ baseURL: versioned(baseURL), apiKey: apiKey ?? '', fetch })(model);
  return createOpenAICompatible({ name: 'openai-compatible', baseURL, ...(apiKey === null ? {} : { apiKey }), fetch, ...(wantsNewLimit(baseUrl) ? { transformRequestBody: newLimit } : {}) })(model);
}

/** Anthropic's own clients take their base URL without the version, others with it. */
function versioned(baseURL: string): string {
  return /\/v\d+$/.test(baseURL) ? baseURL : `${baseURL}/v1`;
}

/** OpenAI's and Azure's newer models refuse `max_tokens`; everyone else knows only that. */
function wantsNewLimit({ hostname }: URL): boolean {
  return hostname === 'api.openai.com' || hostname.endsWith('.openai.azure.com');
}

function newLimit({ max_tokens: limit, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: limit };
}
