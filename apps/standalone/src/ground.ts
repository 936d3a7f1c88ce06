import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSecrets, decodeKey, keyFromFile, SecretError, type Secrets } from '@countersign/platform';
import { type BackingServices, provisionQueueDatabase } from './backing-services.js';
import { CannotStart, reasonOf } from './cannot-start.js';
import type { DataFolder } from './data-folder.js';
import type { Progress } from './progress.js';

/** What must be there before the first process of the product starts. */
export interface Ground {
  databaseUrl: string;
  /** null: the queue is on Redis. */
  queueDatabaseUrl: string | null;
  /** null: the key itself is in the environment. */
  keyFile: string | null;
  secrets: Secrets;
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
  const key = openKey(folder, env);
  const databaseUrl = await prepareDatabase(options, folder, services);
  const queueDatabaseUrl = redisUrl ? null : (env.QUEUE_DATABASE_URL ?? (adminUrl && (await provisionQueueDatabase(adminUrl, folder.secret('queue-password')))));
  if (!redisUrl && !queueDatabaseUrl) throw new CannotStart('set REDIS_URL or QUEUE_DATABASE_URL: the queue needs one of them');
  const demoPassword = wantsDemo(env, services) ? env.COUNTERSIGN_DEMO_PASSWORD || folder.secret('demo-password', memorable) : null;
  return { ...key, databaseUrl, queueDatabaseUrl, demoPassword };
}

const wantsDemo = (env: NodeJS.ProcessEnv, services: BackingServices): boolean => (env.COUNTERSIGN_DEMO ? env.COUNTERSIGN_DEMO === '1' : !env.DATABASE_URL) && services.adminUrl !== null;

/** Easy to type, hard to guess: 16 letters and digits that can't be confused. */
function memorable(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => letters[byte % letters.length]).join('').replace(/(.{4})(?=.)/g, '$1-');
}

/** COUNTERSIGN_KEY, else a key file: the given one, else our own, made at the first start. */
function openKey(folder: DataFolder, env: NodeJS.ProcessEnv): { keyFile: string | null; secrets: Secrets } {
  try {
    if (env.COUNTERSIGN_KEY) return { keyFile: null, secrets: createSecrets(decodeKey(env.COUNTERSIGN_KEY)) };
    const keyFile = env.COUNTERSIGN_KEY_FILE || folder.path('keys', 'master.key');
    return { keyFile, secrets: createSecrets(keyFromFile(keyFile, { create: true })) };
  } catch (error) {
    if (error instanceof SecretError) throw new CannotStart(error.message);
    throw error;
  }
}

interface Provisioning {
  provision(wish: { adminUrl: string; database: string; login: string; password: string }): Promise<{ databaseUrl: string; applied: string[] }>;
}

/** Migrations and the processes' login. With a DATABASE_URL and no owner's address, that was done by `npm run migrate`. */
async function prepareDatabase({ env, root, say }: GroundOptions, folder: DataFolder, services: BackingServices): Promise<string> {
  if (!services.adminUrl) {
    say('using DATABASE_URL as it is (set DATABASE_ADMIN_URL to have it migrated here)');
    return env.DATABASE_URL ?? '';
  }
  say('preparing the database');
  const given = env.DATABASE_URL ? new URL(env.DATABASE_URL) : undefined;
  const { provision } = (await import(pathToFileURL(path.join(root, 'prisma/provision.mjs')).href)) as Provisioning;
  try {
    const made = await provision({
      adminUrl: services.adminUrl, database: given?.pathname.slice(1) || 'countersign',
      login: given ? decodeURIComponent(given.username) : 'countersign_login', password: given ? decodeURIComponent(given.password) : folder.secret('app-password'),
    });
    if (made.applied.length > 0) say(`applied ${made.applied.length} migration${made.applied.length > 1 ? 's' : ''}`);
    return env.DATABASE_URL ?? made.databaseUrl;
  } catch (error) {
    throw new CannotStart(`the database can't be prepared: ${(error instanceof Error ? error.message : reasonOf(error)).split('\n').join(' ').slice(0, 500)}`);
  }
}
