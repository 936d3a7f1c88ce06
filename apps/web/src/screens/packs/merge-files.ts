import type { Files } from './pack-tasks';

/**
 * Brings edited files up to a newer version: what only one side changed is taken from that side. Where both did, mine stands, and the file is named.
 * @example mergeFiles({ base: { a: '1', b: '1' }, theirs: { a: '2', b: '1' }, mine: { a: '1', b: '3' } }) // { files: { a: '2', b: '3' }, both: [] }
 */
export function mergeFiles({ base, theirs, mine }: { base: Files; theirs: Files; mine: Files }): { files: Files; both: string[] } {
  const files: Files = {};
  const both: string[] = [];
  for (const path of [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].sort()) {
    const [was, other, own] = [base[path], theirs[path], mine[path]];
    const chosen = own === was ? other : own;
    if (own !== was && other !== was && own !== other) both.push(path);
    if (chosen !== undefined) files[path] = chosen;
  }
  return { files, both };
}
