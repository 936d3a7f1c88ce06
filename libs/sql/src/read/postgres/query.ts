import type { Cte, Expr, GroupItem, NamedWindow, OrderItem, Query, QueryBody, Select, SelectItem } from '@countersign/contracts';
import type { Node, SelectStmt, WithClause } from 'libpg-query';
import { refuse } from '../../refusal.js';
import { namesOf, only, open, placed, type Reading } from './context.js';
import { exprOf } from './expr.js';
import { fromItemOf } from './from.js';
import { windowOf } from './window.js';

const STATEMENT_FIELDS = [
  'distinctClause', 'targetList', 'fromClause', 'whereClause', 'groupClause', 'havingClause', 'windowClause', 'valuesLists', 'sortClause',
  'limitOffset', 'limitCount', 'limitOption', 'withClause', 'op', 'all', 'larg', 'rarg',
] as const;

export function statementOf(ctx: Reading, node: Node): Query {
  const [kind, fields] = open(node);
  if (kind !== 'SelectStmt') refuse('not-select', `${kind.replace(/Stmt$/, '').toUpperCase()} is not a read`);
  return queryOf(ctx, fields);
}

export function queryOf(ctx: Reading, stmt: SelectStmt): Query {
  only('SELECT', stmt, STATEMENT_FIELDS);
  if (stmt.limitOption === 'LIMIT_OPTION_WITH_TIES') refuse('limit-not-literal', 'WITH TIES has no fixed number of rows: say rank() OVER (ORDER BY …) <= 10 in a subquery');
  return {
    kind: 'query',
    ...(stmt.withClause ? { with: withOf(ctx, stmt.withClause) } : {}),
    body: coreOf(ctx, stmt),
    orderBy: orderOf(ctx, stmt.sortClause),
    limit: countOf(ctx, stmt.limitCount, null),
    offset: countOf(ctx, stmt.limitOffset, 0),
  };
}

/** A side of a set operation: its own WITH, ORDER BY or LIMIT makes it a query of its own. */
function sideOf(ctx: Reading, stmt: SelectStmt | undefined): QueryBody {
  if (!stmt) refuse('unparseable', 'a set operation lacks a side');
  const own = stmt.withClause || stmt.sortClause || stmt.limitCount || stmt.limitOffset;
  if (own) return queryOf(ctx, stmt);
  only('SELECT', stmt, STATEMENT_FIELDS);
  return coreOf(ctx, stmt);
}

function coreOf(ctx: Reading, stmt: SelectStmt): QueryBody {
  if (stmt.op && stmt.op !== 'SETOP_NONE') {
    const op = ({ SETOP_UNION: 'union', SETOP_INTERSECT: 'intersect', SETOP_EXCEPT: 'except' } as const)[stmt.op];
    return { kind: 'set-operation', op, all: stmt.all ?? false, left: sideOf(ctx, stmt.larg), right: sideOf(ctx, stmt.rarg) };
  }
  if (stmt.valuesLists) return { kind: 'values', rows: stmt.valuesLists.map((row) => listOf(row).map((e) => exprOf(ctx, e))) };
  return selectOf(ctx, stmt);
}

function selectOf(ctx: Reading, stmt: SelectStmt): Select {
  if (!stmt.targetList) refuse('forbidden-node', 'the SELECT list is empty');
  return {
    kind: 'select',
    distinct: distinctOf(ctx, stmt.distinctClause),
    items: (stmt.targetList ?? []).map((t) => itemOf(ctx, t)),
    from: (stmt.fromClause ?? []).map((f) => fromItemOf(ctx, f)),
    ...(stmt.whereClause ? { where: exprOf(ctx, stmt.whereClause) } : {}),
    groupBy: (stmt.groupClause ?? []).map((g) => groupOf(ctx, g)),
    ...(stmt.havingClause ? { having: exprOf(ctx, stmt.havingClause) } : {}),
    windows: (stmt.windowClause ?? []).map((w) => namedWindowOf(ctx, w)),
  };
}

function distinctOf(ctx: Reading, clause: Node[] | undefined): boolean | Expr[] {
  if (!clause) return false;
  // Plain DISTINCT is a list of one empty node.
  if (clause.length === 1 && Object.keys(clause[0]!).length === 0) return true;
  return clause.map((e) => exprOf(ctx, e));
}

function itemOf(ctx: Reading, node: Node): SelectItem {
  const [kind, fields] = open(node);
  if (kind !== 'ResTarget') refuse('forbidden-node', `${kind} in the select list`);
  only('select item', fields, ['name', 'val']);
  return { expr: exprOf(ctx, fields.val, 'star-allowed'), ...(fields.name ? { alias: fields.name } : {}), ...placed(ctx, fields.location) };
}

