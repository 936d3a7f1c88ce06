import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Like `mkdir -p`. Node's own recursion never ends where a file system answers "no such file" below a folder that is
 * there, as /proc does.
 *
 * @throws the system's error when a folder can't be made
 */
export function makeFolder(folder: string, mode = 0o700): void {
  if (existsSync(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
