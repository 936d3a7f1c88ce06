import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { identityBinding, loadPack } from '@countersign/pack';
import { queueFrom, SILENT, systemClock, type Secrets, type WorkQueue } from '@countersign/platform';
import { createStore, type DemoSeed, seedDemo } from '@countersign/store';
import { hash } from '@node-rs/argon2';
import { CannotStart } from './cannot-start.js';

export interface DemoWorld {
  /** Data sources whose account the collector must prove before anybody can ask. */
  toProve: { tenantId: string; dataSourceId: string; revision: number }[];
}

export interface DemoWorldOptions {
  root: string;
  /** Superuser of the server that gets the demo warehouse. */
  adminUrl: string;
  /** Login of the processes, for the seed. */
  databaseUrl: string;
  readerPassword: string;
  demoPassword: string;
  secrets: Secrets;
}

interface Warehouse {
  loadWarehouse(adminUrl: string, options: { database?: string; reader: { name: string; password: string } }): Promise<{ database: string; created: boolean }>;
}

const WAREHOUSE_OF = 'commerce';

/** The demo warehouse, two organizations, their people and packs. Made once; later starts add what is missing. */
export async function makeDemoWorld(options: DemoWorldOptions): Promise<DemoWorld> {
  const reader = { name: 'commerce_reader', password: options.readerPassword };
  const { loadWarehouse } = (await import(pathToFileURL(path.join(options.root, `packs/${WAREHOUSE_OF}/warehouse/load.mjs`)).href)) as Warehouse;
  const { database } = await loadWarehouse(options.adminUrl, { reader });
  const server = new URL(options.adminUrl);
  const seed: DemoSeed = {
    passwordHash: await hash(options.demoPassword),
    at: systemClock.now(),
    packs: packsIn(options.root).map((id) => readPack(options.root, id)),
    source: { name: 'Commerce warehouse', host: server.hostname, port: Number(server.port || 5432), database, username: reader.name },
    seal: ({ tenantId, dataSourceId }) => options.secrets.seal(JSON.stringify({ username: reader.name, password: reader.password }), `${tenantId}/${dataSourceId}`),
  };
  return seedDemo({ databaseUrl: options.databaseUrl, applicationName: 'standalone seed', poolSize: 2 }, seed);
}

/** Every folder with a pack in it; a new one needs no line here. */
const packsIn = (root: string): string[] => readdirSync(path.join(root, 'packs')).filter((id) => existsSync(path.join(root, 'packs', id, 'pack.yaml'))).sort();

/** A pack's YAML files, without its tests. The demo warehouse is of one pack; the others wait for a data source of theirs. */
function readPack(root: string, id: string): DemoSeed['packs'][number] {
  const folder = path.join(root, 'packs', id);
  const files = Object.fromEntries(readdirSync(folder).filter((name) => name.endsWith('.yaml')).sort().map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
  const { pack, findings } = loadPack(files, 1);
  if (!pack) throw new CannotStart(`the pack ${id} can't be loaded: ${findings.filter((f) => f.severity === 'error').map((f) => f.message).join('; ')}`);
  return { id, files, binding: id === WAREHOUSE_OF ? identityBinding(pack) : null };
}

export interface ProvingPlace {
  databaseUrl: string;
  redisUrl: string | null;
  queueDatabaseUrl: string | null;
}

/** Has the collector prove the accounts, and waits for its word. @returns what was refused or did not answer */
export async function proveSources(world: DemoWorld, { databaseUrl, redisUrl, queueDatabaseUrl }: ProvingPlace, withinMs = 30_000): Promise<string[]> {
  if (world.toProve.length === 0) return [];
  const queue = queueFrom({ REDIS_URL: redisUrl ?? undefined, QUEUE_DATABASE_URL: queueDatabaseUrl ?? undefined, QUEUE_PREFIX: 'countersign' }, SILENT);
  try {
    return await prove(world, queue, databaseUrl, withinMs);
  } finally {
    await queue.close();
  }
}

async function prove(world: DemoWorld, queue: WorkQueue, databaseUrl: string, withinMs: number): Promise<string[]> {
  const store = await createStore({ databaseUrl, applicationName: 'standalone', poolSize: 1 });
  try {
    for (const source of world.toProve) {
      const id = createHash('sha256').update(`${source.dataSourceId}/${source.revision}/${Date.now()}`).digest('hex').slice(0, 32);
      await queue.publish('probe', source, `probe-${id}`);
    }
    const end = Date.now() + withinMs;
    for (;;) {
      const states = await Promise.all(world.toProve.map(async ({ tenantId, dataSourceId }) => (await store.sources.load(tenantId, dataSourceId))?.status ?? 'absent'));
      const open = states.filter((state) => state === 'unproven' || state === 'unreachable');
      if (open.length === 0 || Date.now() > end) return states.filter((state) => state !== 'ready').map((state) => `a data source of the demo is ${state}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    await store.close();
  }
}
