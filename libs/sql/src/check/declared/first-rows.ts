import type { FromItem, Query } from '@countersign/contracts';
import { hasAggregate, type Ctes } from '../../rewrite/metric-rows.js';
import { withCtes } from './level.js';
import type { Place } from './over-metric.js';

/**
 * Do the rows of a SELECT come out of a subquery with a LIMIT, however deep? They are no narrowing of what a metric measures:
 * no condition says which rows they are.
 */
export function takesFirstRows({ select, ctes }: Place): boolean {
  return select.from.some((item) => inItem(item, ctes));
}

function inItem(item: FromItem, ctes: Ctes | undefined): boolean {
  if (item.kind === 'join') return inItem(item.left, ctes) || inItem(item.right, ctes);
  if (item.kind === 'derived-table') return inQuery(item.query, ctes);
  if (item.kind !== 'table' || item.name.length > 1) return false;
  for (let cte = ctes; cte; cte = cte.outer) if (cte.name === item.name[0]) return cte.query !== undefined && inQuery(cte.query, cte.outer);
  return false;
}

function inQuery(query: Query, around: Ctes | undefined): boolean {
  if (query.limit !== null || query.offset > 0) return true;
  const { body } = query;
  const ctes = withCtes(query, around);
  if (body.kind === 'query') return inQuery(body, ctes);
  return body.kind === 'select' && !hasAggregate(body) && takesFirstRows({ select: body, ctes });
}
