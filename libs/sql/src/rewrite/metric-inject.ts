import type { DeclaredMetric, DeclaredUse, Expr, FilterExpr, Finding, GroupItem, MetricExpr, OrderItem, Query, QueryBody, Select, SelectItem } from '@countersign/contracts';
import { refuse } from '../refusal.js';
import { FUNCTIONS } from '../registry/functions.js';
import { outputName } from '../resolve/output-name.js';
import type { Resolved } from '../resolve/resolve.js';
import { everyNode, replaceNodes, walk } from '../walk.js';
import { filterValue, type Sight } from './filter-value.js';
import type { DeclaredNames } from './metric-names.js';
import type { Asked } from './metric-proof.js';
import { hasAggregate, rowsOf, type Ctes, type Surroundings } from './metric-rows.js';
import { metricValue } from './metric-value.js';
import { setReturning } from './set-returning.js';

export interface Injected {
  query: Query;
  used: DeclaredUse[];
  notes: Finding[];
  /** What stands in the places of metrics. */
  made: ReadonlyMap<Expr, DeclaredMetric>;
}

interface Injecting {
  names: DeclaredNames;
  resolved: Resolved;
  known: Surroundings['known'];
  used: Map<string, DeclaredUse>;
  /** By their message: one thing is said once. */
  notes: Map<string, Finding>;
  made: Map<Expr, DeclaredMetric>;
}

/** What stands around a query. */
interface Around {
  ctes: Ctes | undefined;
  outer: Sight | undefined;
}

/**
 * Puts what is declared in the place of `metric('…')` and `filter('…')`, each SELECT judged on its own. Names are resolved
 * already; what is put in is resolved with it, and a column that may not be used is refused here too.
 */
export function injectDeclared(resolved: Resolved, names: DeclaredNames): Injected {
  const { query } = resolved;
  if (!everyNode(query).some(isNamed)) return { query, used: [], notes: [], made: new Map() };
  const i: Injecting = { names, resolved, known: new WeakMap(), used: new Map(), notes: new Map(), made: new Map() };
  const injected = inQuery(i, query, { ctes: undefined, outer: undefined });
  return { query: injected, used: [...i.used.values()], notes: [...i.notes.values()], made: i.made };
}

const isNamed = (node: { kind: string }): node is MetricExpr | FilterExpr => node.kind === 'metric' || node.kind === 'named-filter';

function inQuery(i: Injecting, query: Query, around: Around): Query {
  let ctes = around.ctes;
  const list = query.with?.ctes.map((cte) => {
    const itself: Ctes | undefined = query.with!.recursive ? { name: cte.name, columns: cte.columns, query: undefined, outer: ctes } : ctes;
    const inner = inQuery(i, cte.query, { ...around, ctes: itself });
    ctes = { name: cte.name, columns: cte.columns, query: inner, outer: ctes };
    return inner === cte.query ? cte : { ...cte, query: inner };
  });
  const { body, orderBy } = inBody(i, query.body, query.orderBy, { ...around, ctes });
  return { ...query, ...(list ? { with: { ...query.with!, ctes: list } } : {}), body, orderBy };
}

function inBody(i: Injecting, body: QueryBody, orderBy: OrderItem[], around: Around): { body: QueryBody; orderBy: OrderItem[] } {
  if (body.kind === 'select') return inSelect(i, body, orderBy, around);
  const sorted = replaceNodes(orderBy, (node) => elsewhere(i, node, 'in ORDER BY of a query that puts others together', around));
  switch (body.kind) {
    case 'query': return { body: inQuery(i, body, around), orderBy: sorted };
    case 'values': return { body: replaceNodes(body, (node) => elsewhere(i, node, 'in VALUES', around)), orderBy: sorted };
    case 'set-operation': return { body: { ...body, left: inBody(i, body.left, [], around).body, right: inBody(i, body.right, [], around).body }, orderBy: sorted };
  }
}

/** What is neither in a SELECT nor below one. */
function elsewhere(i: Injecting, node: { kind: string }, where: string, around: Around): unknown {
  if (node.kind === 'query') return inQuery(i, node as Query, around);
  return isNamed(node) ? refuse('metric-place', `${said(node)} can't stand ${where}`, node.at) : undefined;
}

