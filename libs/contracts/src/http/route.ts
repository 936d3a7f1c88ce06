import type { z } from 'zod';
import type { Role } from '../ids.js';
import type { ProblemCode } from '../problem.js';

/** One HTTP route: what it takes, gives and may answer instead. The server, the client and OpenAPI are made from it. */
export interface Route<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** '/v1/jobs/:id' */
  path: string;
  summary: string;
  /** `none`: open; `person`: a signed-in session only; `any`: session or API token. */
  auth: 'none' | 'person' | 'any';
  /** What a token needs here; when absent `read` to read and `ask` for everything else. */
  scope?: 'ask' | 'read' | 'publish';
  /** Any one of these roles; empty: every role. */
  roles: readonly Role[];
  params?: P;
  query?: Q;
  body?: B;
  output?: R;
  /** Success status; 200 when absent. */
  status?: 200 | 201 | 202 | 204;
  /** Answer is not JSON: its media type. */
  media?: 'text/event-stream' | 'application/x-ndjson' | 'text/csv' | 'application/octet-stream';
  /** It creates something: the same Idempotency-Key again changes nothing and answers with what is there. */
  idempotent?: true;
  problems: readonly ProblemCode[];
}

/** Keeps a route's schemas in its type. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(r: Route<P, Q, B, R>): Route<P, Q, B, R> {
  return r;
}
