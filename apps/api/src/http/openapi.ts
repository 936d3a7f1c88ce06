import { PROBLEMS, ProblemDetails, routes, type Route } from '@countersign/contracts';
import { z } from 'zod';
import { PROBLEM_STATUS } from './problem-status.js';
import { PROBLEM_MEDIA } from './problem-document.js';

type Json = Record<string, unknown>;

/** OpenAPI 3.1 of every contract route, made from the same schemas that validate. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [operationId, route] of Object.entries(routes) as [string, Route][]) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(operationId, route);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Countersign', version, description: 'A business question becomes SQL, a person countersigns it, and every figure of the answer is tied to a returned value.' },
    paths,
    components: {
      schemas: { ProblemDetails: { ...schemaOf(ProblemDetails, 'output'), properties: { ...(schemaOf(ProblemDetails, 'output')['properties'] as Json), code: { type: 'string', enum: Object.keys(PROBLEMS) } } } },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'countersign_session', description: 'With X-CSRF-Token on POST, PATCH and DELETE.' },
        token: { type: 'http', scheme: 'bearer', description: 'API token, cs_…' },
      },
    },
  };
}

function operation(operationId: string, route: Route): Json {
  return {
    operationId,
    summary: route.summary,
    tags: [route.path.split('/')[2] ?? 'health'],
    security: security(route),
    ...(route.roles.length > 0 ? { 'x-roles': route.roles } : {}),
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query'), ...headerParameters(operationId, route)],
    ...(route.body ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(route.body, 'input') } } } } : {}),
    responses: { [String(route.status ?? 200)]: success(route), ...problemResponses(route) },
  };
}

function security(route: Route): Json[] {
  if (route.auth === 'none') return [];
  return route.auth === 'person' ? [{ session: [] }] : [{ session: [] }, { token: [] }];
}

function parameters(schema: z.ZodType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, shape]) => ({ name, in: where, required: where === 'path' || required.includes(name), schema: shape }));
}

function headerParameters(operationId: string, route: Route): Json[] {
  if (route.idempotent) return [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } }];
  if (operationId === 'jobEvents') return [{ name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'integer', minimum: 0 } }];
  return [];
}

function success(route: Route): Json {
  if (route.media) return { description: route.summary, content: { [route.media]: { schema: { type: 'string' } } } };
  if (!route.output) return { description: 'Done' };
  return { description: route.summary, content: { 'application/json': { schema: schemaOf(route.output, 'output') } } };
}

/** Problems by status: those the route names, and those any route may meet. */
function problemResponses(route: Route): Json {
  const codes = new Set<keyof typeof PROBLEMS>([...route.problems, 'internal', 'service-unavailable']);
  if (route.auth !== 'none') codes.add('unauthenticated').add('forbidden');
  if (route.auth !== 'none' && route.method !== 'GET') codes.add('csrf');
  if (route.body || route.query) codes.add('invalid-body');
  if (route.body) codes.add('payload-too-large');
  if (route.query instanceof z.ZodObject && 'cursor' in route.query.shape) codes.add('bad-cursor');
  const byStatus = new Map<number, string[]>();
  for (const code of codes) byStatus.set(PROBLEM_STATUS[code], [...(byStatus.get(PROBLEM_STATUS[code]) ?? []), code]);
  return Object.fromEntries([...byStatus].map(([status, list]) => [
    String(status),
    { description: list.join(', '), content: { [PROBLEM_MEDIA]: { schema: { $ref: '#/components/schemas/ProblemDetails' } } } },
  ]));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' }) as Json;
  return rest;
}
