import type { Cte, Query, QueryBody, Select, SelectItem, SetOperation } from '@countersign/contracts';
import { namesItself } from '../../recursion.js';
import { refuse } from '../../refusal.js';
import { nameOf, namesOf, only, open, placeOfName, withinSelect, type Json, type Reading } from './context.js';
import { countedLevels } from './connect-by.js';
import { countOf, exprOf } from './expr.js';
import { fromOf } from './from.js';
import { groupOf } from './group.js';
import { withoutOuterMarks } from './outer-marks.js';
import { namedWindowOf, orderOf } from './window.js';

const SET_OPERATIONS: ReadonlySet<string> = new Set(['union', 'intersect', 'except']);
const SELECT_FIELDS = ['expressions', 'from', 'joins', 'where_clause', 'group_by', 'having', 'order_by', 'limit', 'offset', 'fetch', 'distinct', 'top', 'with', 'windows'];
const COUNTED_FIELDS = [...SELECT_FIELDS, 'connect'];
const SET_FIELDS = ['left', 'right', 'all', 'distinct', 'with', 'order_by', 'limit', 'offset', 'fetch'];

/** A statement or subquery, with or without brackets round it. */
export function statementOf(ctx: Reading, node: unknown, place: 'whole' | 'side' = 'whole'): Query {
  const [kind, fields] = open(node);
  if (kind === 'subquery') return bracketedOf(ctx, fields);
  if (kind === 'paren') return statementOf(ctx, fields['this']);
  if (kind !== 'select' && kind !== 'values' && !SET_OPERATIONS.has(kind)) return refuse('not-select', `${kind.replaceAll('_', ' ').toUpperCase()} is not a read`);
  if (SET_OPERATIONS.has(kind)) return setStatementOf(ctx, kind as SetOperation['op'], fields);
  return queryOf(ctx, kind, fields, place);
}

/** A limit behind the last SELECT of a set operation is the parser's for that SELECT, and every engine's for the whole. */
function setStatementOf(ctx: Reading, op: SetOperation['op'], fields: Json): Query {
  const [rightKind, right] = open(fields['right']);
  if (rightKind !== 'select' || !(right['fetch'] || right['offset'])) return queryOf(ctx, op, fields);
  const { fetch, offset, ...rest } = right;
  return queryOf(ctx, op, { ...fields, right: { select: rest }, ...(fetch ? { fetch } : {}), ...(offset ? { offset } : {}) });
}

function queryOf(ctx: Reading, kind: string, fields: Json, place: 'whole' | 'side' = 'whole'): Query {
  const fetch = fields['fetch'] as Json | null | undefined;
  const top = fields['top'] as Json | null | undefined;
  const limit = limitOf(ctx, fields['limit']) ?? fetchOf(ctx, fetch) ?? topOf(ctx, top);
  const shape = (): Pick<Query, 'body' | 'orderBy'> => ({ body: bodyOf(ctx, kind, fields), orderBy: orderOf(ctx, (fields['order_by'] as Json | null | undefined)?.['expressions']) });
  const clause: Pick<Query, 'with'> = fields['with'] ? { with: withOf(ctx, fields['with'] as Json) } : {};
  const document = kind === 'select' && place === 'whole' ? ctx.respelled.documents.get(ctx.respelled.selects[ctx.selects]?.path ?? '') : undefined;
  if (document) ctx.documents.add(document);
  const before = ctx.counting.splice(0);
  const read = kind === 'select' ? withinSelect(ctx, shape) : shape();
  const counting = ctx.counting.splice(0);
  ctx.counting.push(...before);
  const query: Query = {
    kind: 'query',
    ...(counting.length ? { with: { recursive: true, ctes: [...clause.with?.ctes ?? [], ...counting] } } : clause),
    ...read,
    limit: limit ?? null,
    offset: limitOf(ctx, fields['offset']) ?? 0,
    ...(document ? { document: document.document } : {}),
  };
  return ctx.grammar.query?.(query) ?? query;
}

/** `(SELECT …)`: brackets alone say nothing; with ORDER BY or LIMIT behind them they are a query round a query. */
function bracketedOf(ctx: Reading, fields: Json): Query {
  only('brackets', fields, ['this', 'order_by', 'limit', 'offset']);
  const inner = statementOf(ctx, fields['this']);
  if (!fields['order_by'] && !fields['limit'] && !fields['offset']) return inner;
  return {
    kind: 'query',
    body: isPlain(inner) ? inner.body : inner,
    orderBy: orderOf(ctx, (fields['order_by'] as Json | null)?.['expressions']),
    limit: limitOf(ctx, fields['limit']) ?? null,
    offset: limitOf(ctx, fields['offset']) ?? 0,
  };
}

const isPlain = (q: Query): boolean => !q.with && !q.document && q.orderBy.length === 0 && q.limit === null && q.offset === 0;

function bodyOf(ctx: Reading, kind: string, fields: Json): QueryBody {
  if (kind === 'select') return selectOf(ctx, fields);
  if (kind === 'values') {
    only('VALUES', fields, ['expressions']);
    return { kind: 'values', rows: (fields['expressions'] as Json[]).map((row) => valuesRowOf(ctx, row)) };
  }
  return setOperationOf(ctx, kind as SetOperation['op'], fields);
}

function valuesRowOf(ctx: Reading, row: Json): SetOperationRow {
  only('VALUES', row, ['expressions']);
  const items = (row['expressions'] as unknown[]).map((e) => exprOf(ctx, e));
  // VALUES ROW(1, 2) of MySQL.
  return items.length === 1 && items[0]!.kind === 'row' ? items[0]!.items : items;
}
type SetOperationRow = Extract<QueryBody, { kind: 'values' }>['rows'][number];

