import type { CallExpr, Expr } from '@countersign/contracts';

/** A call with plain arguments and nothing else. */
export function plainCall(name: string, args: Expr[], at: { at?: number }): CallExpr {
  return { kind: 'call', name, args, distinct: false, orderBy: [], withinGroup: [], ...at };
}
