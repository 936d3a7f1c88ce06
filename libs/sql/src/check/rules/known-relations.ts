import type { Dialect, Expr, FromItem, Query } from '@countersign/contracts';
import { refuse } from '../../refusal.js';
import { walk } from '../../walk.js';
import type { Rule } from '../rule.js';
import { columnsOfMade } from './columns-of-made.js';

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
    columnsOfMade(query, input.dialect);
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

/** A query that reads no table has no columns: what looks like one is something that runs. */
function noColumns(query: Query): void {
  walk<Expr>(query, (node) => {
    if (node.kind === 'column') refuse('unknown-column', `there is no table that ${node.name} could be a column of`, node.at);
  });
}
