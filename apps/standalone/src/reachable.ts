import pg from 'pg';
import { isFault } from '@countersign/contracts';
import { CannotStart, reasonOf } from './cannot-start.js';

/** What does not answer in this time is down: better said at once than after every process has tried. */
const WITHIN_MS = 8_000;

/** A server that `variable` names answers and lets us in. @throws CannotStart in one line that names no password */
export async function reachableDatabase(url: string, variable: string): Promise<void> {
  const client = new pg.Client({ connectionString: addressOf(url, variable), connectionTimeoutMillis: WITHIN_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw unreachable('PostgreSQL', url, variable, error);
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** The login of the processes can be used as they will use it: it exists, has its roles, and is neither owner nor superuser. */
export async function usableLogin(databaseUrl: string): Promise<void> {
  // Loaded when needed, like all that is heavy: most starts have a database and a queue of their own.
  const { createStore } = await import('@countersign/store');
  try {
    await (await createStore({ databaseUrl, applicationName: 'standalone', poolSize: 1 })).close();
  } catch (error) {
    const cause = isFault(error) && error.cause instanceof Error ? error.cause.message : reasonOf(error);
    throw new CannotStart(`DATABASE_URL can't be used: ${cause.split('\n')[0]} (npm run migrate prepares a database and its login)`);
  }
}

/** The Redis that REDIS_URL names answers. */
export async function reachableRedis(url: string): Promise<void> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(addressOf(url, 'REDIS_URL'), { lazyConnect: true, connectTimeout: WITHIN_MS, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  let first: unknown;
  redis.on('error', (error) => (first ??= error));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(new Error('timeout')), WITHIN_MS)));
  try {
    await Promise.race([redis.connect().then(() => redis.ping()), late]);
  } catch (error) {
    throw unreachable('Redis', url, 'REDIS_URL', first ?? error);
  } finally {
    clearTimeout(timer);
    redis.disconnect();
  }
}

/** @throws CannotStart when `variable` does not hold an address */
export function addressOf(url: string, variable: string): string {
  if (!URL.canParse(url) || new URL(url).hostname === '') throw new CannotStart(`${variable} is no address (postgresql://login:password@host:5432/database, redis://host:6379)`);
  return url;
}

function unreachable(server: string, url: string, variable: string, error: unknown): CannotStart {
  const { host } = new URL(url);
  const reason = reasonOf(error);
  const why = /timeout/i.test(reason) ? `no answer within ${WITHIN_MS / 1_000} s` : reason.split('\n')[0];
  return new CannotStart(`${server} at ${host} can't be used: ${why} (see ${variable})`);
}
