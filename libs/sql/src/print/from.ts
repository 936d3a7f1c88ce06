import type { FromItem, Join } from '@countersign/contracts';
import { printCall, printExpr } from './expr.js';
import { names, qualified, type Printing } from './printing.js';
import { printNested } from './query.js';

export function printFromItem(p: Printing, item: FromItem): string {
  switch (item.kind) {
    case 'table': return `${qualified(p, item.name)}${printAlias(p, item)}`;
    case 'derived-table': return `${item.lateral ? 'LATERAL ' : ''}${printNested(p, item.query)}${printAlias(p, item)}`;
    case 'table-function': return `${item.lateral ? 'LATERAL ' : ''}${printCall(p, item.call)}${item.withOrdinality ? ' WITH ORDINALITY' : ''}${printAlias(p, item)}`;
    case 'join': return printJoin(p, item);
  }
}

function printJoin(p: Printing, join: Join): string {
  const word = join.type === 'inner' ? 'JOIN' : `${join.type.toUpperCase()} JOIN`;
  const right = join.right.kind === 'join' ? `(${printFromItem(p, join.right)})` : printFromItem(p, join.right);
  const condition = join.on ? ` ON ${printExpr(p, join.on)}` : join.using.length ? ` USING (${names(p, join.using)})` : '';
  return `${printFromItem(p, join.left)}\n${p.indent}${join.natural ? 'NATURAL ' : ''}${word} ${right}${condition}`;
}

function printAlias(p: Printing, item: { alias?: string; columnAliases: string[] }): string {
  if (item.alias === undefined) return '';
  return ` AS ${p.rules.quoteName(item.alias)}${item.columnAliases.length ? ` (${names(p, item.columnAliases)})` : ''}`;
}
