import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../src/embedded-postgres.js';
import { findRedisServer, startRedisServer } from '../src/redis-server.js';
import { findMariadb, startMariadb } from './mariadb-server.js';

/**
 * Real services for `*.db.test.ts` and `*.e2e.test.ts`: TEST_POSTGRES_URL (a superuser), TEST_REDIS_URL and TEST_MARIADB_URL (an administrator). Given ones
 * are used as they are; missing ones are started here and stopped after the last test.
 */
export default async function services(): Promise<() => Promise<void>> {
  const stops: (() => Promise<void>)[] = [];
  if (!process.env.TEST_POSTGRES_URL) {
    const folder = mkdtempSync(path.join(tmpdir(), 'countersign-test-'));
    const postgres = await startEmbeddedPostgres({ folder, disposable: true });
    process.env.TEST_POSTGRES_URL = postgres.url();
    stops.push(async () => {
      delete process.env.TEST_POSTGRES_URL;
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    });
  }
  if (!process.env.TEST_REDIS_URL) {
    const binary = findRedisServer();
    if (binary) {
      const redis = await startRedisServer(binary);
      process.env.TEST_REDIS_URL = redis.url;
      stops.push(async () => {
        delete process.env.TEST_REDIS_URL;
        await redis.stop();
      });
    } else console.error('There is no redis-server or valkey-server on PATH: what needs Redis is skipped here and counts as failed in CI. Debian: apt-get install redis-server');
  }
  if (!process.env.TEST_MARIADB_URL) {
    const binary = findMariadb();
    const mariadb = binary && (await startMariadb(binary));
    if (mariadb) {
      process.env.TEST_MARIADB_URL = mariadb.url;
      stops.push(async () => {
        delete process.env.TEST_MARIADB_URL;
        await mariadb.stop();
      });
    } else console.error('There is no mariadbd on PATH, or it does not start: what compares it with PostgreSQL is skipped here and counts as failed in CI. Debian: apt-get install mariadb-server');
  }
  return async () => {
    for (const stop of stops.reverse()) await stop();
  };
}
