import type { QueryFacts } from '@countersign/contracts';
import { spellings, tableFinder } from './standard-names.js';
import { scopeFor, type ScopeInput } from './scope-for.js';

export interface CoverInput extends ScopeInput {
  /** What the printed query touches, in real names as the gate reports them: 'schema.table' or 'table', then '.column'. */
  facts: Pick<QueryFacts, 'tables' | 'columns'>;
}

/**
 * Do the grants, as they are now, still cover everything the query touches? A personal column needs a live unmask too.
 *
 * @returns the names that are not covered, as the gate reported them, sorted; empty when all are.
 * @example grantsCover({ facts: { tables: ['shop.orders'], columns: [] }, grants: [], catalogue, binding, sensitive: [], now }) // ['shop.orders']
 */
export function grantsCover(input: CoverInput): string[] {
  const { facts, catalogue } = input;
  const scope = scopeFor(input);
  const find = tableFinder(catalogue);
  const [tables, columns] = [new Set<string>(), new Set<string>()];
  // Joined names may collide when a name itself holds a dot; one uncovered reading is enough to refuse.
  const uncovered = new Set<string>();
  for (const table of catalogue.tables) {
    const allowed = scope.tables.find((t) => t.schema === table.schema && t.name === table.name);
    for (const spelling of spellings(find, table)) {
      if (!facts.tables.includes(spelling)) continue;
      (allowed ? tables : uncovered).add(spelling);
      for (const { name } of table.columns) {
        const may = allowed?.columns.some((c) => c.name === name) && !allowed.denied.includes(name);
        (may ? columns : uncovered).add(`${spelling}.${name}`);
      }
    }
  }
  return [
    ...facts.tables.filter((name) => !tables.has(name) || uncovered.has(name)),
    ...facts.columns.filter((name) => !columns.has(name) || uncovered.has(name)),
  ].sort();
}
