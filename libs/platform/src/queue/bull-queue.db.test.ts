import { spawn } from 'node:child_process';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BullBackend, postgresBackend, redisBackend } from './bull-backend.js';
import { createBullQueue } from './bull-queue.js';
import { queueContract, until, wait } from './queue.contract.js';

const redisUrl = process.env.TEST_REDIS_URL;
const postgresUrl = process.env.TEST_POSTGRES_URL ?? '';
const database = `platform_queue_${process.pid}`;
const queueUrl = (() => {
  const url = new URL(postgresUrl);
  url.pathname = `/${database}`;
  return url.href;
})();

async function admin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}
beforeAll(() => admin(`create database ${database}`));
afterAll(() => admin(`drop database if exists ${database} with (force)`));

const prefix = `plat_${process.pid}`;
queueContract('PostgreSQL', (observer) => createBullQueue(postgresBackend(queueUrl, prefix), observer));
resilience('PostgreSQL', queueUrl, postgresBackend);
describe.skipIf(!redisUrl)('with Redis', () => {
  queueContract('Redis', (observer) => createBullQueue(redisBackend(redisUrl ?? '', prefix), observer));
  resilience('Redis', redisUrl ?? '', redisBackend);
});

/** A backend that goes away and comes back, simulated by a proxy that drops and refuses connections. */
function resilience(name: string, url: string, backend: (url: string, prefix: string) => BullBackend): void {
  describe(`the queue when ${name} goes away`, () => {
    const lane = `away-${process.pid}`;

    it('fails to publish within seconds, tells once, and works again when it is back', async () => {
      const proxy = await Proxy.to(url);
      const told: string[] = [];
      const queue = createBullQueue(backend(proxy.url, prefix), { connection: (state) => told.push(state), failed: () => undefined });
      const seen: number[] = [];
      queue.consume(lane, async (payload) => void seen.push((payload as { n: number }).n), { concurrency: 2 });
      await queue.publish(lane, { n: 1 }, 'r-1');
      await until(() => seen.length === 1);

      await proxy.down();
      const before = process.cpuUsage();
      const started = Date.now();
      await expect(queue.publish(lane, { n: 2 }, 'r-2')).rejects.toMatchObject({ kind: 'queue-unavailable', retryable: true });
      expect(Date.now() - started).toBeLessThan(4_000);
      await wait(3_000);
      const used = process.cpuUsage(before);
      expect((used.user + used.system) / 1_000 / (Date.now() - started)).toBeLessThan(0.5);

      await proxy.up();
      await until(async () => {
        await queue.publish(lane, { n: 2 }, 'r-2').catch(() => wait(200));
        return seen.includes(2);
      }, 20_000);
      expect(told).toEqual(['lost', 'restored']);
      await queue.close();
      await proxy.close();
    });

    it('starts while the backend is away, and consumes once it is there', async () => {
      const proxy = await Proxy.to(url);
      await proxy.down();
      const queue = createBullQueue(backend(proxy.url, prefix));
      const seen: unknown[] = [];
      queue.consume(lane, async (payload) => void seen.push(payload), { concurrency: 1 });
      await expect(queue.publish(lane, { n: 1 }, 's-1')).rejects.toMatchObject({ kind: 'queue-unavailable' });
      await proxy.up();
      await until(async () => {
        await queue.publish(lane, { n: 1 }, 's-1').catch(() => wait(200));
        return seen.length >= 1;
      }, 20_000);
      await queue.close();
      await proxy.close();
    });

    it('closes while the backend is away', async () => {
      const proxy = await Proxy.to(url);
      const queue = createBullQueue(backend(proxy.url, prefix));
      queue.consume(lane, async () => undefined, { concurrency: 1 });
      await queue.publish(lane, {}, 't-1');
      await proxy.down();
      const started = Date.now();
      await queue.close();
      expect(Date.now() - started).toBeLessThan(10_000);
      await proxy.close();
    });

    it('gives a delivery of a process that was killed with -9 to another', async () => {
      const child = spawn(process.execPath, ['-e', `
        const { createBullQueue, postgresBackend, redisBackend } = require('@countersign/platform');
        const queue = createBullQueue((${name === 'Redis'} ? redisBackend : postgresBackend)(process.env.QUEUE, '${prefix}'));
        queue.consume('${lane}-killed', () => { console.log('working'); return new Promise(() => {}); }, { concurrency: 1 });
      `], { env: { ...process.env, QUEUE: url }, stdio: ['ignore', 'pipe', 'inherit'] });
      const queue = createBullQueue(backend(url, prefix));
      await queue.publish(`${lane}-killed`, { n: 7 }, 'u-1');
      await new Promise((resolve) => child.stdout.once('data', resolve));
      child.kill('SIGKILL');
      const seen: unknown[] = [];
      queue.consume(`${lane}-killed`, async (payload) => void seen.push(payload), { concurrency: 1 });
      await until(() => seen.length === 1, 40_000);
      expect(seen).toEqual([{ n: 7 }]);
      await queue.close();
    });
  });
}

/** A TCP proxy before a service: what a network or a restart does to its clients, without touching the service. */
class Proxy {
  #server: Server | undefined;
  readonly #sockets = new Set<Socket>();
  #port = 0;
  private constructor(private readonly target: URL) {}

  static async to(url: string): Promise<Proxy> {
    const proxy = new Proxy(new URL(url));
    await proxy.up();
    return proxy;
  }

  get url(): string {
    const url = new URL(this.target.href);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  async up(): Promise<void> {
    const server = createServer((socket) => {
      const upstream = dial(Number(this.target.port), this.target.hostname);
      for (const each of [socket, upstream]) {
        this.#sockets.add(each);
        each.on('error', () => undefined).on('close', () => (this.#sockets.delete(each), socket.destroy(), upstream.destroy()));
      }
      socket.pipe(upstream).pipe(socket);
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async down(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    for (const socket of this.#sockets) socket.destroy();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  close(): Promise<void> {
    return this.down();
  }
}
