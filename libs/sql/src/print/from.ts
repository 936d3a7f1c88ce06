import type { DerivedTable, FromItem, Join, TableFunction, TableRef } from '@countersign/contracts';
import { refuse } from '../refusal.js';
import { printExpr } from './expr.js';
import { names, qualified, syntaxOf, type Printing } from './printing.js';
import { printSet } from './table-function.js';
import { printPivot, printUnpivot } from './pivot.js';
import { printNested } from './query.js';

export function printFromItem(p: Printing, item: FromItem): string {
  switch (item.kind) {
    case 'table': return `${qualified(p, item.name)}${printAlias(p, item)}`;
    case 'derived-table': return `${item.lateral ? 'LATERAL ' : ''}${printNested(p, item.query)}${printAlias(p, item)}`;
    case 'table-function': return `${item.lateral ? 'LATERAL ' : ''}${printSet(p, item)}${item.withOrdinality ? ' WITH ORDINALITY' : ''}${printAlias(p, item)}`;
    case 'join': return printJoin(p, item);
    case 'pivot': return `${printFromItem(p, item.source)}${printPivot(p, item)}${printAlias(p, { ...item, columnAliases: [] })}`;
    case 'unpivot': return `${printFromItem(p, item.source)}${printUnpivot(p, item)}${printAlias(p, { ...item, columnAliases: [] })}`;
  }
}

function printJoin(p: Printing, join: Join): string {
  if (syntaxOf(p).apply && (join.right.kind === 'derived-table' || join.right.kind === 'table-function') && join.right.lateral) return printApply(p, join, join.right);
  const word = join.type === 'inner' ? 'JOIN' : `${join.type.toUpperCase()} JOIN`;
  const right = join.right.kind === 'join' ? `(${printFromItem(p, join.right)})` : printFromItem(p, join.right);
  const condition = join.on ? ` ON ${printExpr(p, join.on)}` : join.using.length ? ` USING (${names(p, join.using)})` : '';
  return `${printFromItem(p, join.left)}\n${p.indent}${join.natural ? 'NATURAL ' : ''}${word} ${right}${condition}`;
}

/** CROSS APPLY and OUTER APPLY have no condition: it would have to be inside. */
function printApply(p: Printing, join: Join, right: DerivedTable | TableFunction): string {
  const word = join.type === 'cross' ? 'CROSS APPLY' : join.type === 'left' && !join.using.length ? 'OUTER APPLY' : refuse('not-in-dialect', 'this join with a subquery that sees the tables before it');
  if (join.on) refuse('not-in-dialect', 'a condition on a subquery that sees the tables before it');
  return `${printFromItem(p, join.left)}\n${p.indent}${word} ${printFromItem(p, { ...right, lateral: false })}`;
}

function printAlias(p: Printing, item: Pick<TableRef, 'alias' | 'columnAliases' | 'at'> & { kind: FromItem['kind'] }): string {
  if (item.alias === undefined) return '';
  if (item.columnAliases.length && syntaxOf(p).columnLists !== 'all' && (item.kind === 'table' || syntaxOf(p).columnLists === 'none')) refuse('not-in-dialect', 'names for columns can\'t stand behind this table', item.at);
  return ` ${syntaxOf(p).tableAliasWord ? 'AS ' : ''}${p.rules.quoteName(item.alias)}${item.columnAliases.length ? ` (${names(p, item.columnAliases)})` : ''}`;
}
