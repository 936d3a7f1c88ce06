import type { SelectItem } from '@countersign/contracts';

/** The name a result column gets. */
export function outputName({ alias, expr }: SelectItem): string {
  if (alias !== undefined) return alias;
  if (expr.kind === 'column') return expr.name;
  if (expr.kind === 'call') return expr.name;
  return expr.kind === 'cast' ? outputName({ expr: expr.operand }) : '?column?';
}
