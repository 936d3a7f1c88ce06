import type { Query } from '@countersign/contracts';
import { compileQuery } from './query.js';
import type { Relation, World } from './scope.js';

/**
 * Runs a query on rows in memory. Numbers are floats: it is there to compare queries, not to answer with.
 *
 * @throws CannotFollow when the query uses something that is not known here
 */
export function runQuery(query: Query, world: World): Relation {
  const compiled = compileQuery(query, { outer: undefined, ctes: undefined, world });
  return { columns: compiled.columns, rows: compiled.run(undefined) };
}
