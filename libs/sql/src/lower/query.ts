import type { Cte, Expr, GroupItem, OrderItem, Query, QueryBody, Select, SelectItem, SetOperation, Values } from '@countersign/contracts';
import { namesItself } from '../recursion.js';
import { outputName } from '../resolve/output-name.js';
import { everyNode, rebuild, sameTree } from '../walk.js';
import { inside, withCtes } from './env.js';
import { exactItems, exactly } from './exact.js';
import { condition, value } from './expr.js';
import { lowerFrom } from './from.js';
import { call, differs, lacks, number, plainQuery, type Low } from './lowering.js';
import { bodyNames, distinctNames, firstSelect, itemsOf, named } from './names.js';
import { lowerOrder } from './order.js';

/** Where a query stands: it decides whether its columns need names and whether it may sort. */
export type Place = 'top' | 'relation' | 'value';

export function lowerQuery(outer: Low, query: Query, place: Place): Query {
  const low: Low = { ...outer, env: withCtes(outer.env, query) };
  if (query.with && place !== 'top' && low.engine.bareSubqueries) lacks(low, 'WITH inside a subquery', query.at);
  const { apart: _apart, ...alone } = low;
  const ctes = query.with?.ctes.map((cte) => lowerCte(alone, cte, query.with!.recursive));
  const body = withoutValues(query.body);
  const rest = { ...query, ...(ctes ? { with: { recursive: (query.with?.recursive ?? false) && ctes.some(namesItself), ctes } } : {}) };
  if (needsWrapping(low, query, body)) return wrapped(low, { ...rest, body }, place);
  const plain: Query = { ...rest, body: lowerBody(low, body, place) };
  // Sorting without a limit means nothing below the top, and some engines refuse it.
  const sorts = place === 'top' || query.limit !== null || query.offset > 0;
  return { ...plain, orderBy: sorts ? orderOf(low, query, body) : [] };
}

function lowerCte(low: Low, cte: Cte, recursive: boolean): Cte {
  const query = lowerQuery(low, cte.query, 'relation');
  const { body } = cte.query;
  if (recursive && body.kind === 'set-operation' && !body.all) lacks(low, 'a recursive UNION without ALL', cte.at);
  // Oracle wants the columns of a recursive CTE named.
  const columns = recursive && cte.columns.length === 0 ? bodyNames(body) ?? [] : cte.columns;
  return { ...cte, columns, query };
}

/** An engine that sorts by select items only, where NULLs need a rank beside them, or that has no place for a limit. */
function needsWrapping(low: Low, query: Query, body: QueryBody): boolean {
  if (low.engine.rollupUnsorted && body.kind === 'select' && query.orderBy.length > 0 && body.groupBy.some((g) => g.kind === 'grouping-sets')) return true;
  if (!low.engine.bareSubqueries) return false;
  const shaped = query.limit !== null || query.offset > 0 || query.orderBy.length > 0;
  return shaped && (body.kind !== 'select' || (body.distinct === true && query.orderBy.length > 0));
}

/** `SELECT names FROM (body) AS q ORDER BY … LIMIT …`. */
function wrapped(low: Low, query: Query, place: Place): Query {
  const { with: clause, ...inner } = query;
  const names = bodyNames(query.body);
  const first = firstSelect(query.body);
  const own = first && names ? distinctNames(named(first.items)).map(outputName) : undefined;
  const orderBy = query.orderBy.map((o): OrderItem => {
    const at = o.expr.kind === 'number' ? Number(o.expr.text) - 1 : first?.items.findIndex((i) => isItem(i, o.expr)) ?? -1;
    const name = own?.[at] ?? (o.expr.kind === 'column' && !own ? o.expr.name : undefined);
    return { ...o, expr: name === undefined ? lacks(low, 'sorting by something that is not selected', o.expr.at) : { kind: 'column', qualifier: ['q'], name } };
  });
  const body: Select = { kind: 'select', distinct: false, items: itemsOf(query.body), from: [{ kind: 'derived-table', query: plainQuery({ body: query.body }), alias: 'q', columnAliases: [], lateral: false }], groupBy: [], windows: [] };
  return { ...lowerQuery(low, { ...inner, body, orderBy }, place), ...(clause ? { with: clause } : {}) };
}

