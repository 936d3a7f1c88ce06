import type { BinaryExpr, Expr } from '@countersign/contracts';
import { differs, type Low } from './lowering.js';
import { said } from './template.js';
import { typeOf } from './types.js';

/** How an engine writes a date as PostgreSQL does: templates of the date `_0`. */
export interface TextForms {
  date: string;
  timestamp: string;
}

/** A value as the text that PostgreSQL makes of it; fractions are written differently everywhere. */
export function asText(low: Low, e: Expr, lowered: Expr, forms: TextForms): Expr {
  const type = typeOf(e, low.env);
  if (type === 'date' || type === 'timestamp') return said(forms[type], lowered);
  if (type === 'number' || type === 'boolean' || type === 'time') return differs(low, `a ${type} is written as text in another way`, e.at);
  return lowered;
}

/** The operands of a row of `||`. */
export function pieces(e: Expr): Expr[] {
  return e.kind === 'binary' && e.op === '||' ? [...pieces(e.left), ...pieces(e.right)] : [e];
}

export const chained = (parts: readonly Expr[]): Expr => parts.slice(1).reduce<Expr>((left, right): BinaryExpr => ({ kind: 'binary', op: '||', left, right }), parts[0]!);
