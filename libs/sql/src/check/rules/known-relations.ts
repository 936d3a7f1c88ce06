import type { Dialect, Expr, FromItem, Query, TableFunction } from '@countersign/contracts';
import { FUNCTIONS } from '../../registry/functions.js';
import { refuse } from '../../refusal.js';
import { everyNode, walk } from '../../walk.js';
import type { Rule } from '../rule.js';

/** Where `a.b` may be a function of a package or a sequence when a is no table of the query. */
const CALLS_WITHOUT_BRACKETS: ReadonlySet<Dialect> = new Set<Dialect>(['oracle', 'oracle11', 'hana']);

/**
 * Without a scope nothing says what a column is: `DBMS_RANDOM.VALUE` looks like one and runs. What stands before a column
 * must at least be a table of the query or of one around it. With a scope every column is looked up.
 */
export const knownRelations: Rule = {
  name: 'known-relations',
  check({ query, input, resolved }) {
    if (resolved) return;
    columnsOfFunctions(query);
    if (!CALLS_WITHOUT_BRACKETS.has(input.dialect)) return;
    const relations = new Set<string>();
    walk<FromItem | Query>(query, (node) => {
      if (node.kind === 'table') relations.add(node.alias ?? node.name.at(-1)!);
      if ((node.kind === 'derived-table' || node.kind === 'table-function' || node.kind === 'pivot' || node.kind === 'unpivot') && node.alias !== undefined) relations.add(node.alias);
    });
    walk<Expr>(query, (node) => {
      if (node.kind !== 'column' || node.qualifier.length === 0) return;
      // HANA follows associations of a table: "order"."CUSTOMER"."CITY".
      const known = relations.has(node.qualifier.at(-1)!) || (input.dialect === 'hana' && relations.has(node.qualifier[0]!));
      if (!known) refuse('unknown-table', `${node.qualifier.join('.')} is no table of the query`, node.at);
    });
    walk<Query>(query, (node) => {
      if (node.kind === 'query' && node.body.kind === 'select' && node.body.from.length === 0 && relations.size === 0) noColumns(node);
    });
  },
};

/**
 * `g.pg_read_file` of `unnest(…) AS g` is a call in PostgreSQL: where g has no such column, its value is the argument. What
 * columns a function gives is known without a scope.
 */
function columnsOfFunctions(query: Query): void {
  const known = new Map<string, Set<string>>();
  for (const node of everyNode<TableFunction>(query)) {
    if (node.kind !== 'table-function') continue;
    const name = node.alias ?? node.call.name;
    const own = node.columns?.map((c) => c.name) ?? FUNCTIONS.get(node.call.name)?.columns ?? [];
    const columns = known.get(name.toLowerCase()) ?? new Set<string>();
    for (const column of [...(own.length ? own : [name, 'unnest']), ...node.columnAliases, 'ordinality']) columns.add(column.toLowerCase());
    known.set(name.toLowerCase(), columns);
  }
  if (known.size === 0) return;
  for (const node of everyNode<Expr>(query)) {
    if (node.kind !== 'column' || node.qualifier.length !== 1) continue;
    const columns = known.get(node.qualifier[0]!.toLowerCase());
    if (columns && !columns.has(node.name.toLowerCase())) refuse('unknown-column', `${node.qualifier[0]} has no column ${node.name}`, node.at, [...columns]);
  }
}

/** A query that reads no table has no columns: what looks like one is something that runs. */
function noColumns(query: Query): void {
  walk<Expr>(query, (node) => {
    if (node.kind === 'column') refuse('unknown-column', `there is no table that ${node.name} could be a column of`, node.at);
  });
}