/** Does ORDER BY mean this item, by its name or by saying it again? */
const isItem = (item: SelectItem, by: Expr): boolean => (by.kind === 'column' && by.qualifier.length === 0 && outputName(item) === by.name) || sameTree(item.expr, by);

function orderOf(low: Low, query: Query, body: QueryBody): Query['orderBy'] {
  if (body.kind !== 'select') return lowerOrder(low, low.engine.nulls.sayable ? query.orderBy : query.orderBy.map((item) => ({ ...item, expr: positionAsName(body, item.expr) })));
  const { low: open, select } = opened(low, body);
  const within: Low = { ...groupedIn(open, select, 'behind'), ...(body.distinct === true ? { apart: true } : {}) };
  return lowerOrder(within, inlined(query.orderBy, select.windows), select.items);
}

/** A position may have to be asked whether it is NULL, which only a name can be. */
function positionAsName(body: QueryBody, by: Expr): Expr {
  const names = by.kind === 'number' ? bodyNames(body) : undefined;
  const name = by.kind === 'number' ? names?.[Number(by.text) - 1] : undefined;
  return name !== undefined && names!.filter((n) => n === name).length === 1 ? { kind: 'column', qualifier: [], name } : by;
}

function lowerBody(low: Low, body: QueryBody, place: Place): QueryBody {
  switch (body.kind) {
    case 'select': return lowerSelect(low, body, place);
    case 'set-operation': return lowerSetOperation(low, body, place);
    case 'query': return lowerQuery(low, body, place);
    case 'values': return lowerBody(low, withoutValues(body), place);
  }
}

function lowerSetOperation(outer: Low, node: SetOperation, place: Place): SetOperation {
  const low: Low = { ...outer, apart: true };
  if (node.all && node.op !== 'union') lacks(low, `${node.op.toUpperCase()} ALL`, node.at);
  const side = (body: QueryBody, at: Place): QueryBody => {
    const given = withoutValues(body);
    // A side that sorts or limits itself is a table of its own.
    if (given.kind !== 'query') return lowerBody(low, given, at);
    return lowerBody(low, { kind: 'select', distinct: false, items: itemsOf(given.body), from: [{ kind: 'derived-table', query: given, alias: 'q', columnAliases: [], lateral: false }], groupBy: [], windows: [] }, at);
  };
  return { ...node, left: side(node.left, place), right: side(node.right, 'value') };
}

/** VALUES as SELECTs one below the other, under the names that PostgreSQL gives the columns. */
export function withoutValues(body: QueryBody): QueryBody {
  if (body.kind !== 'values') return body;
  const selects = body.rows.map((row): Select => ({ kind: 'select', distinct: false, items: row.map((expr, i) => ({ expr, alias: `column${i + 1}` })), from: [], groupBy: [], windows: [] }));
  return selects.slice(1).reduce<QueryBody>((left, right) => ({ kind: 'set-operation', op: 'union', all: true, left, right }), selects[0]!) satisfies QueryBody | Values;
}

/** What the expressions of a SELECT see, and the SELECT with named windows written out. */
function opened(outer: Low, body: Select): { low: Low; select: Select; from: Select['from'] } {
  const select: Select = { ...body, items: inlined(body.items, body.windows) };
  const env = inside(outer.env, body);
  const { from, merged } = lowerFrom({ ...outer, env }, body.from);
  return { low: { ...outer, env, merged: new Map([...outer.merged, ...merged]), ...(outer.grouped ? { grouped: outer.grouped.filter((g) => !meantHere(g.meant, env, body)) } : {}) }, select, from };
}

/** A subquery of the same tables says its own columns with the words that the query around it groups by. */
function meantHere(e: Expr, env: Low['env'], body: Select): boolean {
  return everyNode<Expr>(e).some((node) => node.kind === 'column' && (node.qualifier.length ? env.relations.has(node.qualifier.at(-1)!) : body.from.length > 0));
}

