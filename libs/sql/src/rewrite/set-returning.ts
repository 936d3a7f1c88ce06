import type { CallExpr, Expr, OrderItem, Query, Select } from '@countersign/contracts';
import { FUNCTIONS } from '../registry/functions.js';
import { walk } from '../walk.js';

/**
 * A function of a SELECT that gives several rows for one (`unnest(…)` among the items, in GROUP BY, in ORDER BY): each row
 * of the FROM may stand several times in what comes out. In FROM it is a relation like others.
 */
export function setReturning({ items, distinct, groupBy, having, windows }: Select, orderBy: readonly OrderItem[]): CallExpr | undefined {
  let found: CallExpr | undefined;
  walk<Expr | Query>([items, distinct, groupBy, having, windows, orderBy], (node) => {
    if (node.kind === 'query') return false;
    if (node.kind === 'call' && FUNCTIONS.get(node.name)?.kind === 'set') found ??= node;
    return true;
  });
  return found;
}
