import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '@countersign/platform';
import { CannotStart, reasonOf } from './cannot-start.js';
import { isAlive, startTimeOf } from './process-table.js';

/** Everything that a start keeps: database, keys, logs. One start at a time holds it. */
export interface DataFolder {
  at: string;
  path(...parts: string[]): string;
  /** A random secret made once and kept in a file that only we can read. */
  secret(name: string, make?: () => string): string;
  /** Tells other starts where this one serves. */
  announce(url: string): void;
  release(): void;
}

interface Holder {
  pid: number;
  /** The same number may name another process later; its start time does not. */
  startTime: string;
  url?: string;
}

/** @throws CannotStart when the folder can't be written or another start holds it */
export function openDataFolder(at: string): DataFolder {
  try {
    makeFolder(path.join(at, 'keys'));
    makeFolder(path.join(at, 'logs'));
    accessSync(at, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new CannotStart(`can't use the data folder ${at}: ${reasonOf(error)}; make it writable, or set COUNTERSIGN_DATA to another one`);
  }
  const lock = path.join(at, 'running.json');
  const me: Holder = { pid: process.pid, startTime: startTimeOf(process.pid) };
  take(lock, me, at);
  return {
    at,
    path: (...parts) => path.join(at, ...parts),
    secret(name, make = () => randomBytes(24).toString('base64url')) {
      const file = path.join(at, 'keys', name);
      if (!existsSync(file)) writeFileSync(file, `${make()}\n`, { mode: 0o600, flag: 'wx' });
      return readFileSync(file, 'utf8').trim();
    },
    announce: (url) => writeFileSync(lock, JSON.stringify({ ...me, url })),
    release: () => rmSync(lock, { force: true }),
  };
}

function take(lock: string, me: Holder, at: string): void {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(lock, JSON.stringify(me), { flag: 'wx', mode: 0o600 });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw new CannotStart(`can't write in the data folder ${at}: ${reasonOf(error)}`);
    }
    const holder = read(lock);
    if (holder && isAlive(holder.pid) && startTimeOf(holder.pid) === holder.startTime)
      throw new CannotStart(`Countersign already runs on ${at} (process ${holder.pid}${holder.url ? `, ${holder.url}` : ''}): stop it, or set COUNTERSIGN_DATA to another folder`);
    // Left by a start that was killed.
    rmSync(lock, { force: true });
  }
  throw new CannotStart(`another start takes the data folder ${at} at this moment`);
}

function read(lock: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(lock, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}