export function orderOf(ctx: Reading, clause: Node[] | undefined): OrderItem[] {
  return (clause ?? []).map((node) => {
    const [kind, fields] = open(node);
    if (kind !== 'SortBy') refuse('forbidden-node', `${kind} in ORDER BY`);
    only('ORDER BY', fields, ['node', 'sortby_dir', 'sortby_nulls', 'useOp']);
    const using = namesOf(fields.useOp).join('.');
    if (fields.sortby_dir === 'SORTBY_USING' && using !== '<' && using !== '>') refuse('unknown-operator', 'ORDER BY … USING an operator other than < and >');
    const nulls = fields.sortby_nulls === 'SORTBY_NULLS_FIRST' ? 'first' : fields.sortby_nulls === 'SORTBY_NULLS_LAST' ? 'last' : undefined;
    return { expr: exprOf(ctx, fields.node), direction: fields.sortby_dir === 'SORTBY_DESC' || using === '>' ? 'desc' : 'asc', ...(nulls ? { nulls } : {}) };
  });
}

function groupOf(ctx: Reading, node: Node): GroupItem {
  const [kind, fields] = open(node);
  if (kind === 'RowExpr' && fields.row_format === 'COERCE_IMPLICIT_CAST') return { kind: 'group-tuple', items: (fields.args ?? []).map((e) => exprOf(ctx, e)) };
  if (kind !== 'GroupingSet') return { kind: 'group-expr', expr: exprOf(ctx, node) };
  only('GROUP BY', fields, ['kind', 'content']);
  const content = fields.content ?? [];
  if (fields.kind === 'GROUPING_SET_EMPTY') return { kind: 'group-tuple', items: [] };
  if (fields.kind === 'GROUPING_SET_SETS') return { kind: 'grouping-sets', type: 'sets', items: content.map((g) => groupOf(ctx, g)) };
  if (fields.kind === 'GROUPING_SET_SIMPLE') return { kind: 'group-tuple', items: content.map((e) => exprOf(ctx, e)) };
  return { kind: 'grouping-sets', type: fields.kind === 'GROUPING_SET_CUBE' ? 'cube' : 'rollup', items: content.map((g) => groupElement(ctx, g)) };
}

/** A place of ROLLUP or CUBE: one expression, or several taken together. */
function groupElement(ctx: Reading, node: Node): Expr[] {
  const [kind, fields] = open(node);
  if (kind === 'RowExpr' && fields.row_format === 'COERCE_IMPLICIT_CAST') return (fields.args ?? []).map((e) => exprOf(ctx, e));
  return [exprOf(ctx, node)];
}

function namedWindowOf(ctx: Reading, node: Node): NamedWindow {
  const [kind, fields] = open(node);
  if (kind !== 'WindowDef' || !fields.name) refuse('forbidden-node', `${kind} in WINDOW`);
  const { name, ...rest } = fields;
  return { name, window: windowOf(ctx, rest) };
}

function withOf(ctx: Reading, clause: WithClause): NonNullable<Query['with']> {
  only('WITH', clause, ['ctes', 'recursive']);
  return { recursive: clause.recursive ?? false, ctes: (clause.ctes ?? []).map((c) => cteOf(ctx, c)) };
}

function cteOf(ctx: Reading, node: Node): Cte {
  const [kind, fields] = open(node);
  if (kind !== 'CommonTableExpr') refuse('forbidden-node', `${kind} in WITH`);
  // MATERIALIZED only tells the planner how; it does not change what the query means, so it is left out.
  only('WITH', fields, ['ctename', 'aliascolnames', 'ctematerialized', 'ctequery']);
  return { name: fields.ctename ?? '', columns: namesOf(fields.aliascolnames), query: statementOf(ctx, fields.ctequery ?? {} as Node), ...placed(ctx, fields.location) };
}

export function listOf(node: Node): Node[] {
  const [kind, fields] = open(node);
  if (kind !== 'List') refuse('forbidden-node', `${kind} where a list belongs`);
  return fields.items ?? [];
}

function countOf<T>(ctx: Reading, node: Node | undefined, none: T): number | T {
  if (!node) return none;
  const [kind, fields] = open(node);
  if (kind === 'A_Const' && fields.isnull) return none;
  const count = kind === 'A_Const' && fields.ival ? fields.ival.ival ?? 0 : -1;
  if (count < 0) refuse('limit-not-literal', 'LIMIT and OFFSET take a whole number only', ctx.at(kind === 'A_Const' ? fields.location : undefined));
  return count;
}
