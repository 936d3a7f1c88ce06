import { randomUUID } from 'node:crypto';
import type { NextFunction, RequestHandler, Response } from 'express';
import type { Tracer } from '@countersign/pipeline';
import type { Log } from '../services.js';
import type { ApiRequest } from './api-request.js';

const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
const QUIET = new Set(['/health', '/ready']);

/** Told of every finished request. */
export type RequestObserver = (fields: { method: string; route: string; status: number; seconds: number }) => void;

export interface RequestContextOptions {
  log: Pick<Log, 'info'>;
  tracer: Tracer;
  observe: RequestObserver;
}

/**
 * Gives each request a reference and a span, and writes one line when it is done. The span's trace travels on in the
 * job that the request makes. Queries and bodies are not logged.
 */
export function requestContext({ log, tracer, observe }: RequestContextOptions): RequestHandler {
  return (plain, response: Response, next: NextFunction) => {
    const request = plain as ApiRequest;
    const startedAt = process.hrtime.bigint();
    request.requestId = randomUUID();
    request.traceparent = givenTrace(request);
    response.set('x-request-id', request.requestId);
    const closed = new Promise<void>((resolve) => response.on('close', resolve));
    response.on('close', () => {
      const ms = Number(process.hrtime.bigint() - startedAt) / 1e6;
      const route = routePattern(request);
      observe({ method: request.method, route, status: response.statusCode, seconds: ms / 1000 });
      if (QUIET.has(request.path)) return;
      log.info({ ...identityFields(request), requestId: request.requestId, method: request.method, route, status: response.statusCode, ms: Math.round(ms * 10) / 10 }, 'request');
    });
    if (!request.path.startsWith('/v1/')) return next();
    void tracer.stage(`HTTP ${request.method}`, request.traceparent, { 'countersign.request': request.requestId }, (traceparent) => {
      request.traceparent = traceparent;
      next();
      return closed;
    });
  };
}

function givenTrace(request: ApiRequest): string | null {
  const given = request.get('traceparent');
  return given && TRACEPARENT.test(given) ? given : null;
}

/** The pattern, never the address itself: addresses hold ids and searches. */
function routePattern(request: ApiRequest): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'other';
}

/** The trace's own part of a traceparent. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35);

function identityFields({ identity, params, traceparent, route }: ApiRequest): Record<string, string> {
  const path = (route as { path?: unknown } | undefined)?.path;
  const id = params?.['id'];
  const aboutJob = typeof path === 'string' && /^\/v1\/(jobs|approvals)\//.test(path) && typeof id === 'string';
  return {
    ...(identity ? { tenantId: identity.tenant.id, personId: identity.personId } : {}),
    ...(aboutJob ? { jobId: id.slice(0, 64) } : {}),
    ...(traceparent ? { traceId: traceIdOf(traceparent) } : {}),
  };
}
