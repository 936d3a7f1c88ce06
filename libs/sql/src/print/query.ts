import type { Cte, Expr, GroupItem, OrderItem, Query, QueryBody, Select, SetOperation } from '@countersign/contracts';
import { refuse } from '../refusal.js';
import { printExpr, printItem } from './expr.js';
import { printFromItem } from './from.js';
import { printLimit } from './limit.js';
import { printDocument } from './pivot.js';
import { names, deeper, syntaxOf, type Printing } from './printing.js';
import { printWindow } from './window.js';

/** A whole query, one clause a line, without brackets around it. */
export function printWhole(p: Printing, query: Query): string {
  const lines: string[] = [];
  const limit = printLimit(p, query);
  if (query.with) lines.push(`WITH ${query.with.recursive && syntaxOf(p).recursiveWord ? 'RECURSIVE ' : ''}${query.with.ctes.map((c) => printCte(p, c)).join(', ')}`);
  lines.push(query.body.kind === 'select' ? printSelect(p, counted(p, query, query.body), limit.top) : printBody(p, query.body));
  if (query.orderBy.length) lines.push(`ORDER BY ${printOrder(p, query.orderBy)}`);
  if (query.document) limit.lines.push(printDocument(p, query.document));
  return [...lines, ...limit.lines].join(`\n${p.indent}`);
}

/** The limit as a condition on ROWNUM, for an engine that has no other. */
function counted(p: Printing, { limit }: Query, body: Select): Select {
  if (syntaxOf(p).limit !== 'none' || limit === null) return body;
  const row: Expr = { kind: 'call', name: 'rownum', args: [], distinct: false, orderBy: [], withinGroup: [] };
  const condition: Expr = { kind: 'binary', op: '<=', left: row, right: { kind: 'number', text: String(limit) } };
  return { ...body, where: body.where ? { kind: 'logical', op: 'and', operands: body.where.kind === 'logical' && body.where.op === 'and' ? [...body.where.operands, condition] : [body.where, condition] } : condition };
}

/** A query in brackets, indented: a subquery, a CTE, a side of a set operation. */
export function printNested(p: Printing, query: Query | QueryBody): string {
  const inner = deeper(p);
  return `(\n${inner.indent}${query.kind === 'query' ? printWhole(inner, query) : printBody(inner, query)}\n${p.indent})`;
}

function printCte(p: Printing, cte: Cte): string {
  const columns = cte.columns.length ? ` (${names(p, cte.columns)})` : '';
  return `${p.rules.quoteName(cte.name)}${columns} AS ${printNested(p, cte.query)}`;
}

function printBody(p: Printing, body: QueryBody): string {
  switch (body.kind) {
    case 'query': return printNested(p, body);
    case 'select': return printSelect(p, body);
    case 'values': return `VALUES ${body.rows.map((row) => `(${row.map((e) => printExpr(p, e)).join(', ')})`).join(', ')}`;
    case 'set-operation': return printSetOperation(p, body);
  }
}

function printSetOperation(p: Printing, node: SetOperation): string {
  const word = `${node.op === 'except' ? syntaxOf(p).except : node.op.toUpperCase()}${node.all ? ' ALL' : ''}`;
  return [printSide(p, node.left, node.op), word, printSide(p, node.right, undefined)].join(`\n${p.indent}`);
}

/** A left side of the same operator needs no brackets: the grammar is left-associative. INTERSECT binds tighter, so nothing else is left bare. */
function printSide(p: Printing, side: QueryBody, sameAs: SetOperation['op'] | undefined): string {
  // TOP (n) is a part of its SELECT, and brackets around it are no part of SQL Server's grammar for all readers.
  if (syntaxOf(p).limit === 'top' && side.kind === 'query' && side.body.kind === 'select' && !side.with && side.orderBy.length === 0 && side.offset === 0) return printWhole(p, side);
  const bare = side.kind === 'select' || side.kind === 'values' || (side.kind === 'set-operation' && side.op === sameAs);
  return bare ? printBody(p, side) : printNested(p, side);
}

/** `top`: what stands between DISTINCT and the items. */
function printSelect(p: Printing, select: Select, top = ''): string {
  const lines = [`SELECT ${printDistinct(p, select.distinct)}${top}${select.items.map((i) => printItem(p, i)).join(', ')}`];
  const { noTable } = syntaxOf(p);
  if (select.from.length) lines.push(`FROM ${printFrom(p, select.from)}`);
  else if (noTable !== undefined) lines.push(`FROM ${noTable}`);
  if (select.where) lines.push(`WHERE ${printExpr(p, select.where)}`);
  if (select.groupBy.length) lines.push(`GROUP BY ${printGroups(p, select.groupBy)}`);
  if (select.having) lines.push(`HAVING ${printExpr(p, select.having)}`);
  if (select.windows.length) lines.push(`WINDOW ${select.windows.map((w) => `${p.rules.quoteName(w.name)} AS ${printWindow(p, w.window)}`).join(', ')}`);
  return lines.join(`\n${p.indent}`);
}

/** A join before a comma is bracketed: some readers take the comma for a part of its ON. */
function printFrom(p: Printing, from: Select['from']): string {
  return from.map((item, i) => (item.kind === 'join' && i < from.length - 1 ? `(${printFromItem(p, item)})` : printFromItem(p, item))).join(', ');
}

function printDistinct(p: Printing, distinct: Select['distinct']): string {
  if (distinct === false) return '';
  return distinct === true ? 'DISTINCT ' : `DISTINCT ON (${distinct.map((e) => printExpr(p, e)).join(', ')}) `;
}

function printGroups(p: Printing, groups: readonly GroupItem[]): string {
  const sets = groups.filter((g) => g.kind === 'grouping-sets');
  if (!syntaxOf(p).rollupBehind || sets.length === 0) return groups.map((g) => printGroup(p, g)).join(', ');
  const [only] = sets;
  if (groups.length > 1 || only?.type !== 'rollup' || only.items.some((i) => i.length !== 1)) return refuse('not-in-dialect', `grouping sets other than one plain ROLLUP can't be said in ${p.rules.name}`);
  return `${only.items.map(([e]) => printExpr(p, e!)).join(', ')} WITH ROLLUP`;
}

function printGroup(p: Printing, item: GroupItem): string {
  if (item.kind === 'group-expr') return printExpr(p, item.expr);
  if (item.kind === 'group-tuple' && p.plainly && item.items.length === 0) return 'CUBE()';
  if (item.kind === 'group-tuple') return `(${item.items.map((e) => printExpr(p, e)).join(', ')})`;
  if (item.type === 'sets') return `${p.plainly ? 'ROLLUP ' : 'GROUPING SETS '}(${item.items.map((g) => printGroup(p, g)).join(', ')})`;
  const elements = item.items.map((set) => (set.length === 1 ? printExpr(p, set[0]!) : `(${set.map((e) => printExpr(p, e)).join(', ')})`));
  return `${item.type.toUpperCase()}(${elements.join(', ')})`;
}

export function printOrder(p: Printing, items: readonly OrderItem[]): string {
  return items.map((i) => `${printExpr(p, i.expr)}${i.direction === 'desc' ? ' DESC' : ''}${i.nulls ? ` NULLS ${i.nulls.toUpperCase()}` : ''}`).join(', ');
}
