import { z } from 'zod';

/** One thing that is no longer as it was when the review was asked for. `code` is a stale-* problem code. */
export const ChangedObject = z.object({ code: z.string(), params: z.record(z.string(), z.string()).default({}) });
export type ChangedObject = z.infer<typeof ChangedObject>;
