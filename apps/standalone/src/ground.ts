import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { createSecrets, decodeKey, keyFromFile, SecretError, type Secrets } from '@countersign/platform';
import { type BackingServices, provisionQueueDatabase } from './backing-services.js';
import { CannotStart, reasonOf } from './cannot-start.js';
import type { DataFolder } from './data-folder.js';
import type { Progress } from './progress.js';
import { addressOf, reachableDatabase, usableLogin } from './reachable.js';

/** What must be there before the first process of the product starts. */
export interface Ground {
  databaseUrl: string;
  /** null: the queue is on Redis. */
  queueDatabaseUrl: string | null;
  /** null: the key itself is in the environment. */
  keyFile: string | null;
  secrets: Secrets;
  /** The database got tables now that it did not have. */
  migrated: boolean;
  /** null: no demo. */
  demoPassword: string | null;
}

export interface GroundOptions {
  root: string;
  env: NodeJS.ProcessEnv;
  say: Progress;
}

/** Key, database with its tables and login, the queue's database where one is needed, the demo's password. */
export async function prepareGround(options: GroundOptions, folder: DataFolder, services: BackingServices): Promise<Ground> {
  const { env } = options;
  const { adminUrl, redisUrl } = services;
  const held = heldKey(folder, env);
  const { databaseUrl, migrated } = await prepareDatabase(options, folder, services);
  const key = held ?? (await firstKey(folder, env, databaseUrl));
  if (!redisUrl && env.QUEUE_DATABASE_URL) await reachableDatabase(env.QUEUE_DATABASE_URL, 'QUEUE_DATABASE_URL');
  const queueDatabaseUrl = redisUrl ? null : (env.QUEUE_DATABASE_URL ?? (adminUrl && (await provisionQueueDatabase(adminUrl, folder.secret('queue-password')))));
  if (!redisUrl && !queueDatabaseUrl) throw new CannotStart('set REDIS_URL or QUEUE_DATABASE_URL: the queue needs one of them');
  const demoPassword = wantsDemo(env, services) ? env.COUNTERSIGN_DEMO_PASSWORD || folder.secret('demo-password', memorable) : null;
  return { ...key, databaseUrl, migrated, queueDatabaseUrl, demoPassword };
}

const wantsDemo = (env: NodeJS.ProcessEnv, services: BackingServices): boolean => (env.COUNTERSIGN_DEMO ? env.COUNTERSIGN_DEMO === '1' : !env.DATABASE_URL) && services.adminUrl !== null;

/** Easy to type, hard to guess: 16 letters and digits that can't be confused. */
function memorable(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => letters[byte % letters.length]).join('').replace(/(.{4})(?=.)/g, '$1-');
}

interface Key {
  keyFile: string | null;
  secrets: Secrets;
}

const keyFileOf = (folder: DataFolder, env: NodeJS.ProcessEnv): string => env.COUNTERSIGN_KEY_FILE || folder.path('keys', 'master.key');

/** COUNTERSIGN_KEY, else a key file: the given one, else our own. undefined: there is none yet. */
function heldKey(folder: DataFolder, env: NodeJS.ProcessEnv): Key | undefined {
  if (env.COUNTERSIGN_KEY) return { keyFile: null, secrets: usable(() => decodeKey(env.COUNTERSIGN_KEY ?? '')) };
  const keyFile = keyFileOf(folder, env);
  return existsSync(keyFile) ? { keyFile, secrets: usable(() => keyFromFile(keyFile, { create: false })) } : undefined;
}

/**
 * Made once, while nothing is sealed: a new key in the place of a lost one would open nothing, and the loss would show
 * only when somebody asks.
 */
async function firstKey(folder: DataFolder, env: NodeJS.ProcessEnv, databaseUrl: string): Promise<Key> {
  const keyFile = keyFileOf(folder, env);
  if (await holdsSealed(databaseUrl)) throw new CannotStart(`the key file ${keyFile} is missing, and the database holds credentials that only it opens: put it back from a backup, or set COUNTERSIGN_KEY (nothing was changed)`);
  return { keyFile, secrets: usable(() => keyFromFile(keyFile, { create: true })) };
}

function usable(key: () => Buffer): Secrets {
  try {
    return createSecrets(key());
  } catch (error) {
    if (error instanceof SecretError) throw new CannotStart(error.message);
    throw error;
  }
}

/** Any tenant's data source was ever registered. By the size of the table: the login sees no tenant's rows. */
async function holdsSealed(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ used: boolean }>("select pg_relation_size(c.oid) > 0 as used from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relname = 'data_sources'");
    return rows.some((row) => row.used);
  } catch (error) {
    throw new CannotStart(`the database can't be read: ${reasonOf(error)}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface Provisioning {
  provision(wish: { adminUrl: string; database: string; login: string; password: string }): Promise<{ databaseUrl: string; applied: string[] }>;
}

/** Migrations and the processes' login. With a DATABASE_URL and no owner's address, that was done by `npm run migrate`. */
async function prepareDatabase({ env, root, say }: GroundOptions, folder: DataFolder, services: BackingServices): Promise<{ databaseUrl: string; migrated: boolean }> {
  if (!services.adminUrl) {
    say('using DATABASE_URL as it is (set DATABASE_ADMIN_URL to have it migrated here)');
    await reachableDatabase(env.DATABASE_URL ?? '', 'DATABASE_URL');
    await usableLogin(env.DATABASE_URL ?? '');
    return { databaseUrl: env.DATABASE_URL ?? '', migrated: false };
  }
  say('preparing the database');
  if (env.DATABASE_URL) await reachableDatabase(services.adminUrl, 'DATABASE_ADMIN_URL');
  const given = env.DATABASE_URL ? new URL(addressOf(env.DATABASE_URL, 'DATABASE_URL')) : undefined;
  const { provision } = (await import(pathToFileURL(path.join(root, 'prisma/provision.mjs')).href)) as Provisioning;
  try {
    const made = await provision({
      adminUrl: services.adminUrl, database: given?.pathname.slice(1) || 'countersign',
      login: given ? decodeURIComponent(given.username) : 'countersign_login', password: given ? decodeURIComponent(given.password) : folder.secret('app-password'),
    });
    if (made.applied.length > 0) say(`applied ${made.applied.length} migration${made.applied.length > 1 ? 's' : ''}`);
    return { databaseUrl: env.DATABASE_URL ?? made.databaseUrl, migrated: made.applied.length > 0 };
  } catch (error) {
    throw new CannotStart(`the database can't be prepared: ${(error instanceof Error ? error.message : reasonOf(error)).split('\n').join(' ').slice(0, 500)}`);
  }
}
