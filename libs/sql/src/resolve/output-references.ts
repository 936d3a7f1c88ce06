import type { Expr, SelectItem } from '@countersign/contracts';
import { rebuild, walk } from '../walk.js';
import { outputName } from './output-name.js';
import type { Resolution } from './resolution.js';
import { sameName } from './matching.js';
import type { Level } from './visible.js';

/**
 * In some engines expressions in ORDER BY may use output names, where no column has the name; HAVING is another matter. They are replaced by what they stand for:
 * printed as a bare name, the engine would first look for a column of that name, and might find one outside the scope.
 */
export function withoutOutputNames(r: Resolution, level: Level, items: readonly SelectItem[], e: Expr): Expr {
  if (!r.outputNames) return e;
  const inSubqueries = new Set<object>();
  walk<{ kind: string }>(e, (node) => {
    if (node.kind !== 'query') return true;
    walk<{ kind: string }>(node, (inner) => void inSubqueries.add(inner));
    return false;
  });
  return rebuild(e, (copy, original) => {
    const column = copy as Expr;
    if (column.kind !== 'column' || column.qualifier.length || inSubqueries.has(original)) return copy;
    if (sameName(level.visible.columns, column.name, r.nameKey).length) return copy;
    const named = items.filter((i) => i.expr.kind !== 'star').map((i) => ({ name: outputName(i), expr: i.expr }));
    return sameName(named, column.name, r.nameKey)[0]?.expr ?? copy;
  });
}
