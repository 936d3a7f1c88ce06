import type { GroupItem, Query, QueryBody, Select } from '@countersign/contracts';
import { MAX_GROUPINGS, MAX_MADE_SIZE } from '../../limits.js';
import { refuse } from '../../refusal.js';
import { FUNCTIONS } from '../../registry/functions.js';
import { namesItself } from '../../recursion.js';
import { outputName } from '../../resolve/output-name.js';
import { walk } from '../../walk.js';
import { COLUMN_SIZE, OF_TABLE, oneOf, worth, type Context, type CteScope, type Level, type NamedEstimate, type QueryEstimate } from './estimate.js';
import { estimateFrom, renamed } from './from.js';
import { estimateRecursion } from './recursion.js';
import { lookInside, valueOf } from './value.js';

/** What a query stands in. */
export interface Place {
  ctes: CteScope | undefined;
  parent: Level | undefined;
  around: number;
}

/** A query that stands in an expression: it may be computed for each row. */
export function estimateInside(level: Level, query: Query): QueryEstimate {
  return estimateQuery(level.ctx, query, { ctes: level.ctes, parent: level, around: level.around * worth(level.rows) });
}

export function estimateQuery(ctx: Context, query: Query, place: Place): QueryEstimate {
  let { ctes } = place;
  const { recursive = false, ctes: list = [] } = query.with ?? {};
  for (const [i, cte] of list.entries()) {
    // In WITH RECURSIVE a later name hides a table of that name already.
    const sight = recursive ? list.slice(i + 1).reduce<CteScope | undefined>((outer, { name }) => ({ name, estimate: undefined, outer }), ctes) : ctes;
    const estimate = recursive && namesItself(cte) ? estimateRecursion(ctx, cte, { ...place, ctes: sight }) : estimateQuery(ctx, cte.query, { ...place, ctes: sight });
    ctes = { name: cte.name, estimate: { ...estimate, columns: renamed(estimate, cte.columns) }, outer: ctes };
  }
  const body = estimateBody(ctx, query.body, { ...place, ctes }, query.orderBy);
  if (query.limit === null) return body;
  return { ...body, made: Math.min(body.made, Math.max(1, query.limit)) };
}

export function estimateBody(ctx: Context, body: QueryBody, place: Place, orderBy: Query['orderBy'] = []): QueryEstimate {
  switch (body.kind) {
    case 'query': return estimateQuery(ctx, body, place);
    case 'select': return estimateSelect(levelOf(ctx, place), body, orderBy);
    case 'values': {
      const level = levelOf(ctx, place);
      const rows = body.rows.map((row) => row.map((e) => valueOf(level, e)));
      return { made: Math.max(1, rows.length), table: false, open: false, columns: (rows[0] ?? []).map((_, i) => ({ ...oneOf(rows.map((row) => row[i] ?? OF_TABLE)), name: `column${i + 1}` })) };
    }
    case 'set-operation': {
      const [left, right] = [estimateBody(ctx, body.left, place), estimateBody(ctx, body.right, place)];
      const made = body.op === 'union' ? left.made + right.made : left.made;
      return { made, table: left.table || right.table, open: left.open || right.open, columns: eitherOf(left, right) };
    }
  }
}

/** Columns of a set operation: by position, where the positions are known. */
export function eitherOf(left: QueryEstimate, right: QueryEstimate): NamedEstimate[] {
  if (left.open || right.open) {
    const worst = oneOf([OF_TABLE, ...left.columns, ...right.columns]);
    return left.columns.map(({ name }) => ({ ...worst, name }));
  }
  return left.columns.map((c, i) => ({ ...oneOf([c, right.columns[i] ?? c]), name: c.name }));
}

export const levelOf = (ctx: Context, place: Place): Level => ({ ctx, relations: [], ...place, rows: { made: 1, table: false }, sets: 1 });

