import type { Query, TableRef, Values } from '@countersign/contracts';
import { refuse } from '../../refusal.js';
import { everyNode } from '../../walk.js';
import type { Rule } from '../rule.js';

/**
 * An answer rests on rows that came out of the database. VALUES in a query that reads no table would pass made-up
 * figures off as returned ones. (Beside a table VALUES is a lookup list, and fine.)
 */
export const fabricatedRows: Rule = {
  name: 'fabricated-rows',
  check({ query }) {
    const ctes = new Set<string>();
    everyNode<Query>(query).forEach((node) => {
      if (node.kind === 'query') for (const cte of node.with?.ctes ?? []) ctes.add(cte.name);
    });
    let reads = 0;
    let values: Values | undefined;
    everyNode<TableRef | Values>(query).forEach((node) => {
      if (node.kind === 'table' && !(node.name.length === 1 && ctes.has(node.name[0]!))) reads++;
      if (node.kind === 'values') values ??= node;
    });
    if (reads === 0 && values) refuse('fabricated-rows', 'the rows come from the text of the query, not from a table', values.rows[0]?.[0]?.at);
    return reads === 0 ? 'reads no table' : undefined;
  },
};
