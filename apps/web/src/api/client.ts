import type { Route } from '@countersign/contracts';
import type { z } from 'zod';
import { ApiProblem, problemOf } from './problem';

type AnyRoute = Route<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;
/** A part the route does not declare must not be given; one it declares must be. */
type Part<K extends string, S> = S extends z.ZodType ? (unknown extends z.input<S> ? { [k in K]?: undefined } : { [k in K]: z.input<S> }) : { [k in K]?: undefined };
export type Input<R extends AnyRoute> = Part<'params', R['params']> & Part<'query', R['query']> & Part<'body', R['body']> & { idempotencyKey?: string; signal?: AbortSignal };
export type Output<R extends AnyRoute> = R['output'] extends z.ZodType | undefined ? z.output<NonNullable<R['output']>> : void;

interface Loose {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** '/v1/jobs/:id' with its parameters put in, each percent-encoded, and the query behind. */
export function routeUrl(path: string, params: Record<string, unknown> = {}, query: Record<string, unknown> = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined && value !== '') search.set(key, String(value));
  const text = search.toString();
  return text ? `${filled}?${text}` : filled;
}

/** Calls routes of the contracts: one function, typed by the route it is given. */
export function createClient(options: { fetch: typeof fetch; csrfToken: () => string | undefined }) {
  return async function call<R extends AnyRoute>(route: R, input: Input<R>): Promise<Output<R>> {
    const { params, query, body, idempotencyKey, signal } = input as Loose;
    const headers: Record<string, string> = { accept: 'application/json' };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
    const csrf = route.method === 'GET' ? undefined : options.csrfToken();
    if (csrf) headers['x-csrf-token'] = csrf;

    const response = await options
      .fetch(routeUrl(route.path, params, query), { method: route.method, headers, credentials: 'same-origin', body: body === undefined ? undefined : JSON.stringify(body), signal })
      .catch((cause: unknown) => {
        if (signal?.aborted) throw cause;
        throw new ApiProblem('offline', 0);
      });
    if (!response.ok) throw await problemOf(response);
    if (!route.output || response.status === 204) return undefined as Output<R>;
    const read = route.output.safeParse(await response.json().catch(() => undefined));
    if (!read.success) throw new ApiProblem('unexpected-answer', 502);
    return read.data as Output<R>;
  };
}
export type Call = ReturnType<typeof createClient>;
