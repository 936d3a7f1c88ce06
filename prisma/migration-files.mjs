// The migrations folder, and whether a database has all of it: known without the schema engine, which takes a second
// to load and at most starts has nothing to do.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const MIGRATIONS = path.join(import.meta.dirname, 'migrations');

/** The migrations folder in the engine's words. */
export function migrationsList() {
  const lock = path.join(MIGRATIONS, 'migration_lock.toml');
  const folders = readdirSync(MIGRATIONS, { withFileTypes: true }).filter((d) => d.isDirectory()).map((d) => d.name).sort();
  return {
    baseDir: MIGRATIONS,
    lockfile: { path: 'migration_lock.toml', content: existsSync(lock) ? readFileSync(lock, 'utf8') : null },
    shadowDbInitScript: '',
    migrationDirectories: folders.map((name) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: readFileSync(path.join(MIGRATIONS, name, 'migration.sql'), 'utf8') } },
    })),
  };
}

/** Exactly these migrations, with these texts, were applied to their end. Anything else is for the engine to judge. */
export async function isCurrent(client) {
  const { rows: [table] } = await client.query("select to_regclass('public._prisma_migrations') as known");
  if (!table.known) return false;
  const { rows } = await client.query('select migration_name as name, checksum from public._prisma_migrations where finished_at is not null and rolled_back_at is null');
  const { rows: [{ open }] } = await client.query('select count(*)::int as open from public._prisma_migrations where finished_at is null and rolled_back_at is null');
  const wanted = migrationsList().migrationDirectories.map(({ path: name, migrationFile }) => [name, createHash('sha256').update(migrationFile.content.value).digest('hex')]);
  const have = new Map(rows.map((row) => [row.name, row.checksum]));
  return open === 0 && have.size === wanted.length && wanted.every(([name, checksum]) => have.get(name) === checksum);
}
