import type { Expr, Query, Select } from '@countersign/contracts';
import { MAX_MEANT } from '../../limits.js';
import { refuse } from '../../refusal.js';
import { everyNode, walk } from '../../walk.js';
import type { Rule } from '../rule.js';

/**
 * A short name in GROUP BY, HAVING or ORDER BY may stand for a long item, and is replaced by it for some engines: `GROUP BY x, x, x, …` writes it out
 * as often. What all of them stand for is counted first.
 */
export const boundedNames: Rule = {
  name: 'bounded-names',
  check({ query }) {
    const lengths = new Map<Expr, number>();
    let meant = 0;
    const add = (select: Select, list: unknown): void => {
      walk<Expr>(list, (node) => {
        const item = standsFor(select, node);
        if (!item) return;
        let length = lengths.get(item);
        if (length === undefined) lengths.set(item, (length = everyNode(item).length));
        meant += length;
        if (meant > MAX_MEANT) refuse('oversize', 'what the names and positions in GROUP BY and ORDER BY stand for is too long together', node.at);
      });
    };
    for (const node of everyNode<Query | Select>(query)) {
      if (node.kind === 'select') add(node, [node.groupBy, node.having, node.distinct]);
      else if (node.kind === 'query' && node.body.kind === 'select') add(node.body, node.orderBy);
    }
  },
};

function standsFor(select: Select, e: Expr): Expr | undefined {
  if (e.kind === 'number') return select.items[Number(e.text) - 1]?.expr;
  if (e.kind !== 'column' || e.qualifier.length) return undefined;
  const name = e.name.toLowerCase();
  return select.items.find(({ alias }) => alias?.toLowerCase() === name)?.expr;
}
