import { describe, expect, it } from 'vitest';
import { startHealthServer } from './health-server.js';
import { createLog } from './log.js';
import { createMetrics } from './metrics.js';

describe('the health endpoint', () => {
  it('is ready only while every check passes, and serves metrics', async () => {
    let up = true;
    const metrics = createMetrics({ process: 'worker' });
    metrics.durations('step_seconds', 'Steps', ['step']).observe({ step: 'resolve' }, 1_500);
    metrics.gauge('depth', 'Depth', ['queue'], async () => [{ labels: { queue: 'worker' }, value: 3 }]);
    const server = await startHealthServer({ port: 0, host: '127.0.0.1', metrics, log: createLog({ process: 'x', level: 'silent' }), checks: { store: async () => up, queue: () => (up ? Promise.resolve(true) : Promise.reject(new Error('gone'))) } });
    const get = async (path: string, method = 'GET') => {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method });
      return [response.status, await response.text()] as const;
    };
    expect((await get('/health'))[0]).toBe(200);
    expect(await get('/ready')).toEqual([200, '{"status":"ok","checks":{"store":"ok","queue":"ok"}}']);
    up = false;
    expect(await get('/ready')).toEqual([503, '{"status":"degraded","checks":{"store":"down","queue":"down"}}']);
    const [, text] = await get('/metrics');
    expect(text).toMatch(/^step_seconds_sum\{.*step="resolve".*\} 0\.0015$/m);
    expect(text).toMatch(/^depth\{.*queue="worker".*\} 3$/m);
    expect((await get('/ready', 'POST'))[0]).toBe(405);
    expect((await get('/etc/passwd'))[0]).toBe(404);
    await server.close();
  });
});
