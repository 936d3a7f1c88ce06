import type { Expr } from '@countersign/contracts';
import { number, type Low } from './lowering.js';

const KINDS: ReadonlySet<Expr['kind']> = new Set<Expr['kind']>(['logical', 'null-test', 'boolean-test', 'distinct-test', 'between', 'in-list', 'in-query', 'like', 'exists', 'quantified']);
const COMPARISONS = new Set(['=', '<>', '<', '<=', '>', '>=']);
/** Predicates that are never unknown. */
const CERTAIN: ReadonlySet<Expr['kind']> = new Set<Expr['kind']>(['null-test', 'exists']);
/** Functions that engines without booleans have as conditions only. */
const CONDITION_CALLS = new Set(['regexp_like', 'json_exists']);

/** Is this something that WHERE takes and a select list does not? */
export function isCondition(e: Expr): boolean {
  if (e.kind === 'binary') return COMPARISONS.has(e.op);
  if (e.kind === 'unary') return e.op === 'not';
  return KINDS.has(e.kind) || (e.kind === 'call' && CONDITION_CALLS.has(e.name));
}

export function booleanLiteral(low: Low, value: boolean): Expr {
  return low.engine.booleans === 'native' ? { kind: 'boolean', value } : number(value ? 1 : 0);
}

/** A condition as a value that is unknown when the condition is. */
export function asValue(low: Low, e: Expr): Expr {
  if (!isCondition(e)) return e;
  const yes = { when: e, then: booleanLiteral(low, true) };
  if (CERTAIN.has(e.kind)) return { kind: 'case', branches: [yes], otherwise: booleanLiteral(low, false) };
  const opposite: Expr = e.kind === 'unary' ? e.operand : { kind: 'unary', op: 'not', operand: e };
  const no = { when: opposite, then: booleanLiteral(low, false) };
  return { kind: 'case', branches: [yes, no] };
}

/** A value as a condition. */
export function asCondition(low: Low, e: Expr): Expr {
  if (isCondition(e)) return e;
  const literal = e.kind === 'boolean' ? e.value : undefined;
  if (literal !== undefined) return { kind: 'binary', op: '=', left: number(1), right: number(literal ? 1 : 0) };
  return { kind: 'binary', op: '=', left: e, right: booleanLiteral(low, true) };
}

/** Is it true, leaving nothing unknown? */
export const certainly = (low: Low, e: Expr, is: boolean): Expr => ({
  kind: 'binary', op: '=', left: { kind: 'case', branches: [{ when: asCondition(low, e), then: number(1) }], otherwise: number(0) }, right: number(is ? 1 : 0),
});