export function estimateSelect(level: Level, select: Select, orderBy: Query['orderBy']): QueryEstimate {
  estimateFrom(level, select.from, select.where);
  const columns = select.items.flatMap((item): NamedEstimate[] => (item.expr.kind === 'star' ? starOf(level, item.expr.qualifier) : [{ ...valueOf(level, item.expr), name: outputName(item) }]));
  lookInside(level, [select.where, select.groupBy, select.windows, select.distinct]);
  withOutputs(level, columns, () => lookInside(level, [select.having, orderBy]));
  const groupings = select.groupBy.reduce((product, g) => product * groupingsOf(g), 1);
  if (groupings > MAX_GROUPINGS) refuse('oversize', `GROUP BY groups in ${groupings} ways: no more than ${MAX_GROUPINGS}`, select.at ?? select.from[0]?.at);
  const open = select.items.some((item) => item.expr.kind === 'star' && level.relations.some((r) => r.open));
  const made = rowsOf(level, select);
  const size = columns.reduce((sum, c) => sum + c.size, 0);
  // What is small by itself is not when it is made a million times.
  if (made > 1 && made * size > MAX_MADE_SIZE) refuse('oversized-value', `the query makes ${made} rows of some ${size} characters`, select.at ?? select.from[0]?.at);
  return { made, table: level.rows.table, open, columns: keysOf(level, select, columns) };
}

/** HAVING and ORDER BY may name outputs; how long these are counts there too. */
function withOutputs(level: Level, columns: readonly NamedEstimate[], look: () => void): void {
  const long = columns.filter((c) => c.size > COLUMN_SIZE).map(({ name, size }): NamedEstimate => ({ name, size }));
  level.relations.push({ name: undefined, columns: new Map(long.map((c) => [level.ctx.keyOf(c.name), c])), list: [], open: false, made: 1, table: false });
  look();
  level.relations.pop();
}

function starOf(level: Level, qualifier: readonly string[]): NamedEstimate[] {
  const wanted = qualifier.at(-1);
  return level.relations
    .filter((r) => wanted === undefined || (r.name !== undefined && level.ctx.keyOf(r.name) === level.ctx.keyOf(wanted)))
    .flatMap((r) => (r.rest ? [...r.list, { ...r.rest, name: '*' }] : r.list));
}

/** How many groupings one entry of GROUP BY asks for; entries multiply. */
function groupingsOf(group: GroupItem): number {
  if (group.kind !== 'grouping-sets') return 1;
  if (group.type === 'sets') return group.items.reduce((sum, g) => sum + groupingsOf(g), 0);
  return group.type === 'cube' ? 2 ** group.items.length : group.items.length + 1;
}

function rowsOf(level: Level, select: Select): number {
  if (select.groupBy.length === 0 && hasAggregate(select)) return level.sets;
  return level.rows.made * level.sets;
}

/** Which columns have different values in all rows: those of the only part, and the only key of a grouping. */
function keysOf(level: Level, select: Select, columns: readonly NamedEstimate[]): NamedEstimate[] {
  const only = level.relations.length === 1 && level.sets === 1;
  const [group] = select.groupBy;
  const keys = select.distinct === true && columns.length === 1 ? columns : select.groupBy.length === 1 && group?.kind === 'group-expr' ? columns.filter((_, i) => sameKey(group.expr, select, i)) : [];
  return columns.map((c) => ({ ...c, distinct: keys.includes(c) || (only && c.distinct === true) }));
}

function sameKey(key: Select['items'][number]['expr'], select: Select, i: number): boolean {
  const item = select.items[i];
  if (key.kind === 'number') return Number(key.text) === i + 1;
  return item !== undefined && key.kind === 'column' && (item.alias === key.name || (item.expr.kind === 'column' && item.expr.name === key.name));
}

function hasAggregate(select: Select): boolean {
  let found = false;
  walk<{ kind: string; name?: string; over?: unknown }>(select.items, (node) => {
    if (node.kind === 'query') return false;
    if (node.kind === 'call' && !node.over && FUNCTIONS.get(node.name!)?.kind === 'aggregate') found = true;
    return true;
  });
  return found || select.having !== undefined;
}
