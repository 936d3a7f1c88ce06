import type { Dialect, Query, TableFunction } from '@countersign/contracts';
import { FUNCTIONS } from '../registry/functions.js';
import { everyNode, rebuild } from '../walk.js';

/**
 * In PostgreSQL the one column of a function that gives values is called as the function's alias; but some give rows
 * (unnest of a tsvector), and where `g` has no column `f`, `g.f` is the call of f on a row of g. Said by name, the
 * column is there whatever the function gives.
 */
export function sayFunctionColumns(query: Query, dialect: Dialect): Query {
  if (dialect !== 'postgres' || !everyNode(query).some((node) => node.kind === 'table-function')) return query;
  return rebuild(query, (copy) => ((copy as { kind?: string }).kind === 'table-function' ? (withColumnName(copy as TableFunction) as typeof copy) : copy));
}

function withColumnName(item: TableFunction): TableFunction {
  const { call, alias = call.name, columnAliases, columns } = item;
  const several = columns !== undefined || (FUNCTIONS.get(call.name)?.columns.length ?? 0) > 0 || (call.name === 'unnest' && call.args.length > 1);
  return several || columnAliases.length > 0 ? item : { ...item, alias, columnAliases: [alias] };
}