function lowerSelect({ apart, ...outer }: Low, body: Select, place: Place): Select {
  const { low: open, select, from } = opened(outer, body);
  const low = groupedIn(open, select);
  if (typeof select.distinct !== 'boolean') lacks(low, 'DISTINCT ON', select.at);
  const given = place === 'value' ? select.items : named(select.items);
  const lowered = given.map((item): SelectItem => {
    const expr = value(low, item.expr);
    // A column that USING has merged is printed as another: it keeps its name.
    const kept = item.alias === undefined && item.expr.kind === 'column' && (expr.kind !== 'column' || expr.name !== item.expr.name);
    return { ...item, expr, ...(kept && item.expr.kind === 'column' ? { alias: item.expr.name } : {}) };
  });
  const items = apart || select.distinct === true ? exactItems(low, given, lowered) : lowered;
  return {
    ...select,
    items: place === 'relation' ? distinctNames(items) : items,
    from,
    ...(select.where ? { where: condition(open, select.where) } : {}),
    // What is grouped by is said by its exact form already.
    groupBy: select.groupBy.flatMap((g) => lowerGroup(low, select, g)),
    ...(select.having ? { having: condition(groupedIn(open, select, 'behind'), select.having) } : {}),
    windows: [],
  };
}

/** The same place with the texts that the query groups by in their exact form: among its items, or `behind` them. */
function groupedIn(low: Low, select: Select, behind?: 'behind'): Low {
  if (!low.engine.byCodePoint || select.groupBy.length === 0) return low;
  const forgotten = behind !== undefined && low.engine.groupsForgotten === true;
  const meant = select.groupBy.flatMap(function all(g): Expr[] {
    if (g.kind === 'group-expr') return [grouped(low, select, g.expr)];
    if (g.kind === 'group-tuple') return g.items.map((e) => grouped(low, select, e));
    return g.type === 'sets' ? g.items.flatMap(all) : g.items.flat().map((e) => grouped(low, select, e));
  });
  const exact = meant.map((e) => ({ meant: e, exact: exactly(low, e, value(low, e)) })).filter(({ meant: e, exact: x }) => (forgotten ? x.kind !== 'column' : !sameTree(value(low, e), x))).map((g) => (forgotten ? { ...g, exact: call('min', g.exact) } : g));
  return exact.length ? { ...low, grouped: [...low.grouped ?? [], ...exact] } : low;
}

function lowerGroup(low: Low, select: Select, item: GroupItem): GroupItem[] {
  const one = (e: Expr): Expr => value(low, grouped(low, select, e));
  switch (item.kind) {
    case 'group-expr': return [{ ...item, expr: one(item.expr) }];
    case 'group-tuple': return [{ ...item, items: item.items.map(one) }];
    case 'grouping-sets':
      return [item.type === 'sets' ? { ...item, items: item.items.flatMap((g) => lowerGroup(low, select, g)) } : { ...item, items: item.items.map((set) => set.map((e) => rollupPosition(low, select, e) ?? one(e))) }];
  }
}

/** MariaDB leaves an expression of ROLLUP standing in the rows of totals, unless it is grouped by its position. */
function rollupPosition(low: Low, select: Select, e: Expr): Expr | undefined {
  const meant = grouped(low, select, e);
  const at = low.engine.rollupUnsorted && value(low, meant).kind !== 'column' ? select.items.findIndex((i) => sameTree(i.expr, meant)) : -1;
  return at < 0 ? undefined : number(at + 1);
}

/** Positions and output names are not for grouping elsewhere: what they stand for is. */
function grouped(low: Low, select: Select, e: Expr): Expr {
  const meant = e.kind === 'number' ? select.items[Number(e.text) - 1]?.expr : e.kind === 'column' && e.qualifier.length === 0 && !low.env.scope ? select.items.find((i) => i.alias === e.name)?.expr : undefined;
  if (meant?.kind === 'string' || meant?.kind === 'number' || meant?.kind === 'null' || meant?.kind === 'boolean') differs(low, 'grouping by a constant makes no group', e.at);
  return meant ?? e;
}

/** Named windows are written out where they are used. */
function inlined<T>(tree: T, windows: Select['windows']): T {
  if (windows.length === 0) return tree;
  return rebuild(tree, (copy) => {
    const node = copy as Expr;
    if (node.kind !== 'call' || node.over?.base === undefined) return node;
    const base = inlined(windows.find((w) => w.name === node.over!.base)?.window, windows);
    if (!base) return node;
    const { base: _base, ...own } = node.over;
    return { ...node, over: { ...base, ...own, partitionBy: base.partitionBy, orderBy: own.orderBy.length ? own.orderBy : base.orderBy, ...(own.frame ?? base.frame ? { frame: own.frame ?? base.frame! } : {}) } };
  });
}
