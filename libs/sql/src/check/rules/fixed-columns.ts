import type { ColumnExpr, Expr, FromItem, Query, QueryBody, Select } from '@countersign/contracts';
import { outputName } from '../../resolve/output-name.js';
import { walk } from '../../walk.js';

/** Columns, in lower case, that have one value in all rows by what the text says; by relation, in lower case too. */
export type Fixed = ReadonlyMap<string, ReadonlySet<string>>;

const NONE: ReadonlySet<string> = new Set();

/**
 * The outputs of a query that are the same in every row (`1 AS c`, whatever subqueries pass it through): to be equal in them ties
 * no rows to others.
 */
export function fixedOutputs(query: Query, ctes: Fixed): ReadonlySet<string> {
  const inner = new Map(ctes);
  for (const cte of query.with?.ctes ?? []) inner.set(cte.name.toLowerCase(), renamed(fixedOfBody(cte.query.body, inner), cte.columns));
  return fixedOfBody(query.body, inner);
}

/** What a part of FROM offers. */
export function fixedOf(item: FromItem, ctes: Fixed): ReadonlySet<string> {
  if (item.kind === 'derived-table') return renamed(fixedOutputs(item.query, ctes), item.columnAliases);
  return item.kind === 'table' && item.name.length === 1 ? renamed(ctes.get(item.name[0]!.toLowerCase()) ?? NONE, item.columnAliases) : NONE;
}

/** Which columns other names stand for is not followed. */
const renamed = (columns: ReadonlySet<string>, aliases: readonly string[]): ReadonlySet<string> => (aliases.length ? NONE : columns);

function fixedOfBody(body: QueryBody, ctes: Fixed): ReadonlySet<string> {
  if (body.kind === 'query') return fixedOutputs(body, ctes);
  return body.kind === 'select' ? fixedOfSelect(body, ctes) : NONE;
}

function fixedOfSelect({ items, from }: Select, ctes: Fixed): ReadonlySet<string> {
  const parts: { name: string | undefined; columns: ReadonlySet<string> }[] = [];
  const collect = (item: FromItem): void => {
    if (item.kind === 'join') [item.left, item.right].forEach(collect);
    else parts.push({ name: 'alias' in item && item.alias !== undefined ? item.alias.toLowerCase() : item.kind === 'table' ? item.name.at(-1)!.toLowerCase() : undefined, columns: fixedOf(item, ctes) });
  };
  from.forEach(collect);
  const isFixed = ({ qualifier, name }: ColumnExpr): boolean => {
    const relation = qualifier.at(-1)?.toLowerCase();
    const of = parts.filter((part) => relation === undefined || part.name === relation);
    return of.length === 1 && of[0]!.columns.has(name.toLowerCase());
  };
  return new Set(items.filter((item) => isConstant(item.expr, isFixed)).map((item) => outputName(item).toLowerCase()));
}

/** A call may number the rows; whatever else is made of constants is one. */
function isConstant(expr: Expr, isFixed: (column: ColumnExpr) => boolean): boolean {
  let constant = true;
  walk<Expr | Query>(expr, (node) => {
    if (node.kind === 'query' || node.kind === 'call' || node.kind === 'star' || (node.kind === 'column' && !isFixed(node))) constant = false;
    return constant;
  });
  return constant;
}
