import type { CallExpr, Expr, FromItem, Query, Select, SelectItem } from '@countersign/contracts';
import { POSTGRES_SYNTAX } from '../dialects/syntax.js';
import type { DialectRules } from '../dialects/dialect.js';
import { bodyNames, distinctNames, itemsOf, namedBody, renamed } from '../lower/names.js';
import { FUNCTIONS } from '../registry/functions.js';
import { functionFor } from '../registry/native/function-for.js';
import { outputName } from '../resolve/output-name.js';
import { refuse } from '../refusal.js';
import { rebuild, walk } from '../walk.js';

/**
 * Puts limits where the engine can write them. SQL Server limits a SELECT, and skips rows only in an order; Oracle 11g
 * counts rows by ROWNUM, before they are sorted or grouped. What does not fit becomes a subquery that is limited.
 */
export function formLimits(query: Query, rules: DialectRules): Query {
  const style = (rules.syntax ?? POSTGRES_SYNTAX).limit;
  if (style !== 'top' && style !== 'none') return query;
  return rebuild(query, (copy) => {
    const node = copy as Query;
    if (node.kind !== 'query' || (node.limit === null && node.offset === 0)) return node;
    return style === 'top' ? underTop(node) : underRownum(node, rules);
  });
}

function underTop(query: Query): Query {
  // A set operation is limited as it is when it is sorted: OFFSET 0 ROWS FETCH NEXT n ROWS ONLY.
  const limited = query.body.kind === 'select' || query.orderBy.length ? query : around(query, { limit: query.limit, offset: query.offset });
  if (limited.offset === 0 || limited.orderBy.length) return limited;
  const nothing: Select = { kind: 'select', distinct: false, items: [{ expr: { kind: 'null' } }], from: [], groupBy: [], windows: [] };
  return { ...limited, orderBy: [{ expr: { kind: 'subquery', query: { kind: 'query', body: nothing, orderBy: [], limit: null, offset: 0 } }, direction: 'asc' }] };
}

/** Oracle 11g: `SELECT … FROM (query) WHERE ROWNUM <= n`; to skip rows they are numbered in a query between. */
function underRownum(query: Query, rules: DialectRules): Query {
  const { limit, offset } = query;
  if (offset === 0 && countsRows(query, rules)) return query;
  // A subquery in FROM sees nothing of the queries around it in this version.
  if (reachesOut(query)) refuse('not-in-dialect', 'a sorted or grouped subquery with a limit that depends on the query around it can\'t be said in Oracle 11g', query.at);
  if (offset === 0) return around(query, { limit, offset: 0 });
  const { with: clause, ...rest } = query;
  const all = around(rest, { limit: limit === null ? null : limit + offset, offset: 0 });
  const items = (all.body as Select).items;
  const rank: SelectItem = { expr: { kind: 'call', name: 'rownum', args: [], distinct: false, orderBy: [], withinGroup: [] }, alias: 'row_no' };
  const numbered: Query = { ...all, body: { ...(all.body as Select), items: [...items, rank] } };
  const columns = items.map((item): SelectItem => ({ expr: { kind: 'column', qualifier: ['p'], name: outputName(item) } }));
  const where: Expr = { kind: 'binary', op: '>', left: { kind: 'column', qualifier: ['p'], name: 'row_no' }, right: { kind: 'number', text: String(offset) } };
  const body: Select = { kind: 'select', distinct: false, items: columns, from: [{ kind: 'derived-table', query: numbered, alias: 'p', columnAliases: [], lateral: false }], where, groupBy: [], windows: [] };
  return { kind: 'query', ...(clause ? { with: clause } : {}), body, orderBy: [], limit, offset: 0 };
}

/** Does it name a table that is none of its own? */
function reachesOut(query: Query): boolean {
  const own = new Set<string>();
  const named = new Set<string>();
  walk<Expr | FromItem>(query, (node) => {
    if (node.kind === 'table') own.add(node.alias ?? node.name.at(-1)!);
    if ((node.kind === 'derived-table' || node.kind === 'table-function') && node.alias !== undefined) own.add(node.alias);
    if (node.kind === 'column' && node.qualifier.length) named.add(node.qualifier.at(-1)!);
  });
  return [...named].some((name) => !own.has(name));
}

/** A query around this one that has its columns, its WITH, and the limit. */
function around(query: Query, { limit, offset }: { limit: number | null; offset: number }): Query {
  const { with: clause, ...inner } = query;
  const names = bodyNames(query.body);
  const own = names && distinctNames(names.map((name) => ({ expr: { kind: 'column', qualifier: [], name } }))).map(outputName);
  const said = names ? { ...inner, body: namedBody(query.body) } : inner;
  const twice = own?.find((name, i) => name !== names![i]);
  const body = own && twice !== undefined ? renamed(said, own) ?? refuse('ambiguous-column', `two columns are called ${names![own.indexOf(twice)]!}: give one another name`) : said;
  const derived = { ...body, limit: null, offset: 0 };
  return {
    kind: 'query',
    ...(clause ? { with: clause } : {}),
    body: { kind: 'select', distinct: false, items: itemsOf(query.body), from: [{ kind: 'derived-table', query: derived, alias: 'q', columnAliases: [], lateral: false }], groupBy: [], windows: [] },
    orderBy: [], limit, offset,
  };
}

/** Does ROWNUM in its WHERE count the rows that this query gives? Not when it sorts, groups or looks across rows. */
export function countsRows({ body, orderBy, offset }: Query, rules: DialectRules): boolean {
  if (body.kind !== 'select' || orderBy.length || offset || body.distinct !== false || body.groupBy.length || body.having) return false;
  let across = false;
  walk<CallExpr>(body.items, (node) => {
    if (node.kind === ('query' as string)) return false;
    if (node.kind !== 'call') return true;
    const kind = (functionFor(rules.name, node.name) ?? FUNCTIONS.get(node.name))?.kind;
    if (node.over || kind === 'aggregate' || kind === 'window') across = true;
    return true;
  });
  return !across;
}