function setOperationOf(ctx: Reading, op: SetOperation['op'], fields: Json): SetOperation {
  only(op.toUpperCase(), fields, SET_FIELDS);
  return { kind: 'set-operation', op, all: fields['all'] === true, left: sideOf(ctx, op, fields['left'], 'left'), right: sideOf(ctx, op, fields['right'], 'right') };
}

/** A side in brackets with its own WITH, ORDER BY or LIMIT is a query of its own. */
function sideOf(ctx: Reading, op: SetOperation['op'], node: unknown, side: 'left' | 'right'): QueryBody {
  const [kind] = open(node);
  if (SET_OPERATIONS.has(kind)) checkSetOperations(ctx, op, kind, side);
  const query = statementOf(ctx, node, 'side');
  return isPlain(query) ? query.body : query;
}

/** The parser takes all set operations from left to right. */
function checkSetOperations(ctx: Reading, op: string, inner: string, side: 'left' | 'right'): void {
  const rank = (o: string): number => (ctx.grammar.intersectFirst && o === 'intersect' ? 2 : 1);
  if (side === 'left' ? rank(inner) < rank(op) : rank(inner) <= rank(op)) refuse('unknown-operator', 'INTERSECT comes before UNION and EXCEPT: put brackets');
}

function selectOf(ctx: Reading, fields: Json): Select {
  only('SELECT', fields, ctx.grammar.countsLevels ? COUNTED_FIELDS : SELECT_FIELDS);
  if ((fields['expressions'] as unknown[]).length === 0) refuse('forbidden-node', 'the SELECT list is empty');
  const condition = (key: string): unknown => (fields[key] as Json | null)?.['this'];
  const counted = fields['connect'] ? countedLevels(ctx, fields['connect'] as Json, fromOf(ctx, fields['from'] as Json | null, fields['joins'] as Json[])) : undefined;
  const outer = ctx.level;
  ctx.level = counted?.level;
  const select: Select = {
    kind: 'select',
    distinct: fields['distinct'] === true,
    items: (fields['expressions'] as unknown[]).map((e) => itemOf(ctx, e)),
    from: counted?.from ?? fromOf(ctx, fields['from'] as Json | null, fields['joins'] as Json[]),
    ...(fields['where_clause'] ? { where: exprOf(ctx, condition('where_clause')) } : {}),
    groupBy: groupOf(ctx, fields['group_by'] as Json | null),
    ...(fields['having'] ? { having: exprOf(ctx, condition('having')) } : {}),
    windows: ((fields['windows'] as Json[] | null) ?? []).map((w) => namedWindowOf(ctx, w)),
  };
  ctx.level = outer;
  if (counted) ctx.counting.push(counted.cte);
  return ctx.grammar.outerMarks ? withoutOuterMarks(select, ctx.outerMarked) : select;
}

function itemOf(ctx: Reading, node: unknown): SelectItem {
  const [kind, fields] = open(node);
  if (kind === 'eq' && ctx.grammar.equalsNames) return assignedOf(ctx, fields);
  if (kind !== 'alias') {
    const item = withPlace(exprOf(ctx, node, 'star-allowed'));
    return item.expr === ctx.level ? { ...item, alias: 'LEVEL' } : item;
  }
  only('alias', fields, ['this', 'alias']);
  return { ...withPlace(exprOf(ctx, fields['this'])), alias: nameOf(ctx, fields['alias']) };
}

/** `name = value` in a select list: SQL Server has no conditions there. */
function assignedOf(ctx: Reading, fields: Json): SelectItem {
  only('select item', fields, ['left', 'right']);
  const [kind, name] = open(fields['left']);
  if (kind !== 'column' || name['table']) return refuse('forbidden-node', 'a condition is no value here: CASE WHEN … THEN 1 ELSE 0 END');
  return { ...withPlace(exprOf(ctx, fields['right'])), alias: nameOf(ctx, name['name']) };
}

const withPlace = (expr: SelectItem['expr']): SelectItem => ({ expr, ...(expr.at === undefined ? {} : { at: expr.at }) });

function withOf(ctx: Reading, fields: Json): NonNullable<Query['with']> {
  only('WITH', fields, ['ctes', 'recursive']);
  const ctes = (fields['ctes'] as Json[]).map((c) => cteOf(ctx, c));
  return { recursive: fields['recursive'] === true || (ctx.grammar.recursesUnsaid === true && ctes.some(namesItself)), ctes };
}

function cteOf(ctx: Reading, cte: Json): Cte {
  only('WITH', cte, ['alias', 'this', 'columns']);
  return { name: nameOf(ctx, cte['alias']), columns: namesOf(ctx, cte['columns']), query: statementOf(ctx, cte['this']), ...placeOfName(ctx, cte['alias']) };
}

function limitOf(ctx: Reading, node: unknown): number | undefined {
  if (!node) return undefined;
  const json = node as Json;
  if (!('this' in json)) return countOf(ctx, node);
  only('LIMIT', json, ['this']);
  return countOf(ctx, json['this']);
}

function fetchOf(ctx: Reading, fetch: Json | null | undefined): number | undefined {
  if (!fetch) return undefined;
  only('FETCH', fetch, ['direction', 'count']);
  return fetch['count'] ? countOf(ctx, fetch['count']) : 1;
}

function topOf(ctx: Reading, top: Json | null | undefined): number | undefined {
  if (!top) return undefined;
  only('TOP', top, ['this']);
  return countOf(ctx, top['this']);
}
