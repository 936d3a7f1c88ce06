import { routes, type Route } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.js';
import { contractRoutes, routeDifferences } from './route-check.js';

describe('the OpenAPI document', () => {
  const document = openApiDocument('0.1.0') as { openapi: string; paths: Record<string, Record<string, { operationId: string; responses: object; parameters: { name: string }[] }>> };

  it('is 3.1 and has each contract route exactly once', () => {
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId)).sort();
    expect(operations).toEqual(Object.keys(routes).sort());
  });
  it('names every path parameter', () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const name of [...path.matchAll(/\{(\w+)\}/g)].map(([, found]) => found)) {
        for (const operation of Object.values(operations)) expect(operation.parameters.map((p) => p.name)).toContain(name);
      }
    }
  });
  it('is plain JSON', () => expect(JSON.parse(JSON.stringify(document))).toEqual(document));
  it('answers each route with its success status', () => {
    for (const route of Object.values(routes) as Route[]) {
      const operation = document.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()];
      expect(Object.keys(operation?.responses ?? {})).toContain(String(route.status ?? 200));
    }
  });
});

describe('the boot check', () => {
  const contract = contractRoutes();
  it('is content when all is served', () => expect(routeDifferences([...contract, 'GET /openapi.json'], contract)).toEqual([]));
  it('names a route that is missing, one that nobody declared, and one served twice', () => {
    const served = [...contract.filter((route) => route !== 'GET /v1/me'), 'GET /v1/back-door', 'GET /v1/jobs'];
    expect(routeDifferences(served, contract)).toEqual(['not served: GET /v1/me', 'not in the contract: GET /v1/back-door', 'served twice: GET /v1/jobs']);
  });
});
