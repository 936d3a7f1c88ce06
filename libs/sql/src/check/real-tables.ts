import type { Query, TableRef } from '@countersign/contracts';

/** Every table of a query that is no CTE there, in the order of the text. */
export function realTables(query: Query, keyOf: (name: string) => string): TableRef[] {
  const found: TableRef[] = [];
  const visit = (value: unknown, ctes: ReadonlySet<string>): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as { kind?: string };
    if (node.kind === 'table') {
      const { name } = node as TableRef;
      if (name.length > 1 || !ctes.has(keyOf(name[0]!))) found.push(node as TableRef);
      return;
    }
    const inside = node.kind === 'query' ? visitWith(node as Query, ctes) : ctes;
    for (const key in value) {
      if (key !== 'with') visit((value as Record<string, unknown>)[key], inside);
    }
  };
  /** A CTE sees those before it, and in WITH RECURSIVE all of them. */
  const visitWith = (node: Query, outer: ReadonlySet<string>): ReadonlySet<string> => {
    const names = (node.with?.ctes ?? []).map((cte) => keyOf(cte.name));
    const all = new Set([...outer, ...names]);
    node.with?.ctes.forEach((cte, i) => visit(cte.query, node.with!.recursive ? all : new Set([...outer, ...names.slice(0, i)])));
    return all;
  };
  visit(query, new Set());
  return found;
}
