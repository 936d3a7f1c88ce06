import type { Cte } from '@countersign/contracts';
import { walk } from './walk.js';

/** Does a CTE read from itself? Only PostgreSQL and MySQL say so with a word of their own. */
export function namesItself(cte: Cte): boolean {
  const own = cte.name.toLowerCase();
  let found = false;
  walk<{ kind: string; name?: unknown }>(cte.query, (node) => {
    if (node.kind === 'table' && Array.isArray(node.name) && node.name.length === 1 && String(node.name[0]).toLowerCase() === own) found = true;
  });
  return found;
}
