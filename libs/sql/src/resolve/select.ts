import type { Expr, GroupItem, Select, SelectItem, StarExpr } from '@countersign/contracts';
import { refuse } from '../refusal.js';
import { reference, resolveIn } from './columns.js';
import { resolveFrom } from './from.js';
import { indexOfName, sameName } from './matching.js';
import { outputName } from './output-name.js';
import { havingOf } from './having.js';
import type { Env, Resolution } from './resolution.js';
import { bareNames, knownNames, sayNames } from './said-names.js';
import { relationOf, type Level } from './visible.js';

export interface ResolvedSelect {
  select: Select;
  columns: string[];
  level: Level;
  /** The items as they were written. */
  written: readonly SelectItem[];
}

export function resolveSelect(r: Resolution, env: Env, select: Select): ResolvedSelect {
  const from = resolveFrom(r, env, select.from);
  const level: Level = { visible: from.visible, parent: env.outer };
  const items = select.items.flatMap((item) => resolveItem(r, env, level, item));
  const columns = items.map(outputName);
  const outputs = new WeakSet<object>();
  const resolved: Select = {
    ...select,
    distinct: typeof select.distinct === 'boolean' ? select.distinct : select.distinct.map((e) => byOutput(r, e, knownNames(items, r.impliedNames)) ?? resolveIn(r, env, level, 'group', e)),
    items,
    from: from.items,
    ...(select.where ? { where: resolveIn(r, env, level, 'predicate', select.where) } : {}),
    groupBy: select.groupBy.map((g) => resolveGroup(r, env, level, items, columns, g)),
    ...(select.having ? { having: resolveIn(r, env, { ...level, outputs }, 'predicate', havingOf(r, level, select, select.having, outputs)) } : {}),
    windows: resolveIn(r, env, level, 'order', select.windows),
  };
  const told = typeof resolved.distinct === 'boolean' ? resolved : (sayNames(resolved, bareNames(resolved.distinct)) as Select);
  return { select: told, columns, level, written: select.items };
}

function resolveItem(r: Resolution, env: Env, level: Level, item: SelectItem): SelectItem[] {
  if (item.expr.kind === 'star') return expandStar(r, level, item.expr);
  const expr = resolveIn(r, env, level, 'select', item.expr);
  // Where the printed text would name the column differently (a bound table), the name asked for is kept as an alias.
  const asked = outputName(item);
  return [{ ...item, expr, ...(item.alias === undefined && outputName({ expr }) !== asked ? { alias: asked } : {}) }];
}

/** `*` becomes the columns that may be seen; denied ones are left out, and reported. */
function expandStar(r: Resolution, level: Level, star: StarExpr): SelectItem[] {
  if (level.visible.columns.length === 0) refuse('star-without-from', '* has nothing to stand for', star.at);
  const relation = star.qualifier.length ? relationOf(level, star.qualifier, r.nameKey) : undefined;
  if (star.qualifier.length && !relation) refuse('unknown-table', `${star.qualifier.join('.')} is not in FROM here`, star.at);
  const columns = relation?.columns ?? level.visible.columns;
  const allowed = columns.filter((c) => !c.denied);
  for (const column of columns) if (column.denied && column.source) r.narrowed.add(column.source);
  if (allowed.length === 0) refuse('denied-column', 'no column of * may be selected', star.at);
  return allowed.map((column) => ({ expr: reference(r, column, 'select', star.at), ...(column.real === column.name ? {} : { alias: column.name }) }));
}

/** DISTINCT ON by an output name, as ORDER BY. */
function byOutput(r: Resolution, e: Expr, columns: readonly string[]): Expr | undefined {
  return e.kind === 'number' || (e.kind === 'column' && e.qualifier.length === 0 && indexOfName(columns, e.name, r.nameKey) >= 0) ? e : undefined;
}

function resolveGroup(r: Resolution, env: Env, level: Level, items: readonly SelectItem[], columns: readonly string[], group: GroupItem): GroupItem {
  const one = (e: Expr): Expr => resolveGroupExpr(r, env, level, items, columns, e);
  switch (group.kind) {
    case 'group-expr': return { ...group, expr: one(group.expr) };
    case 'group-tuple': return { ...group, items: group.items.map(one) };
    case 'grouping-sets':
      return group.type === 'sets'
        ? { ...group, items: group.items.map((g) => resolveGroup(r, env, level, items, columns, g)) }
        : { ...group, items: group.items.map((set) => set.map(one)) };
  }
}

/**
 * An input column comes first, then an output alias. The alias is replaced by what it stands for: printed as a bare
 * name, the engine would first look for a column of that name, and might find one outside the scope.
 */
function resolveGroupExpr(r: Resolution, env: Env, level: Level, items: readonly SelectItem[], columns: readonly string[], e: Expr): Expr {
  if (e.kind === 'number') return e;
  if (e.kind === 'column' && e.qualifier.length === 0 && sameName(level.visible.columns, e.name, r.nameKey).length === 0) {
    const position = indexOfName(columns, e.name, r.nameKey);
    const meant = items[position]?.expr;
    if (meant) return isConstant(meant) ? { kind: 'number', text: String(position + 1) } : meant;
  }
  return resolveIn(r, env, level, 'group', e);
}

const isConstant = (e: Expr): boolean => e.kind === 'number' || e.kind === 'string' || e.kind === 'boolean' || e.kind === 'null';
