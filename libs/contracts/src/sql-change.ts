import { z } from 'zod';

/** One difference of meaning between two queries. `was` and `now` are SQL expressions without quotes and qualifiers where these say nothing. */
export const SqlChange = z.object({
  what: z.enum(['table', 'join', 'column', 'metric', 'filter', 'period', 'grouping', 'group-filter', 'order', 'limit', 'offset', 'duplicates', 'part', 'other']),
  change: z.enum(['added', 'removed', 'changed']),
  /** Empty where it was added. */
  was: z.string(),
  /** Empty where it was removed. */
  now: z.string(),
  /** Name of the CTE or derived table that it is in; absent: the query itself. */
  within: z.string().optional(),
});
export type SqlChange = z.infer<typeof SqlChange>;
