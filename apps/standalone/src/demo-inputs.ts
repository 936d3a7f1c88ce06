import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from './data-folder.js';

/** Everything that decides what the demo world is: with the same, in the same cluster, it is there already. */
export function demoInputs(root: string, folder: DataFolder, secrets: Record<string, string>): unknown {
  return { cluster: systemIdentifier(folder.path('postgres', 'cluster')), build: text(path.join(root, 'apps/standalone/dist/.built')), packs: textsBelow(path.join(root, 'packs')), ...secrets };
}

/** PostgreSQL's own number of a cluster, from its control file: a cluster made anew has another. */
function systemIdentifier(cluster: string): string {
  const control = openSync(path.join(cluster, 'global/pg_control'), 'r');
  try {
    const bytes = Buffer.alloc(8);
    readSync(control, bytes, 0, 8, 0);
    return bytes.toString('hex');
  } finally {
    closeSync(control);
  }
}

const textsBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name)).sort().map((file) => `${path.relative(folder, file)}\n${text(file)}`);

function text(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
