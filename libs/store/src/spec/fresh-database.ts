import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const ROOT = path.resolve(__dirname, '../../../..');

export interface FreshDatabase {
  name: string;
  /** For the processes: the login of prisma/provision.mjs. */
  databaseUrl: string;
  /** The owner, here a superuser: sees everything, for what a test must look up or break. */
  ownerUrl: string;
  owner: pg.Pool;
  drop(): Promise<void>;
}

/** A database of this test file's own, made by the same program that makes the real one. */
export async function freshDatabase(purpose: string): Promise<FreshDatabase> {
  const adminUrl = process.env.TEST_POSTGRES_URL;
  if (!adminUrl) throw new Error('TEST_POSTGRES_URL is not set');
  const name = `store_${purpose}_${process.pid}`;
  const login = `store_${purpose}_login`;
  await withAdmin(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`));
  const [ownerUrl, databaseUrl] = [new URL(adminUrl), new URL(adminUrl)];
  ownerUrl.pathname = databaseUrl.pathname = `/${name}`;
  databaseUrl.username = login;
  databaseUrl.password = 'only-for-tests';
  await provision(adminUrl, databaseUrl.href);
  const owner = new pg.Pool({ connectionString: ownerUrl.href, max: 3 });
  owner.on('error', () => undefined);
  return {
    name, databaseUrl: databaseUrl.href, ownerUrl: ownerUrl.href, owner,
    async drop() {
      await owner.end();
      await withAdmin(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`));
    },
  };
}

export async function provision(adminUrl: string, databaseUrl: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['prisma/provision.mjs'], { cwd: ROOT, env: { ...process.env, DATABASE_ADMIN_URL: adminUrl, DATABASE_URL: databaseUrl } });
  return stdout.trim();
}

export async function migrate(command: string[], ownerUrl: string): Promise<{ code: number; stdout: string }> {
  try {
    const { stdout } = await run(process.execPath, ['prisma/migrate.mjs', ...command], { cwd: ROOT, env: { ...process.env, DATABASE_ADMIN_URL: ownerUrl } });
    return { code: 0, stdout: stdout.trim() };
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return { code, stdout: stdout.trim() };
  }
}

async function withAdmin(url: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
