import type { ColumnExpr, Expr, GroupItem, Query, Select, SelectItem } from '@countersign/contracts';
import { refuse } from '../refusal.js';
import { FUNCTIONS } from '../registry/functions.js';
import { rebuild, sameTree, walk } from '../walk.js';
import { sameName } from './matching.js';
import type { Resolution } from './resolution.js';
import type { Level } from './visible.js';

/**
 * HAVING where it may use output names (MySQL, MariaDB): there a name is a column of GROUP BY, then an output, and then only a
 * column of FROM; inside an aggregate and inside a subquery a column of FROM comes first. An output is replaced by what it
 * stands for where the engine takes that in HAVING; else its name stays, and is noted in `outputs`.
 */
export function havingOf(r: Resolution, level: Level, select: Select, having: Expr, outputs: WeakSet<object>): Expr {
  if (!r.outputNames) return having;
  const inQueries = below(having, (node) => node.kind === 'query');
  const inAggregates = below(having, isAggregate);
  return rebuild(having, (copy, original) => {
    const e = copy as Expr;
    if (e.kind !== 'column' || e.qualifier.length || inQueries.has(original)) return copy;
    const meant = outputMeant(r, level, select, e, inAggregates.has(original));
    if (!meant) return copy;
    if (inAggregates.has(original) || sayable(meant.expr)) return meant.expr;
    const output = { ...e, name: meant.name };
    outputs.add(output);
    return output;
  });
}

function below(having: Expr, is: (node: Expr | Query) => boolean): ReadonlySet<object> {
  const inside = new Set<object>();
  walk<Expr | Query>(having, (node) => {
    if (!is(node)) return true;
    walk<Expr>(node, (inner) => void inside.add(inner));
    return false;
  });
  return inside;
}

const isAggregate = (e: Expr | Query): boolean => e.kind === 'call' && !e.over && FUNCTIONS.get(e.name)?.kind === 'aggregate';

interface Output {
  name: string;
  expr: Expr;
}

/** The output that a name is; undefined where the name is a column of FROM. */
function outputMeant(r: Resolution, level: Level, { items, groupBy }: Select, column: ColumnExpr, inAggregate: boolean): Output | undefined {
  const [first, ...others] = sameName(items.flatMap((item) => namedItem(item) ?? []), column.name, r.nameKey);
  const isColumn = sameName(level.visible.columns, column.name, r.nameKey).length > 0;
  if (!first || (inAggregate && isColumn)) return undefined;
  const ambiguous = (): never => refuse('ambiguous-column', `${column.name} in HAVING may be more than one thing: give the output a name that no other has`, column.at);
  if (others.some(({ expr }) => !sameTree(expr, first.expr))) ambiguous();
  const grouped = isColumn ? sameName(groupBy.flatMap(columnsOf), column.name, r.nameKey) : [];
  const { expr } = first;
  if (expr.kind === 'column' && sameName([expr], column.name, r.nameKey).length) {
    if (grouped.some(({ qualifier }) => qualifier.length && expr.qualifier.length && !sameTree(qualifier, expr.qualifier))) ambiguous();
    return first;
  }
  if (grouped.length) return undefined;
  if (isColumn && items.some((item) => item.expr.kind === 'star')) ambiguous();
  return first;
}

/** Calls have names too, but none that HAVING could say. */
function namedItem({ alias, expr }: SelectItem): Output | undefined {
  const name = alias ?? (expr.kind === 'column' ? expr.name : undefined);
  return name === undefined ? undefined : { name, expr };
}

function columnsOf(group: GroupItem): ColumnExpr[] {
  const list = group.kind === 'group-expr' ? [group.expr] : group.kind === 'group-tuple' ? group.items : group.type === 'sets' ? [] : group.items.flat();
  return list.filter((e) => e.kind === 'column');
}

const PLAIN_CALLS: ReadonlySet<string> = new Set(['coalesce', 'nullif', 'round', 'floor', 'ceil', 'abs']);

/** HAVING takes columns that are selected and what aggregates give, not what is worked out of columns. */
function sayable(e: Expr): boolean {
  if (e.kind === 'column') return true;
  let good = true;
  walk<Expr | Query>(e, (node) => {
    if (isAggregate(node)) {
      // What is different each time is not what the output shows.
      walk<Expr>(node, (inner) => void (good &&= !(inner.kind === 'call' && inner.name === 'random')));
      return false;
    }
    if (node.kind === 'query' || node.kind === 'column' || (node.kind === 'call' && !PLAIN_CALLS.has(node.name))) good = false;
    return true;
  });
  return good;
}
