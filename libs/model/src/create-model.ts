import { Fault } from '@countersign/contracts';
import { costOf, type Model, type ModelRequest, type ModelTurn, type Price, reservationFor } from '@countersign/pipeline';
import { priceOf, type Vendor } from './cost/prices.js';
import { CallFailure } from './http/call-failure.js';
import { type Deadline, startDeadline } from './http/deadline.js';
import { readEndpoint } from './http/endpoint.js';
import { retryWait } from './http/retry-wait.js';
import { type ModelSettings, VENDOR_URL } from './settings/model-settings.js';
import { turnFault } from './turn-fault.js';
import { createAskOnce } from './wire/ask-once.js';
import type { Reply } from './wire/read-reply.js';

export interface ModelOptions {
  /** Hosts (`host` or `host:port`) that may be private or plain HTTP; from whoever runs the installation, never from a tenant. */
  innerHosts?: readonly string[];
  /** HTTP requests in one turn, at most. */
  mostRequests?: number;
  /** Silence allowed once a reply has begun. */
  stallMs?: number;
}

/**
 * The model that the settings name.
 *
 * Nothing is asked twice that may have been answered, and paid for: only refusals (429, 5xx) and connections that never
 * gave a reply are repeated, within the turn's deadline.
 *
 * @throws EndpointError when the base URL is not allowed
 */
export function createModel(settings: ModelSettings, { innerHosts = [], mostRequests = 4, stallMs = 30_000 }: ModelOptions = {}): Model {
  const endpoint = readEndpoint(settings.baseUrl ?? VENDOR_URL[settings.provider], innerHosts);
  const name = `${settings.provider === 'anthropic' ? 'anthropic' : 'openai'}/${settings.model}`;
  const price = priceFor(settings);
  const askOnce = createAskOnce(settings, endpoint, stallMs);
  return {
    name,
    async turn(request, signal) {
      const began = performance.now();
      const deadline = startDeadline(request.deadlineMs, signal);
      try {
        for (let made = 1; ; made += 1) {
          try {
            const reply = await askOnce(request, deadline.signal);
            return turnOf(reply, request, { price, requests: made, latencyMs: Math.round(performance.now() - began) });
          } catch (error) {
            await pauseOrFail(error, { name, made, most: mostRequests }, deadline, signal);
          }
        }
      } finally {
        deadline.end();
      }
    },
  };
}

/** What a million tokens of this model cost, or null: tokens are counted and the cost is not known. */
export function priceFor({ provider, model, baseUrl, price }: ModelSettings): Price | null {
  return price ?? priceOf(vendorOf(provider, baseUrl ?? VENDOR_URL[provider]), model);
}

/** Whose price list holds: an endpoint that merely speaks OpenAI's protocol may serve anything under any name. */
function vendorOf(provider: ModelSettings['provider'], baseUrl: string): Vendor | null {
  if (provider === 'anthropic') return 'anthropic';
  const { hostname } = new URL(baseUrl);
  return hostname === 'api.openai.com' || hostname.endsWith('.openai.azure.com') ? 'openai' : null;
}

function turnOf({ text, calls, finish, usage }: Reply, request: ModelRequest, { price, requests, latencyMs }: { price: Price | null; requests: number; latencyMs: number }): ModelTurn {
  // Where the provider does not say what was used, what was reserved counts.
  const billed = usage ?? { ...reservationFor(request), cachedInputTokens: 0, cacheWriteTokens: 0 };
  const counted = usage && { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens, cachedInputTokens: usage.cachedInputTokens };
  return { text, calls, finish, usage: counted, latencyMs, requests, costMicros: price && costOf(billed, price) };
}

/** Returns when the request may be made again. */
async function pauseOrFail(error: unknown, turn: { name: string; made: number; most: number }, deadline: Deadline, outer: AbortSignal): Promise<void> {
  const late = (): Fault => outer.aborted
    ? new Fault('cancelled', false, { params: { model: turn.name, requests: String(turn.made) } })
    : turnFault(new CallFailure('timeout', false, { code: 'deadline' }), turn);
  if (deadline.signal.aborted) throw late();
  if (!(error instanceof CallFailure)) throw error;
  const wait = retryWait(error, { made: turn.made, most: turn.most, leftMs: deadline.leftMs(), chance: Math.random() });
  if (wait === null) throw turnFault(error, turn);
  await deadline.sleep(wait).catch(() => {
    throw late();
  });
}
