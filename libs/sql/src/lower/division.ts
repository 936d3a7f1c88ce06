import type { BinaryExpr, Expr } from '@countersign/contracts';
import { differs, type Low } from './lowering.js';
import { said } from './template.js';
import { typeOf } from './types.js';

/** Division where the engine never truncates: between integers the fraction is cut off, as PostgreSQL does. */
export function truncatedDivision(low: Low, e: BinaryExpr, left: Expr, right: Expr, template: string): Expr | undefined {
  const [a, b] = [typeOf(e.left, low.env), typeOf(e.right, low.env)];
  if (a === 'integer' && b === 'integer') return said(template, left, right);
  const known = (t: typeof a): boolean => t !== undefined && t !== 'integer';
  return known(a) || known(b) ? undefined : differs(low, 'whether this divides integers can\'t be told (cast one side to numeric), and they divide otherwise', e.at);
}
