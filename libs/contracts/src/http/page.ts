import { z } from 'zod';

/** Lists are paged by an opaque cursor, newest first. */
export const PageQuery = z.object({ cursor: z.string().max(2_000).optional(), limit: z.coerce.number().int().min(1).max(100).default(50) });
export const page = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), nextCursor: z.string().nullable() });

/** RFC 9457. `code` is a ProblemCode; `params` fill its text. */
export const ProblemDetails = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  params: z.record(z.string(), z.string()).optional(),
  reference: z.string().optional(),
});
export type ProblemDetails = z.infer<typeof ProblemDetails>;
