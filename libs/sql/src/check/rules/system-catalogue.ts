import type { ColumnExpr, TableRef } from '@countersign/contracts';
import { refuse } from '../../refusal.js';
import { everyNode } from '../../walk.js';
import type { Rule } from '../rule.js';

/** The engine's own tables and columns are nobody's data, scope or no scope. */
export const systemCatalogue: Rule = {
  name: 'system-catalogue',
  check({ query, rules }) {
    const folded = (name: string): string => rules.nameKey?.(name) ?? name;
    everyNode<TableRef | ColumnExpr>(query).forEach((node) => {
      if (node.kind === 'column' && rules.isSystemColumn(node.name)) refuse('system-catalogue', `${node.name} is a column of the database system`, node.at);
      if (node.kind !== 'table') return;
      const name = node.name.join('.');
      if (node.name.length > 2) refuse('unknown-table', `${name} names a database: queries stay in theirs`, node.at);
      const schema = node.name.length > 1 ? folded(node.name.at(-2)!) : undefined;
      if ((schema !== undefined && (rules.systemSchemas.has(schema) || rules.isSystemTable(schema))) || rules.isSystemTable(node.name.at(-1)!)) {
        refuse('system-catalogue', `${name} belongs to the database system`, node.at);
      }
    });
  },
};
