import { type ModelSettings, ModelSettingsError, readPrice, VENDOR_URL } from './model-settings.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** What is asked when the environment holds a key and names no model. */
export const DEFAULT_MODEL = { anthropic: 'claude-sonnet-5-5', 'openai-compatible': 'gpt-6-sol' } as const;

/**
 * The model that the environment offers, or null: none, and the planner answers alone.
 *
 * - `COUNTERSIGN_MODEL`: `anthropic/NAME`, `openai/NAME` (any OpenAI-compatible endpoint), a bare name where only one
 *   of the two is configured, or `none`.
 * - `ANTHROPIC_API_KEY`, `ANTHROPIC_BASE_URL`; `OPENAI_API_KEY`, `OPENAI_BASE_URL` (a key is not needed with the latter).
 * - `COUNTERSIGN_MODEL_TOOLS`: `native` or `in-prompt`. `COUNTERSIGN_MODEL_PRICE`: see {@link readPrice}.
 *
 * With keys for both and no model named, Anthropic is asked.
 *
 * @throws ModelSettingsError naming the variable
 * @example modelFromEnvironment({ ANTHROPIC_API_KEY: '…' })?.model // 'claude-sonnet-5-5'
 */
export function modelFromEnvironment(env: Environment): ModelSettings | null {
  const value = (name: string): string | null => env[name]?.trim() || null;
  const wanted = value('COUNTERSIGN_MODEL');
  if (wanted === 'none') return null;
  const [prefix, name] = split(wanted);
  const provider = prefix ?? configured(value, name);
  if (provider === null) {
    if (wanted === null) return null;
    throw new ModelSettingsError(`COUNTERSIGN_MODEL names ${wanted}, but neither ANTHROPIC_API_KEY nor OPENAI_API_KEY nor OPENAI_BASE_URL is set`);
  }
  const [apiKey, baseUrl] = provider === 'anthropic' ? [value('ANTHROPIC_API_KEY'), value('ANTHROPIC_BASE_URL')] : [value('OPENAI_API_KEY'), value('OPENAI_BASE_URL')];
  if (apiKey === null && provider === 'anthropic') throw new ModelSettingsError(`COUNTERSIGN_MODEL names ${wanted}, but ANTHROPIC_API_KEY is not set`);
  if (apiKey === null && baseUrl === null) throw new ModelSettingsError(`COUNTERSIGN_MODEL names ${wanted}, but neither OPENAI_API_KEY nor OPENAI_BASE_URL is set`);
  if (apiKey !== null && /[^\x21-\x7e]/.test(apiKey)) throw new ModelSettingsError(`${provider === 'anthropic' ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY'} holds a space or another character that no key has`);
  const price = value('COUNTERSIGN_MODEL_PRICE');
  return { provider, model: name ?? ownModel(provider, baseUrl), baseUrl, apiKey, tools: toolsOf(value('COUNTERSIGN_MODEL_TOOLS')), price: price === null ? null : readPrice(price) };
}

type Provider = ModelSettings['provider'];

function split(wanted: string | null): [provider: Provider | null, model: string | null] {
  if (wanted === null) return [null, null];
  const [, prefix, name = ''] = /^(anthropic|openai)\/(.*)$/.exec(wanted) ?? [];
  if (prefix === undefined) return [null, wanted];
  if (name === '') throw new ModelSettingsError(`COUNTERSIGN_MODEL names no model after ${prefix}/`);
  return [prefix === 'anthropic' ? 'anthropic' : 'openai-compatible', name];
}

function configured(value: (name: string) => string | null, name: string | null): Provider | null {
  const anthropic = value('ANTHROPIC_API_KEY') !== null;
  const openai = value('OPENAI_API_KEY') !== null || value('OPENAI_BASE_URL') !== null;
  if (anthropic && openai && name !== null) throw new ModelSettingsError(`COUNTERSIGN_MODEL must say whose model ${name} is: anthropic/${name} or openai/${name}`);
  return anthropic ? 'anthropic' : openai ? 'openai-compatible' : null;
}

/** Only the vendors' own endpoints are known to have the model we would choose. */
function ownModel(provider: Provider, baseUrl: string | null): string {
  if (baseUrl === null || baseUrl.replace(/\/+$/, '') === VENDOR_URL[provider] || provider === 'anthropic') return DEFAULT_MODEL[provider];
  throw new ModelSettingsError('OPENAI_BASE_URL is set: COUNTERSIGN_MODEL must name a model that it serves (openai/NAME)');
}

function toolsOf(text: string | null): ModelSettings['tools'] {
  if (text === null || text === 'native' || text === 'in-prompt') return text ?? 'native';
  throw new ModelSettingsError('COUNTERSIGN_MODEL_TOOLS must be native or in-prompt');
}
