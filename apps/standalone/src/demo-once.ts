import type { DataFolder } from './data-folder.js';
import { demoInputs } from './demo-inputs.js';
import type { Ground } from './ground.js';
import type { Progress } from './progress.js';
import { remembered } from './remembered.js';

export interface DemoOnceOptions {
  root: string;
  env: NodeJS.ProcessEnv;
  say: Progress;
  folder: DataFolder;
  /** Superuser of the server that gets the demo warehouse. */
  adminUrl: string;
  ground: Ground;
  redisUrl: string | null;
}

/** The demo world is made; what is still to do, once the processes are up, is to have its accounts proven. */
export type Proving = () => Promise<void>;

const NOTHING: Proving = async () => undefined;

/**
 * Makes the demo world, or does nothing where an earlier start made exactly this one: looking costs a second of work
 * (Prisma, argon2, packs) that the second start has no time for.
 */
export async function demoOnce({ root, env, say, folder, adminUrl, ground, redisUrl }: DemoOnceOptions): Promise<Proving> {
  const { databaseUrl, queueDatabaseUrl, secrets } = ground;
  const demoPassword = ground.demoPassword ?? '';
  const readerPassword = folder.secret('reader-password');
  // A database of somebody else's may have changed behind our back.
  const memory = env.DATABASE_URL ? undefined : remembered(folder.path('postgres', 'demo-world.done'), demoInputs(root, folder, { adminUrl, databaseUrl, readerPassword, demoPassword, key: secrets.keyId }));
  if (memory?.done() && !ground.migrated) return NOTHING;
  memory?.forget();
  say('making the demo world (warehouse, people, packs)');
  const { makeDemoWorld, proveSources } = await import('./demo-world.js');
  const world = await makeDemoWorld({ root, adminUrl, databaseUrl, readerPassword, demoPassword, secrets });
  return async () => {
    if (world.toProve.length > 0) say('proving that the demo accounts can only read');
    const problems = await proveSources(world, { redisUrl, queueDatabaseUrl, databaseUrl });
    for (const problem of problems) say(problem);
    if (problems.length === 0) memory?.remember();
  };
}
