import type { Interpretation } from '@countersign/contracts';
import type { Pack } from '../pack.js';
import { query } from './expr.js';
import { figuresOf, ordering } from './figures.js';
import type { Planned } from './plan-query.js';

/** Metrics by dimensions, ordered and limited. */
export function planFigures(pack: Pack, i: Interpretation): Planned {
  const figures = figuresOf(pack, i);
  const { ctes, body, dimensions, values, proofs } = figures;
  return {
    query: query(body, { orderBy: ordering(i, figures), limit: i.limit ?? null, ...(ctes.length > 0 ? { with: { recursive: false, ctes } } : {}) }),
    columns: [...dimensions.map((d) => d.shown), ...values.map((v) => v.shown)],
    proofs: i.limit === undefined ? proofs : [...proofs, 'ties are broken by the dimensions, so the ranking is the same every time'],
  };
}
