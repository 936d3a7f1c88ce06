// node prisma/migrate.mjs deploy | status | diff [--script]
// Works on DATABASE_ADMIN_URL, else DATABASE_URL: the login that owns the tables, never the one the processes use.
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { isCurrent, migrationsList } from './migration-files.mjs';

/** Two starts at once: the second waits for the first, then finds nothing to do. */
const DEPLOY_LOCK = 7_310_119;

/** Applies what is missing. Returns the names applied now. */
export async function deploy(url) {
  const gate = new pg.Client({ connectionString: url });
  await gate.connect();
  try {
    await gate.query('select pg_advisory_lock($1)', [DEPLOY_LOCK]);
    if (await isCurrent(gate)) return [];
    const { FILTERS, withEngine } = await import('./engine.mjs');
    const done = await withEngine(url, (engine) => engine.applyMigrations({ migrationsList: migrationsList(), filters: FILTERS }));
    return done.appliedMigrationNames;
  } finally {
    await gate.end();
  }
}

/** What the database lacks, and migrations whose text changed after they were applied. */
export async function status(url) {
  const { FILTERS, withEngine } = await import('./engine.mjs');
  const found = await withEngine(url, (engine) => engine.diagnoseMigrationHistory({ migrationsList: migrationsList(), optInToShadowDatabase: false, filters: FILTERS }));
  return {
    pending: found.history?.unappliedMigrationNames ?? [],
    edited: found.editedMigrationNames,
    failed: found.failedMigrationNames,
    unknown: found.history?.unpersistedMigrationNames ?? [],
  };
}

/** Drift: what schema.prisma says and the migrations, replayed into an empty database, do not. Empty text: none. */
export async function diff(url, { from = 'migrations', script = false } = {}) {
  const { FILTERS, schemaFiles, withEngine } = await import('./engine.mjs');
  return withEngine(url, async (engine, output) => {
    const start = from === 'empty' ? { tag: 'empty' } : { tag: 'migrations', ...migrationsList() };
    const result = await engine.diff({ from: start, to: { tag: 'schemaDatamodel', files: schemaFiles() }, script, exitCode: true, filters: FILTERS });
    return result.exitCode === 0 ? '' : (result.stdout ?? output());
  }, { shadowOnly: true });
}

async function main([command, ...rest]) {
  const url = process.env.DATABASE_ADMIN_URL ?? process.env.DATABASE_URL;
  if (!url) throw new Error('DATABASE_ADMIN_URL is not set: the address of the database with its owner');
  if (command === 'deploy') {
    const applied = await deploy(url);
    console.log(applied.length ? `applied: ${applied.join(', ')}` : 'nothing to apply');
    return 0;
  }
  if (command === 'status') {
    const found = await status(url);
    console.log(JSON.stringify(found));
    return Object.values(found).some((names) => names.length) ? 1 : 0;
  }
  if (command === 'diff') {
    const drift = await diff(url, { from: rest.includes('--from-empty') ? 'empty' : 'migrations', script: rest.includes('--script') });
    console.log(drift || 'no drift');
    return drift ? 2 : 0;
  }
  throw new Error('usage: node prisma/migrate.mjs deploy | status | diff [--script] [--from-empty]');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  // exit() because the engine's lock timer would keep the process for ten more seconds
  main(process.argv.slice(2)).then(
    (code) => process.exit(code),
    (error) => { console.error(`migrate: ${error.message}`); process.exit(1); },
  );
}
