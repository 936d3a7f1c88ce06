import type { Actor, Locale, Route } from '@countersign/contracts';
import type { Identity } from '@countersign/store';
import { z } from 'zod';
import { actorOf } from '../auth/actor.js';
import type { ApiRequest } from './api-request.js';
import { openCursor } from './cursor.js';
import { localeOf } from './locale.js';
import { Problem } from './problem.js';
import { unsafeText } from './unsafe-text.js';

/** One validated request. */
export interface Call<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  locale: Locale;
  ip: string;
  traceparent: string | null;
  /** Value of the Idempotency-Key header. */
  idempotencyKey: string | null;
  /** Who is signed in; asking on an open route is a programming error. */
  identity: Identity;
  actor: Exclude<Actor, { kind: 'system' }>;
}

const IdempotencyKey = z.string().min(1).max(200).regex(/^[\x21-\x7e]+$/);

/** Reads params, query and body of a request by the route's schemas. A malformed id in the path is simply not found. */
export function readCall(route: Route, request: ApiRequest): Call<unknown, unknown, unknown> {
  const params = route.params?.safeParse(request.params);
  if (params && !params.success) throw new Problem('not-found');
  const query = withKey(route, parsed(route.query, request.query, 'query'));
  if (route.body && !isObject(request.body)) throw new Problem('invalid-body', { detail: 'send a JSON object as application/json' });
  return {
    params: params?.data,
    query,
    body: parsed(route.body, request.body, 'body'),
    locale: localeOf(request),
    ip: request.ip ?? '',
    traceparent: request.traceparent,
    idempotencyKey: idempotencyKey(request),
    get identity() {
      return identityOf(request);
    },
    get actor() {
      return actorOf(identityOf(request));
    },
  };
}

/** Handlers are given the key that a cursor stands for. */
function withKey(route: Route, query: unknown): unknown {
  const cursor = isObject(query) ? (query as { cursor?: unknown }).cursor : undefined;
  return typeof cursor === 'string' ? { ...(query as object), cursor: openCursor(route, cursor) } : query;
}

/** Who is signed in on this request. */
export function identityOf(request: ApiRequest): Identity {
  if (!request.identity) throw new TypeError('no one is signed in on an open route');
  return request.identity;
}

function parsed(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
  if (!schema) return undefined;
  // Questions and SQL say for themselves what is wrong with their characters; everything else is refused here.
  const unsafe = unsafeText(value, ['question', 'title', 'sql']);
  if (unsafe !== undefined) throw new Problem('invalid-body', { detail: `${where}: ${unsafe}` });
  const result = schema.safeParse(value);
  if (!result.success) throw new Problem('invalid-body', { detail: detailOf(result.error) });
  return result.data;
}

/** The first complaints, by member; the value itself is never repeated: it may be a password. */
function detailOf(error: z.ZodError): string {
  return error.issues.slice(0, 3).map((issue) => (issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message)).join('; ').slice(0, 400);
}

function idempotencyKey(request: ApiRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  const key = IdempotencyKey.safeParse(header);
  if (!key.success) throw new Problem('invalid-body', { detail: 'Idempotency-Key: 1 to 200 printable ASCII characters' });
  return key.data;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
