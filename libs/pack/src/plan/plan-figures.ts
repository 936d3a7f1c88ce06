import type { Interpretation } from '@countersign/contracts';
import type { Pack } from '../pack.js';
import { withCtes } from './combine.js';
import { query } from './expr.js';
import { figuresOf, ordering } from './figures.js';
import type { Planned } from './plan-query.js';

/** Metrics by dimensions, ordered and limited. */
export function planFigures(pack: Pack, i: Interpretation): Planned {
  const figures = figuresOf(pack, i);
  const { ctes, body, dimensions, values, proofs } = figures;
  const order = { orderBy: ordering(i, figures), limit: i.limit ?? null };
  return {
    query: ctes.length > 0 ? withCtes(ctes, body, order) : query(body, order),
    columns: [...dimensions.map((d) => d.shown), ...values.map((v) => v.shown)],
    proofs: i.limit === undefined ? proofs : [...proofs, 'ties are broken by the dimensions, so the ranking is the same every time'],
  };
}
