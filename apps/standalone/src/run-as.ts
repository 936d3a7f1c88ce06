import { closeSync, openSync } from 'node:fs';
import type { Account } from './unprivileged-account.js';

/**
 * How a server that runs as another account names our files. It may not be able to walk there (a clone below a
 * mode-700 folder), so it inherits open handles, and /proc/self/fd leads to them without walking.
 */
export function reachedBy(account: Account | undefined, ...files: string[]): { paths: string[]; handles: number[]; close(): void } {
  if (!account || process.platform !== 'linux') return { paths: files, handles: [], close: () => undefined };
  const handles = files.map((file) => openSync(file, 'r'));
  return { paths: files.map((_, i) => `/proc/self/fd/${3 + i}`), handles, close: () => handles.forEach((handle) => closeSync(handle)) };
}

/** Spawn options that make a server run as `account`. */
export const identity = (account: Account | undefined) => (account ? { uid: account.uid, gid: account.gid } : {});
/** Nothing of our own environment but PATH: no secret of ours is visible in the server. */
export const serverEnvironment = () => ({ PATH: process.env.PATH, LC_ALL: 'C.UTF-8', LC_MESSAGES: 'C', TZ: 'UTC' });