function inSelect(i: Injecting, select: Select, orderBy: OrderItem[], around: Around): { body: Select; orderBy: OrderItem[] } {
  const inFrom = replaceNodes(select.from, (node) => (node.kind === 'query' ? inQuery(i, node as Query, around) : undefined));
  const rows = rowsOf({ names: i.names, tables: i.resolved.tables, ctes: around.ctes, known: i.known }, { from: inFrom, ...(select.where ? { where: select.where } : {}) });
  const sight: Sight = { rows, outer: around.outer };
  checkGrains(i, { items: select.items, having: select.having, orderBy });
  checkOneRowEach(select, orderBy);
  checkOfOneRow(select, orderBy);
  /** `instead`: why no metric can stand here. */
  const put = <T>(tree: T, instead?: string): T => replaceNodes(tree, (node): unknown => {
    if (node.kind === 'query') return inQuery(i, node as Query, { ctes: around.ctes, outer: sight });
    if (node.kind === 'named-filter') return putFilter(i, node as FilterExpr, sight);
    if (node.kind === 'metric') return instead === undefined ? putMetric(i, node as MetricExpr, sight) : refuse('metric-place', `${said(node as MetricExpr)} is an aggregate and can't stand ${instead}`, (node as MetricExpr).at);
    const call = node as Expr;
    if (call.kind !== 'call' || call.over || FUNCTIONS.get(call.name)?.kind !== 'aggregate' || instead !== undefined) return undefined;
    return hasNamed(call) ? { ...call, ...put({ args: call.args, orderBy: call.orderBy, withinGroup: call.withinGroup, ...(call.filter ? { filter: call.filter } : {}) }, `inside ${call.name}(…)`) } : undefined;
  });
  const { where, having } = select;
  const body: Select = {
    ...select,
    from: put(inFrom, 'in ON'),
    items: select.items.map((item): SelectItem => named(item, put(item))),
    distinct: put(select.distinct),
    groupBy: put<GroupItem[]>(select.groupBy, 'in GROUP BY'),
    windows: put(select.windows),
    ...(where ? { where: put(where, 'in WHERE: conditions on it belong in HAVING') } : {}),
    ...(having ? { having: put(having) } : {}),
  };
  return { body, orderBy: put(orderBy) };
}

function hasNamed(tree: unknown): boolean {
  let found = false;
  walk(tree, (node) => {
    found ||= isNamed(node);
    return node.kind !== 'query';
  });
  return found;
}

/** The name that the result was asked for stays. */
const named = (before: SelectItem, after: SelectItem): SelectItem => (after === before || after.alias !== undefined || outputName(after) === outputName(before) ? after : { ...after, alias: outputName(before) });

const said = (node: MetricExpr | FilterExpr): string => `${node.kind === 'metric' ? 'metric' : 'filter'}('${node.id}')`;

function askedFor(i: Injecting, node: MetricExpr | FilterExpr): Omit<Asked, 'rows'> {
  return { names: i.names, said: said(node), at: node.at, read: ({ real }, table) => void i.resolved.columns.add(`${table}.${real}`) };
}

function putMetric(i: Injecting, node: MetricExpr, { rows }: Sight): Expr {
  const metric = i.names.metrics.get(node.id)!;
  const { value, notes } = metricValue({ ...askedFor(i, node), rows }, metric);
  for (const note of notes) i.notes.set(note.message, note);
  i.used.set(`metric ${node.id}`, { kind: 'metric', id: node.id, label: metric.label, definition: metric.definition, how: 'injected' });
  i.made.set(value, metric);
  return value;
}

/** All metrics of one SELECT measure the rows of one entity: else the one would repeat or lose rows of the other. */
function checkGrains({ names }: Injecting, select: { items: SelectItem[]; having: Expr | undefined; orderBy: OrderItem[] }): void {
  let first: { of: string; by: MetricExpr } | undefined;
  walk<MetricExpr | Query>(select, (node) => {
    if (node.kind === 'query') return false;
    if (node.kind !== 'metric') return true;
    for (const { of } of names.metrics.get(node.id)!.parts) {
      first ??= { of, by: node };
      if (first.of === of) continue;
      const [one, other] = [names.tableName(first.of), names.tableName(of)];
      const who = first.by.id === node.id ? `${said(node)} measures rows of ${one} and of ${other}` : `${said(first.by)} measures rows of ${one}, ${said(node)} rows of ${other}`;
      refuse('metric-grain', `${who}: in one SELECT the one would repeat or lose rows of the other; aggregate each first in its own subquery and join the results`, node.at);
    }
    return true;
  });
}

/** What gives several rows for one repeats the figure, or what it is taken of. */
function checkOneRowEach(select: Select, orderBy: OrderItem[]): void {
  const call = setReturning(select, orderBy);
  if (!call) return;
  walk<MetricExpr | Query>([select.items, select.having, orderBy], (node) => {
    if (node.kind === 'metric') refuse('metric-rows', `${said(node)} can't stand beside ${call.name}(…), which gives several rows for one: use ${call.name}(…) in FROM of another query`, call.at);
    return node.kind !== 'query';
  });
}

/** A condition on a row has no value where all rows have become one. */
function checkOfOneRow(select: Select, orderBy: OrderItem[]): void {
  if (select.groupBy.length > 0 || !(hasAggregate(select) || hasAggregate({ items: orderBy }))) return;
  walk<Expr | Query>([select.items, select.having, orderBy], (node) => {
    if (node.kind === 'named-filter') refuse('metric-place', `${said(node)} tests each row, and without GROUP BY all rows become one here: put it in WHERE, or in FILTER of an aggregate`, node.at);
    return node.kind !== 'query' && !(node.kind === 'call' && !node.over && FUNCTIONS.get(node.name)?.kind === 'aggregate');
  });
}

function putFilter(i: Injecting, node: FilterExpr, sight: Sight): Expr {
  const filter = i.names.filters.get(node.id)!;
  i.used.set(`filter ${node.id}`, { kind: 'filter', id: node.id, label: filter.label, definition: filter.definition, how: 'injected' });
  return filterValue(askedFor(i, node), filter, sight);
}
