import { isIP } from 'node:net';
import { ProblemDetails, type Route } from '@countersign/contracts';
import type { z } from 'zod';
import { Unavailable, UsageError } from './usage.js';

/** The product said no, and why. */
export class ApiRefusal extends Error {
  constructor(readonly status: number, readonly code: string, readonly params: Readonly<Record<string, string>>, title: string) {
    super(title);
  }
}

interface Sent {
  params?: Record<string, string>;
  body?: unknown;
}

/** A running product, as someone with a token sees it. */
export interface ProductApi {
  /** @throws ApiRefusal when the product refuses; Unavailable when it can't be reached or answers something else */
  call<R extends Route>(route: R, sent?: Sent): Promise<R extends Route<z.ZodType, z.ZodType, z.ZodType, infer O> ? z.output<O> : never>;
}

const ANSWER_MS = 90_000;

/**
 * Speaks to the product at a URL with a token from the environment: an argument would stand in the list of processes.
 *
 * @throws UsageError when one of the two is missing, or the token would cross a network in the open
 */
export function productApi(url: string | undefined, token: string | undefined): ProductApi {
  const address = addressOf(url);
  if (token === undefined || token === '') throw new UsageError('COUNTERSIGN_TOKEN is not set: put an API token with the scopes read and publish into the environment');
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError('COUNTERSIGN_TOKEN is no API token');
  return {
    async call(route, { params = {}, body } = {}) {
      const path = route.path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
      const response = await fetch(new URL(`.${path}`, address), {
        method: route.method, redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS),
        headers: { accept: 'application/json', authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch((error: unknown) => {
        throw new Unavailable(`${address.origin} can't be reached: ${reasonOf(error)}`);
      });
      const answer = parsed(await response.text());
      if (!response.ok) throw refusal(response.status, answer, address);
      const read = route.output?.safeParse(answer);
      if (read && !read.success) throw new Unavailable(`${address.origin} answers something else than this version of countersign expects`);
      return read?.data as never;
    },
  };
}

function addressOf(given: string | undefined): URL {
  if (given === undefined) throw new UsageError('--url is needed: where the product runs, https://…');
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '') throw new UsageError('--url is an address such as https://countersign.example.com');
  if (url.protocol === 'http:' && !isHere(url.hostname)) throw new UsageError('--url must be https: the token would cross the network in the open');
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** A name of this machine itself. */
function isHere(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, '');
  return plain === 'localhost' || plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

function refusal(status: number, answer: unknown, address: URL): Error {
  const problem = ProblemDetails.safeParse(answer);
  return problem.success ? new ApiRefusal(status, problem.data.code, problem.data.params ?? {}, problem.data.title) : new Unavailable(`${address.origin} answered with status ${status}`);
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** fetch hides what happened in a cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? (cause.message || (cause as NodeJS.ErrnoException).code) ?? cause.name : String(cause);
}
