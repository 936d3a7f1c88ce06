import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSecrets, decodeKey, keyFromFile, queueFrom, SecretError, type Secrets } from '@countersign/platform';
import { startBackingServices, type BackingServices, provisionQueueDatabase } from './backing-services.js';
import { CannotStart, reasonOf } from './cannot-start.js';
import { type DataFolder, openDataFolder } from './data-folder.js';
import { demoSignIns, makeDemoWorld, proveSources } from './demo-world.js';
import { isPortFree } from './free-port.js';
import { processEnvironments, type ProcessNames } from './process-environment.js';
import type { Progress } from './progress.js';
import { untilReady } from './readiness.js';
import { Supervised } from './supervised.js';

export interface StandaloneOptions {
  /** The repository, built. */
  root: string;
  dataFolder: string;
  port: number;
  /** Settings by the names of environment variables: DATABASE_URL, REDIS_URL, QUEUE_BACKEND, COUNTERSIGN_KEY, … */
  env: NodeJS.ProcessEnv;
  say: Progress;
  /** Aborted: gives up starting and stops what was started. */
  signal?: AbortSignal;
  /** The product can't go on: a process died too often, or a server of ours is lost. */
  onLost?: (what: string) => void;
}

export interface Standalone {
  baseUrl: string;
  demo: { password: string; signIns: { tenant: string; email: string; role: string }[] } | null;
  /** What the processes were started with, for tools that look behind them. */
  databaseUrl: string;
  adminUrl: string | null;
  redisUrl: string | null;
  dataFolder: string;
  /** Process ids by name, as they are now. */
  pids(): Record<ProcessNames, number | undefined>;
  /** Ends everything in order; nothing is lost. */
  stop(): Promise<void>;
  /** Ends everything at once; PostgreSQL recovers at the next start. */
  kill(): void;
}

/**
 * The whole product on one machine: database and queue of its own unless given, demo data, then API, worker and
 * collector as processes of their own. Resolves when a question could go the whole way.
 *
 * @throws CannotStart with one line for a person; everything already started is stopped
 */
export async function startStandalone(options: StandaloneOptions): Promise<Standalone> {
  const { env, say, root } = options;
  const host = env.COUNTERSIGN_HOST || '127.0.0.1';
  if (!(await isPortFree(options.port, host))) throw new CannotStart(`port ${options.port} is taken: stop what listens there, or set PORT to another one`);
  const folder = openDataFolder(options.dataFolder);
  let services: BackingServices | undefined;
  const children: Supervised[] = [];
  const stop = async (): Promise<void> => {
    // First nobody may ask, then what runs may end, then what it stood on.
    const [api, ...others] = children;
    await api?.stop(10_000);
    await Promise.all(others.map((child) => child.stop(25_000)));
    await services?.stop();
    folder.release();
  };
  const kill = (): void => {
    for (const child of children) child.kill();
    services?.kill();
    folder.release();
  };
  try {
    const { keyFile, secrets } = openKey(folder, env);
    services = await startBackingServices(folder, env, say);
    options.signal?.throwIfAborted();
    const database = await prepareDatabase(options, folder, services);
    options.signal?.throwIfAborted();
    const queueDatabaseUrl = services.redisUrl ? null : (env.QUEUE_DATABASE_URL ?? (services.adminUrl && (await provisionQueueDatabase(services.adminUrl, folder.secret('queue-password')))));
    if (!services.redisUrl && !queueDatabaseUrl) throw new CannotStart('set REDIS_URL or QUEUE_DATABASE_URL: the queue needs one of them');
    const demoPassword = wantsDemo(env, services) ? (env.COUNTERSIGN_DEMO_PASSWORD ?? folder.secret('demo-password', memorable)) : null;
    options.signal?.throwIfAborted();
    // The processes need the tables only: the demo world is made while they come up.
    const making = demoPassword && services.adminUrl ? demoWorld(options, folder, services.adminUrl, database, { demoPassword, secrets }) : Promise.resolve(null);
    making.catch(() => undefined);

    say('starting api, worker and collector');
    const environments = await processEnvironments({ env, port: options.port, host, databaseUrl: database, redisUrl: services.redisUrl, queueDatabaseUrl, keyFile, demoPassword });
    const lost = (what: string): void => (options.onLost ?? say)(what);
    services.onLost(lost);
    for (const name of ['api', 'worker', 'collector'] as const) {
      const script = path.join(root, `apps/${name}/dist/main.js`);
      if (!existsSync(script)) throw new CannotStart(`${script} is missing: run npm run build`);
      const child = new Supervised({ name, script, cwd: root, env: environments[name].env, logFile: folder.path('logs', `${name}.log`), report: say, gaveUp: (who) => lost(`${who} does not stay up`) });
      children.push(child);
      child.start();
    }
    const baseUrl = `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${options.port}`;
    await untilReady([{ name: 'api', url: `${baseUrl}/ready` }, { name: 'worker', url: environments.worker.readyUrl }, { name: 'collector', url: environments.collector.readyUrl }], folder.path('logs'), options.signal);
    const world = await making;
    if (world) await prove(world, { databaseUrl: database, redisUrl: services.redisUrl, queueDatabaseUrl, say });
    folder.announce(baseUrl);
    return {
      baseUrl, databaseUrl: database, adminUrl: services.adminUrl, redisUrl: services.redisUrl, dataFolder: folder.at, stop, kill,
      demo: demoPassword ? { password: demoPassword, signIns: demoSignIns() } : null,
      pids: () => ({ api: children[0]?.pid, worker: children[1]?.pid, collector: children[2]?.pid }),
    };
  } catch (error) {
    await stop().catch(() => kill());
    throw error;
  }
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
async function prepareDatabase({ env, root, say }: StandaloneOptions, folder: DataFolder, services: BackingServices): Promise<string> {
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

async function demoWorld({ root, say }: StandaloneOptions, folder: DataFolder, adminUrl: string, databaseUrl: string, known: { demoPassword: string; secrets: Secrets }) {
  say('making the demo world (warehouse, people, packs)');
  return makeDemoWorld({ root, adminUrl, databaseUrl, readerPassword: folder.secret('reader-password'), ...known });
}

async function prove(world: Awaited<ReturnType<typeof makeDemoWorld>>, { databaseUrl, redisUrl, queueDatabaseUrl, say }: { databaseUrl: string; redisUrl: string | null; queueDatabaseUrl: string | null; say: Progress }): Promise<void> {
  if (world.toProve.length === 0) return;
  say('proving that the demo accounts can only read');
  const queue = queueFrom({ REDIS_URL: redisUrl ?? undefined, QUEUE_DATABASE_URL: queueDatabaseUrl ?? undefined, QUEUE_PREFIX: 'countersign' }, { connection: () => undefined, failed: () => undefined });
  try {
    for (const problem of await proveSources(world, queue, databaseUrl)) say(problem);
  } finally {
    await queue.close();
  }
}
