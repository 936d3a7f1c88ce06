import type { FromItem, Query } from '@countersign/contracts';
import { everyNode, rebuild } from '../walk.js';

const isUnnamed = (node: { kind: string }): boolean => node.kind === 'derived-table' && (node as Extract<FromItem, { kind: 'derived-table' }>).alias === undefined;

/**
 * Names the subqueries in FROM that have no name, by words the query does not hold. PostgreSQL 15 and most engines want a name, and without one
 * a column of theirs could only be printed bare, where an engine may take it for another's.
 *
 * @returns the same query when each has a name
 * @example SELECT a FROM (SELECT 1 AS a) → SELECT a FROM (SELECT 1 AS a) AS unnamed
 */
export function nameSubqueries(query: Query): Query {
  if (!everyNode(query).some(isUnnamed)) return query;
  const words = JSON.stringify(query).toLowerCase();
  let count = 0;
  const next = (): string => {
    count += 1;
    const name = count === 1 ? 'unnamed' : `unnamed_${count}`;
    return words.includes(`"${name}"`) ? next() : name;
  };
  return rebuild(query, (copy) => (isUnnamed(copy) ? { ...copy, alias: next() } : copy));
}
