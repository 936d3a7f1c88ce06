import type { ColumnExpr } from '@countersign/contracts';
import { refuse } from '../../refusal.js';
import { everyNode } from '../../walk.js';
import { realTables } from '../real-tables.js';
import type { Rule } from '../rule.js';
import { SYSTEM_NAMES } from '../system-names.js';

/**
 * Without a scope a bare name may be one of the engine's own: a view of its catalogue, a function that needs no brackets, a
 * package. With a scope every name is looked up there, and the engine's are not in it.
 */
export const systemNames: Rule = {
  name: 'system-names',
  check({ query, input, rules, resolved }) {
    const names = resolved ? undefined : SYSTEM_NAMES[input.dialect];
    if (!names) return;
    for (const { name, at } of realTables(query, rules.nameKey?.bind(rules) ?? ((n): string => n))) {
      if (name.length > 1 && names.schemas?.test(name.slice(-2).join('.'))) refuse('system-catalogue', `${name.join('.')} belongs to the database system`, at);
      if (names.tables.test(name.at(-1)!) && (name.length === 1 || name[0]!.toLowerCase() === 'dbo')) refuse('system-catalogue', `${name.join('.')} belongs to the database system; a table of that name has to be written with its schema`, at);
    }
    everyNode<ColumnExpr>(query).forEach((node) => {
      if (node.kind !== 'column') return;
      if (node.qualifier.length === 0 && names.columns.test(node.name)) refuse('system-catalogue', `${node.name} is a function of the database system`, node.at);
      if (node.qualifier.some((q) => names.packages?.test(q))) refuse('system-catalogue', `${node.qualifier.join('.')} is a package of the database system`, node.at);
    });
  },
};
