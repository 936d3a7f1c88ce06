import type { BoundFilter } from '@countersign/contracts';
import { metricOf } from '../describe/refs.js';
import type { Pack } from '../pack.js';

type Limit = Pick<NonNullable<BoundFilter['measure']>, 'ref' | 'op' | 'value'>;

/**
 * Whether a member that has nothing at all passes a limit: "fewer than 3 orders" is true of one without any. Only of what
 * is counted or added up is nothing zero; an average or a rate of nothing is unknown, and a balance that was not kept too.
 *
 * @example passesAtZero(pack, { ref: 'order_count', op: 'lt', value: '3' }) // true
 */
export function passesAtZero(pack: Pack, { ref, op, value }: Limit): boolean {
  const def = metricOf(pack, ref);
  if (!def || !['count', 'sum', 'distinct'].includes(def.kind) || ('balance' in def && def.balance !== undefined) || ('smallGroup' in def && def.smallGroup !== undefined)) return false;
  const limit = Number(value);
  return { gt: 0 > limit, gte: 0 >= limit, lt: 0 < limit, lte: 0 <= limit, eq: 0 === limit, ne: 0 !== limit }[op];
}

/** The limit that fails where this one passes. */
export const OPPOSITE = { gt: 'lte', gte: 'lt', lt: 'gte', lte: 'gt', eq: 'ne', ne: 'eq' } as const;
