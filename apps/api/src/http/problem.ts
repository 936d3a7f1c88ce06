import type { ProblemCode } from '@countersign/contracts';

/** Ends a request with a problem document. Thrown by guards and controllers, translated by the one filter. */
export class Problem extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly params: Record<string, string> = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(code);
  }
}

/** The value, or the problem of a refused move. */
export function orProblem<T extends { ok: true }>(outcome: T | { ok: false; code: ProblemCode; params: Record<string, string> }): T {
  if (!outcome.ok) throw new Problem(outcome.code, outcome.params);
  return outcome;
}

/** The value, or 404: a missing row and somebody else's row look the same from outside. */
export function found<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Problem('not-found');
  return value;
}
