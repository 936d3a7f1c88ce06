import pg from 'pg';
import { CannotStart, reasonOf } from './cannot-start.js';
import type { DataFolder } from './data-folder.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.js';
import { KeptServer } from './kept-server.js';
import type { Progress } from './progress.js';
import { reachableRedis } from './reachable.js';
import { findRedisServer, type RedisServer, startRedisServer } from './redis-server.js';

/** What the processes stand on. */
export interface BackingServices {
  /** Superuser or owner; null when only the processes' login was given. */
  adminUrl: string | null;
  redisUrl: string | null;
  /** Called when a server of ours ended and could not be started again. */
  onLost(tell: (what: string) => void): void;
  /** Process ids of our own servers, as they are now. */
  pids(): { postgres: number | undefined; redis: number | undefined };
  stop(): Promise<void>;
  kill(): void;
}

/** PostgreSQL and Redis: those that the environment names, else our own, started again when they end. */
export async function startBackingServices(folder: DataFolder, env: NodeJS.ProcessEnv, say: Progress): Promise<BackingServices> {
  let tellLost: (what: string) => void = () => undefined;
  const kept = { say, lost: (what: string) => tellLost(what) };
  let postgres: KeptServer<EmbeddedPostgres> | undefined;
  let redis: KeptServer<RedisServer> | undefined;

  if (env.REDIS_URL && env.QUEUE_BACKEND !== 'postgres') await reachableRedis(env.REDIS_URL);
  if (!env.DATABASE_URL) {
    say('starting PostgreSQL');
    const cluster = folder.path('postgres');
    const again = ({ port }: EmbeddedPostgres): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ folder: cluster, port });
    postgres = new KeptServer(await startEmbeddedPostgres({ folder: cluster, progress: say }), { name: 'PostgreSQL', again, ...kept });
  }
  try {
    const binary = chooseRedis(env, say);
    if (binary) redis = new KeptServer(await startRedisServer(binary), { name: 'Redis', again: (before) => startRedisServer(binary, before), ...kept });
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
  return {
    adminUrl: postgres?.current.url() ?? env.DATABASE_ADMIN_URL ?? null,
    redisUrl: env.QUEUE_BACKEND === 'postgres' ? null : (env.REDIS_URL ?? redis?.current.url ?? null),
    onLost: (tell) => (tellLost = tell),
    pids: () => ({ postgres: postgres?.current.pid, redis: redis?.current.pid }),
    async stop() {
      await redis?.stop();
      await postgres?.stop();
    },
    kill() {
      redis?.kill('SIGKILL');
      postgres?.kill('SIGQUIT');
    },
  };
}

/** The program to run a Redis of our own with; undefined: none is needed, or there is none. */
function chooseRedis(env: NodeJS.ProcessEnv, say: Progress): string | undefined {
  if (env.QUEUE_BACKEND === 'postgres' || env.REDIS_URL) return undefined;
  const binary = findRedisServer();
  if (binary) {
    say('starting Redis');
    return binary;
  }
  if (env.QUEUE_BACKEND === 'redis') throw new CannotStart('QUEUE_BACKEND is redis, and there is neither REDIS_URL nor a redis-server on PATH');
  say('no Redis here: the queue runs on PostgreSQL');
  return undefined;
}

/** A database of its own for BullMQ's tables, and a login that owns it and nothing else. */
export async function provisionQueueDatabase(adminUrl: string, password: string): Promise<string> {
  const name = 'countersign_queue';
  const client = new pg.Client({ connectionString: adminUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const known = await client.query('select 1 from pg_roles where rolname = $1', [name]);
    if (!known.rowCount) await client.query(`create role ${name} login nosuperuser nocreatedb nocreaterole`);
    await client.query(`alter role ${name} password ${client.escapeLiteral(password)}`);
    const made = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!made.rowCount) await client.query(`create database ${name} owner ${name} template template0 encoding 'UTF8'`);
    await client.query(`revoke all on database ${name} from public`);
  } catch (error) {
    throw new CannotStart(`the queue's database could not be made: ${reasonOf(error)}`);
  } finally {
    await client.end().catch(() => undefined);
  }
  const url = new URL(adminUrl);
  url.username = name;
  url.password = encodeURIComponent(password);
  url.pathname = `/${name}`;
  return url.href;
}
