import pg from 'pg';
import { CannotStart, reasonOf } from './cannot-start.js';
import type { DataFolder } from './data-folder.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.js';
import type { Progress } from './progress.js';
import { findRedisServer, type RedisServer, startRedisServer } from './redis-server.js';

/** What the processes stand on. */
export interface BackingServices {
  /** Superuser or owner; null when only the processes' login was given. */
  adminUrl: string | null;
  redisUrl: string | null;
  /** Called when a server of ours ended and could not be started again. */
  onLost(tell: (what: string) => void): void;
  stop(): Promise<void>;
  kill(): void;
}

export type QueueChoice = 'redis' | 'postgres' | undefined;

/** PostgreSQL and Redis: those that the environment names, else our own. */
export async function startBackingServices(folder: DataFolder, env: NodeJS.ProcessEnv, say: Progress): Promise<BackingServices> {
  let lost: (what: string) => void = () => undefined;
  let stopping = false;
  let postgres: EmbeddedPostgres | undefined;
  let redis: RedisServer | undefined;

  if (!env.DATABASE_URL) {
    say('starting PostgreSQL');
    postgres = await startEmbeddedPostgres({ folder: folder.path('postgres'), progress: say });
    void postgres.ended.then(() => stopping || lost('PostgreSQL ended'));
  }
  try {
    redis = await chooseRedis(env, say);
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
  const keepRedis = (server: RedisServer, binary: string, restarts: number): void =>
    void server.ended.then(async () => {
      if (stopping) return;
      if (restarts === 5) return lost('Redis ended again and again');
      say('Redis ended; starting it again');
      redis = await startRedisServer(binary, server);
      keepRedis(redis, binary, restarts + 1);
    }).catch(() => lost('Redis can not be started again'));
  if (redis) keepRedis(redis, findRedisServer() ?? '', 0);

  return {
    adminUrl: postgres?.url() ?? env.DATABASE_ADMIN_URL ?? null,
    redisUrl: env.QUEUE_BACKEND === 'postgres' ? null : (env.REDIS_URL ?? redis?.url ?? null),
    onLost: (tell) => (lost = tell),
    async stop() {
      stopping = true;
      await redis?.stop();
      await postgres?.stop();
    },
    kill() {
      stopping = true;
      for (const server of [redis, postgres]) if (server) signal(server.pid, server === postgres ? 'SIGQUIT' : 'SIGKILL');
    },
  };
}

async function chooseRedis(env: NodeJS.ProcessEnv, say: Progress): Promise<RedisServer | undefined> {
  if (env.QUEUE_BACKEND === 'postgres' || env.REDIS_URL) return undefined;
  const binary = findRedisServer();
  if (binary) {
    say('starting Redis');
    return startRedisServer(binary);
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

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone already.
  }
}
