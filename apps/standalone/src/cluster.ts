import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '@countersign/platform';
import { CannotStart, reasonOf } from './cannot-start.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { identity, reachedBy, serverEnvironment } from './run-as.js';
import type { Account } from './unprivileged-account.js';

export function prepareFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new CannotStart(`can't use the data folder ${folder}: ${reasonOf(error)}`);
  }
}

export function superuserPassword(folder: string): string {
  const file = path.join(folder, 'superuser-password');
  try {
    if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new CannotStart(`can't write in the data folder ${folder}: ${reasonOf(error)}`);
  }
}

export function checkCluster(cluster: string, major: string): void {
  if (!existsSync(cluster)) return;
  const files = readdirSync(cluster);
  if (!files.includes('PG_VERSION')) throw new CannotStart(`${cluster} is damaged or no database (no PG_VERSION); nothing was changed: restore it from a backup, or move it away to begin anew`);
  const found = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (found !== major) throw new CannotStart(`${cluster} was made by PostgreSQL ${found || '(unreadable)'}, and this is ${major}; nothing was changed: migrate it with pg_upgrade, or move it away to begin anew`);
}

interface Initialisation {
  binaries: PostgresBinaries;
  folder: string;
  cluster: string;
  password: string;
  account: Account | undefined;
  disposable: boolean;
}

/** In a folder of its own that is renamed when complete: a start that is killed here leaves nothing that looks like a cluster. */
export function initialise({ binaries, folder, cluster, password, account, disposable }: Initialisation): void {
  for (const leftover of readdirSync(folder)) if (leftover.startsWith('cluster.new-')) rmSync(path.join(folder, leftover), { recursive: true, force: true });
  const fresh = path.join(folder, `cluster.new-${process.pid}`);
  mkdirSync(fresh, { mode: 0o700 });
  const passwordFile = `${fresh}.password`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) for (const made of [fresh, passwordFile]) chownSync(made, account.uid, account.gid);
  const place = reachedBy(account, fresh, passwordFile);
  const [data, secret] = place.paths;
  const run = spawnSync(binaries.initdb, [
    '-D', data ?? fresh, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${secret ?? passwordFile}`, '-E', 'UTF8',
    // Built-in C.UTF-8 sorts alike everywhere; in plain C, trigram search would not see Korean letters.
    '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C.UTF-8', ...(disposable ? ['--no-sync'] : []),
  ], { ...identity(account), env: serverEnvironment(), cwd: '/', encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe', ...place.handles] });
  place.close();
  rmSync(passwordFile);
  if (run.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    const said = run.error ? reasonOf(run.error) : (run.stderr.trim().split('\n').find((line) => /error|fatal/i.test(line)) ?? `exit ${run.status}`);
    throw new CannotStart(`PostgreSQL could not be initialised in ${folder}: ${said.replaceAll(password, '***')}`);
  }
  renameSync(fresh, cluster);
}
