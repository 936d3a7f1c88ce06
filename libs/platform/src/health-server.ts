import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from './log.js';
import type { Metrics } from './metrics.js';

export interface HealthServerOptions {
  port: number;
  host: string;
  /** Name → works now. A check that throws or takes longer than 2 s is down. */
  checks: Record<string, () => Promise<boolean>>;
  metrics: Metrics;
  log: Log;
}

export interface HealthServer {
  port: number;
  close(): Promise<void>;
}

/** GET /health (alive), /ready (all checks pass, else 503) and /metrics, for processes that serve nothing else. */
export async function startHealthServer({ port, host, checks, metrics, log }: HealthServerOptions): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string) => response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    const json = (status: number, body: unknown) => answer(status, 'application/json', JSON.stringify(body));
    const path = request.url?.split('?')[0];
    const work = async (): Promise<void> => {
      if (request.method !== 'GET') return void json(405, { status: 'method not allowed' });
      if (path === '/health') return void json(200, { status: 'ok', checks: {} });
      if (path === '/metrics') return void answer(200, metrics.contentType, await metrics.text());
      if (path !== '/ready') return void json(404, { status: 'not found' });
      const found = await runChecks(checks);
      const ready = Object.values(found).every((state) => state === 'ok');
      json(ready ? 200 : 503, { status: ready ? 'ok' : 'degraded', checks: found });
    };
    work().catch((error: unknown) => {
      log.error({ err: error }, 'health endpoint failed');
      if (!response.headersSent) json(500, { status: 'error' });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}

/** All checks at once, each at most 2 s. */
export async function runChecks(checks: Record<string, () => Promise<boolean>>): Promise<Record<string, 'ok' | 'down'>> {
  const results = await Promise.all(Object.entries(checks).map(async ([name, check]) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), 2_000)));
    try {
      return [name, (await Promise.race([check(), late])) ? 'ok' : 'down'] as const;
    } catch {
      return [name, 'down'] as const;
    } finally {
      clearTimeout(timer);
    }
  }));
  return Object.fromEntries(results);
}
