import type { Expr, GateInput, Query, QueryFacts, TableRef } from '@countersign/contracts';
import { calledAs } from './readback/called-as.js';
import type { Resolved } from './resolve/resolve.js';
import { everyNode } from './walk.js';

/**
 * What the query touches, for the report: real names, sorted, each once. Without a scope columns can only be told as
 * far as the text says it: with the table behind their alias, or bare. Functions go by their names in the language of the text.
 */
export function reportedFacts(query: Query, resolved: Resolved | undefined, from: GateInput['from']): QueryFacts {
  const tables = new Map<string, string>();
  const ctes = new Set<string>();
  const functions = new Set<string>();
  const columns = new Set<string>(resolved?.columns);
  everyNode<TableRef | Query | Expr>(query).forEach((node) => {
    if (node.kind === 'query') for (const cte of node.with?.ctes ?? []) ctes.add(cte.name);
    if (node.kind === 'table' && !(node.name.length === 1 && ctes.has(node.name[0]!))) tables.set(node.alias ?? node.name.at(-1)!, node.name.join('.'));
    if (node.kind === 'call') functions.add(from === 'canonical' || from === 'postgres' ? node.name : calledAs(from, node).function ?? node.name);
  });
  if (!resolved) {
    everyNode<Expr>(query).forEach((node) => {
      if (node.kind !== 'column') return;
      const qualifier = node.qualifier.at(-1);
      columns.add(qualifier === undefined ? node.name : `${tables.get(qualifier) ?? qualifier}.${node.name}`);
    });
  }
  const touched = resolved ? [...resolved.tables.values()].map((t) => t.key) : [...tables.values()];
  return { tables: [...new Set(touched)].sort(), columns: [...columns].sort(), functions: [...functions].sort() };
}
