import type { Cte, Expr, OrderItem, Query, QueryBody, SetOperation, Values } from '@countersign/contracts';
import { nearestNames } from '../nearest.js';
import { refuse } from '../refusal.js';
import { walk } from '../walk.js';
import { resolveIn } from './columns.js';
import { distinct } from './distinct.js';
import type { CteScope, Env, Resolution } from './resolution.js';
import { indexOfName, sameName } from './matching.js';
import { withoutOutputNames } from './output-references.js';
import { bareNames, knownNames, sayNames } from './said-names.js';
import { resolveSelect, type ResolvedSelect } from './select.js';
import { NOTHING, type Level } from './visible.js';

export interface ResolvedQuery {
  query: Query;
  /** Output names, in order. */
  columns: string[];
}

export function resolveQuery(r: Resolution, env: Env, query: Query): ResolvedQuery {
  const { ctes, inside } = resolveWith(r, env, query);
  const body = resolveBody(r, inside, query.body);
  const orderBy = resolveOrder(r, inside, query.orderBy, body);
  return {
    query: { ...query, ...(query.with ? { with: { ...query.with, ctes } } : {}), body: sayNames(body.body, bareNames(orderBy.map((o) => o.expr))), orderBy },
    columns: body.columns,
  };
}

interface ResolvedBody {
  body: QueryBody;
  columns: string[];
  /** A plain SELECT: sorting may use its inputs too. */
  select?: ResolvedSelect;
}

function resolveBody(r: Resolution, env: Env, body: QueryBody): ResolvedBody {
  switch (body.kind) {
    case 'select': {
      const select = resolveSelect(r, env, body);
      return { body: select.select, columns: select.columns, select };
    }
    case 'query': {
      const { query, columns } = resolveQuery(r, env, body);
      return { body: query, columns };
    }
    case 'values': return resolveValues(r, env, body);
    case 'set-operation': return resolveSetOperation(r, env, body);
  }
}

function resolveSetOperation(r: Resolution, env: Env, node: SetOperation): ResolvedBody {
  return setOperation(node, resolveBody(r, env, node.left), resolveBody(r, env, node.right));
}

function setOperation(node: SetOperation, left: ResolvedBody, right: ResolvedBody): ResolvedBody {
  if (left.columns.length !== right.columns.length) refuse('column-count', `the sides of ${node.op.toUpperCase()} have ${left.columns.length} and ${right.columns.length} columns`, node.at);
  return { body: { ...node, left: left.body, right: right.body }, columns: left.columns };
}

function resolveValues(r: Resolution, env: Env, node: Values): ResolvedBody {
  const width = node.rows[0]?.length ?? 0;
  if (node.rows.some((row) => row.length !== width)) refuse('column-count', 'the rows of VALUES have different lengths', node.at);
  const level: Level = { visible: NOTHING, parent: env.outer };
  return { body: resolveIn(r, env, level, 'select', node), columns: Array.from({ length: width }, (_, i) => `column${i + 1}`) };
}

/** A bare name sorts by the output column of that name first, as in the engine; anything else sees the inputs. */
function resolveOrder(r: Resolution, env: Env, items: readonly OrderItem[], body: ResolvedBody): OrderItem[] {
  return items.map((item) => {
    const bare = item.expr.kind === 'column' && item.expr.qualifier.length === 0 ? item.expr.name : undefined;
    const names = body.select ? knownNames(body.select.select.items, r.impliedNames) : body.columns;
    if (item.expr.kind === 'number' || (bare !== undefined && indexOfName(names, bare, r.nameKey) >= 0)) return item;
    if (body.select) return { ...item, expr: resolveIn(r, env, body.select.level, 'order', withoutOutputNames(r, body.select.level, body.select.written, item.expr)) };
    if (bare === undefined) return r.outputNames ? sortedByOutputs(r, item, body.columns) : refuse('unknown-column', 'the result of a set operation is sorted by its output columns only', item.expr.at);
    return refuse('unknown-column', `the result has no column ${bare}`, item.expr.at, nearestNames(bare, body.columns));
  });
}

/** MySQL sorts the result of a set operation by expressions too; its rows are all that they can see. */
function sortedByOutputs(r: Resolution, item: OrderItem, columns: readonly string[]): OrderItem {
  walk<Expr | Query>(item.expr, (node) => {
    if (node.kind === 'query') refuse('unknown-column', 'the result of a set operation is sorted by its output columns only', node.at);
    if (node.kind === 'column' && (node.qualifier.length > 0 || indexOfName(columns, node.name, r.nameKey) < 0)) refuse('unknown-column', `the result has no column ${[...node.qualifier, node.name].join('.')}`, node.at, nearestNames(node.name, columns));
  });
  return item;
}

function resolveWith(r: Resolution, env: Env, query: Query): { ctes: Cte[]; inside: Env } {
  if (!query.with) return { ctes: [], inside: env };
  const { recursive, ctes } = query.with;
  let scope = env.ctes;
  const resolved = ctes.map((cte, i) => {
    if (ctes.findIndex((c) => c.name === cte.name) !== i) refuse('duplicate-alias', `${cte.name} is declared twice in WITH`, cte.at);
    // In WITH RECURSIVE a later name hides a table of that name already.
    const sight = recursive ? ctes.slice(i + 1).reduce<CteScope | undefined>((outer, c) => ({ name: c.name, columns: undefined, outer }), scope) : scope;
    const one = recursive && mentions(r, cte) ? resolveRecursive(r, { ...env, ctes: sight }, cte) : resolveQuery(r, { ...env, ctes: sight }, cte.query);
    scope = { name: cte.name, columns: columnsOf(cte, one.columns), outer: scope };
    const own = distinct(scope.columns!, r.nameKey);
    return { ...cte, query: { ...one.query, body: sayNames(one.query.body) }, ...(own ? { columns: own } : {}) };
  });
  return { ctes: resolved, inside: { ...env, ctes: scope } };
}

function columnsOf(cte: Cte, columns: string[]): string[] {
  if (cte.columns.length > columns.length) refuse('column-count', `${cte.name} names ${cte.columns.length} columns and has ${columns.length}`, cte.at);
  return columns.map((c, i) => cte.columns[i] ?? c);
}

function mentions(r: Resolution, cte: Cte): boolean {
  let found = false;
  walk<{ kind: string; name?: unknown }>(cte.query, (node) => {
    if (node.kind === 'table' && Array.isArray(node.name) && node.name.length === 1 && sameName([cte], String(node.name[0]), r.nameKey).length) found = true;
  });
  return found;
}

/** The first side of the UNION fixes the columns that the second side sees. Each side is resolved once: what is resolved counts. */
function resolveRecursive(r: Resolution, env: Env, cte: Cte): ResolvedQuery {
  const { body, orderBy } = cte.query;
  if (body.kind !== 'set-operation' || body.op !== 'union') return refuse('unbounded-recursion', `${cte.name} refers to itself outside a UNION`, cte.at);
  if (cte.query.with) return refuse('unbounded-recursion', `${cte.name}: a recursion has no WITH of its own: put it before`, cte.at);
  const left = resolveBody(r, { ...env, ctes: { name: cte.name, columns: undefined, outer: env.ctes } }, body.left);
  const inside: Env = { ...env, ctes: { name: cte.name, columns: columnsOf(cte, left.columns), outer: env.ctes } };
  const right = resolveBody(r, inside, body.right);
  const both = setOperation(body, left, right);
  return { query: { ...cte.query, body: both.body, orderBy: resolveOrder(r, inside, orderBy, both) }, columns: both.columns };
}
