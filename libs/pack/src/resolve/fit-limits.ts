import { refuse, type Draft, type Stop } from './draft.js';
import { REASONS } from './reasons.js';

/** A limit picks groups or members. On one total there is nothing to pick: an empty answer would be read as none. */
export function fitLimits(draft: Draft): Stop | undefined {
  const [limit] = draft.having;
  if (!limit || draft.dimensions.length > 0) return undefined;
  return refuse(draft, 'no-correct-plan', { detail: REASONS.limitOfTotal(draft.ask.locale, limit.label) });
}
