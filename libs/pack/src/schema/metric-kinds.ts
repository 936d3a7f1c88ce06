import { z } from 'zod';

const Ref = z.string().regex(/^[a-z][a-z0-9_]*$/, 'must be lower case words joined by _');

/**
 * A state rather than a flow (stock, headcount): it adds up over everything but its date. Of several balances of a
 * period the last, the first or their average counts; `each` names the columns that have a balance of their own
 * (absent: the grain without the date; empty: one date for all).
 */
export const BalanceSource = z.strictObject({ take: z.enum(['last', 'first', 'average']), each: z.array(Ref).optional() });
export type BalanceSource = z.infer<typeof BalanceSource>;

/**
 * What a figure is in: always the same unit, or the one that a dimension of its rows says (a currency, kg or pieces).
 * `converted` is the metric that gives the same figure in one unit.
 */
export const UnitSource = z.union([z.string(), z.strictObject({ from: Ref, converted: Ref.optional() })]);
export type UnitSource = z.infer<typeof UnitSource>;

/** What a period without rows shows; absent: nothing, not even the period. */
export const GapsSource = z.enum(['zero', 'null']);

/** Many-to-many, with how much of each `from` row belongs to each `to` row: the weights of one `from` row add up to 1. */
export const BridgeSource = z.strictObject({ from: Ref, to: Ref, weight: z.string().min(1) });
export type BridgeSource = z.infer<typeof BridgeSource>;

/** A metric over time: a running total that starts again with each `reset`, or each period set against an earlier one. */
export const seriesKinds = {
  cumulative: { kind: z.literal('cumulative'), of: Ref, reset: z.enum(['month', 'quarter', 'year', 'never']) },
  periodOverPeriod: { kind: z.literal('period_over_period'), of: Ref, against: z.enum(['month', 'quarter', 'year']), show: z.enum(['change', 'change-percent', 'both']) },
};
