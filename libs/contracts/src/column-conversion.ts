import { z } from 'zod';

/**
 * How a stored value is the standard one, where the meaning is exactly the same. Anything that would lose or guess something (text that may
 * be no number, a time cut to a day) can't be said here.
 */
export const ColumnConversion = z.discriminatedUnion('kind', [
  /** Each standard value is stored as another: 'Y' for true. A stored value that is not listed is NULL, and the coverage probe finds it. */
  z.object({ kind: z.literal('values'), type: z.enum(['boolean', 'text', 'integer']), values: z.array(z.object({ standard: z.string(), stored: z.union([z.string(), z.number()]) })).min(1).max(500) }),
  /** Every value has exactly one like it in the wider type. */
  z.object({ kind: z.literal('widen'), type: z.enum(['decimal', 'timestamp', 'text']) }),
  /** A day written as text or digits of a fixed form; `empty`: how "no day" is stored. */
  z.object({ kind: z.literal('day'), format: z.enum(['YYYYMMDD', 'YYYY-MM-DD']), empty: z.string().max(20).optional() }),
]);
export type ColumnConversion = z.infer<typeof ColumnConversion>;
