import { routes, type Route } from '@countersign/contracts';
import type { Express } from 'express';

/** 'GET /v1/jobs/:id' of every contract route. */
export function contractRoutes(): string[] {
  return (Object.values(routes) as Route[]).map((route) => `${route.method} ${route.path}`).sort();
}

/** The same of what an Express application really serves. */
export function servedRoutes(app: Express): string[] {
  const stack = (app as unknown as { router: { stack: { route?: { path: string; methods: Record<string, boolean> } }[] } }).router.stack;
  return stack.flatMap(({ route }) => (route ? Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`) : [])).sort();
}

/** Differences between contract and reality, one line each. Outside /v1 the contract's routes may have company. */
export function routeDifferences(served: readonly string[], contract: readonly string[] = contractRoutes()): string[] {
  const missing = contract.filter((route) => !served.includes(route)).map((route) => `not served: ${route}`);
  const strange = served.filter((route) => route.includes(' /v1') && !contract.includes(route)).map((route) => `not in the contract: ${route}`);
  const twice = served.filter((route, i) => served.indexOf(route) !== i).map((route) => `served twice: ${route}`);
  return [...missing, ...strange, ...twice];
}

/** @throws Error naming every difference: a process that serves something else than its contract must not start. */
export function assertRoutes(app: Express): void {
  const differences = routeDifferences(servedRoutes(app));
  if (differences.length > 0) throw new Error(`routes differ from the contract: ${differences.join('; ')}`);
}
