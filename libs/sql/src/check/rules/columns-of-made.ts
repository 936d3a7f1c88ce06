import type { Cte, Dialect, Expr, FromItem, Query, QueryBody, TableFunction } from '@countersign/contracts';
import { FUNCTIONS } from '../../registry/functions.js';
import { refuse } from '../../refusal.js';
import { madeColumns } from '../../resolve/made-columns.js';
import { outputName } from '../../resolve/output-name.js';
import { everyNode } from '../../walk.js';

/** The columns that a name may have, in lower case and in order; `undefined`: any. */
type Columns = readonly string[] | undefined;

/**
 * `g.pg_read_file` of `unnest(…) AS g` is a call in PostgreSQL: where g has no such column, its row is the argument. So is `d.f` of a
 * subquery or a CTE. What columns they have is known without a scope, unless they hand on all columns of a table.
 */
export function columnsOfMade(query: Query, dialect: Dialect): void {
  const known = new Map<string, Columns>();
  const ctes = dialect === 'postgres' ? columnsOfCtes(query) : undefined;
  for (const node of everyNode<FromItem>(query)) {
    const name = relationName(node)?.toLowerCase();
    if (name === undefined) continue;
    const columns = columnsOf(node, ctes);
    known.set(name, known.has(name) ? together(known.get(name), columns) : columns);
  }
  for (const node of everyNode<Expr>(query)) {
    if (node.kind !== 'column' || node.qualifier.length !== 1) continue;
    const columns = known.get(node.qualifier[0]!.toLowerCase());
    if (columns && !columns.includes(node.name.toLowerCase())) refuse('unknown-column', `${node.qualifier[0]} has no column ${node.name}`, node.at, [...columns]);
  }
}

function relationName(item: FromItem): string | undefined {
  switch (item.kind) {
    case 'table': return item.alias ?? item.name.at(-1);
    case 'table-function': return item.alias ?? item.call.name;
    case 'derived-table': case 'pivot': case 'unpivot': return item.alias;
    default: return undefined;
  }
}

/** @param ctes absent: only functions are looked at */
function columnsOf(item: FromItem, ctes: ReadonlyMap<string, Columns> | undefined): Columns {
  if (item.kind === 'table-function') return columnsOfFunction(item);
  if (!ctes) return undefined;
  if (item.kind === 'derived-table') return named(item.columnAliases, bodyColumns(item.query.body));
  return item.kind === 'table' && item.name.length === 1 ? named(item.columnAliases, ctes.get(item.name[0]!.toLowerCase())) : undefined;
}

function columnsOfFunction({ alias, call, columns, columnAliases }: TableFunction): Columns {
  const name = alias ?? call.name;
  const own = (columns && madeColumns(columns).map((c) => c.name)) ?? FUNCTIONS.get(call.name)?.columns ?? [];
  return lowered([...(own.length ? own : [name, 'unnest']), ...columnAliases, 'ordinality']);
}

function columnsOfCtes(query: Query): Map<string, Columns> {
  const found = new Map<string, Columns>();
  for (const { with: list } of everyNode<Query>(query)) {
    for (const cte of list?.ctes ?? ([] as Cte[])) {
      const name = cte.name.toLowerCase();
      const columns = named(cte.columns, bodyColumns(cte.query.body));
      found.set(name, found.has(name) ? together(found.get(name), columns) : columns);
    }
  }
  return found;
}

function bodyColumns(body: QueryBody): Columns {
  switch (body.kind) {
    case 'query': return bodyColumns(body.body);
    case 'set-operation': return bodyColumns(body.left);
    case 'values': return lowered((body.rows[0] ?? []).map((_, i) => `column${i + 1}`));
    case 'select': return body.items.some((item) => item.expr.kind === 'star') ? undefined : lowered(body.items.map(outputName));
  }
}

const lowered = (names: readonly string[]): Columns => names.map((name) => name.toLowerCase());

const together = (a: Columns, b: Columns): Columns => (a && b ? [...a, ...b] : undefined);

/** Names given from outside stand for the first columns, whatever those are called inside. */
const named = (aliases: readonly string[], columns: Columns): Columns => columns && [...aliases.map((name) => name.toLowerCase()), ...columns.slice(aliases.length)];
