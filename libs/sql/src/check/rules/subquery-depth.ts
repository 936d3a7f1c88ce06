import type { Cte, Query } from '@countersign/contracts';
import { refuse } from '../../refusal.js';
import type { Rule } from '../rule.js';

/** Subqueries inside subqueries, up to the source's limit. A CTE starts at the top again: it is named and read on its own. */
export const subqueryDepth: Rule = {
  name: 'subquery-depth',
  check({ query, input }) {
    const limit = input.maxSubqueryDepth ?? 3;
    const visit = (value: unknown, depth: number): void => {
      if (Array.isArray(value)) return value.forEach((item) => visit(item, depth));
      if (typeof value !== 'object' || value === null) return;
      const node = value as { kind?: string };
      const isQuery = node.kind === 'query';
      const here = isQuery ? depth + 1 : depth;
      if (here > limit) refuse('subquery-depth', `subqueries are nested deeper than ${limit}`, firstPlace(value));
      for (const [key, child] of Object.entries(value)) {
        if (isQuery && key === 'with') (child as Query['with'])?.ctes.forEach((cte: Cte) => visit({ ...cte.query, kind: 'cte' }, 0));
        else if (typeof child === 'object') visit(child, here);
      }
    };
    visit(query, -1);
  },
};

function firstPlace(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const at = (value as { at?: unknown }).at;
  if (typeof at === 'number') return at;
  for (const child of Object.values(value)) {
    const found = firstPlace(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
