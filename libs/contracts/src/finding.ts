import { z } from 'zod';

/** Place in a text: 1-based line and column, and the text around it. */
export const Place = z.object({ line: z.int(), column: z.int(), excerpt: z.string() });
export type Place = z.infer<typeof Place>;

/** Something about the SQL, the pack or the answer. Data, collected, never thrown. */
export const Finding = z.object({
  rule: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
  at: Place.optional(),
});
export type Finding = z.infer<typeof Finding>;
