import { z } from 'zod';
import { Id, Instant, Locale } from './ids.js';

const Someone = z.object({ id: Id, name: z.string() });

/** What someone who was asked back says a word means for all: a person who keeps the pack decides, and never the one who proposed it. */
export const PackProposal = z.object({
  id: Id,
  packId: z.string(),
  packVersion: z.int(),
  /** The question that was asked back. */
  jobId: Id,
  question: z.string(),
  locale: Locale,
  /** The word, and the metric or dimension it means. */
  term: z.string(),
  ref: z.string(),
  label: z.string(),
  /** `default`: still asked, with this as the usual choice. `synonym`: no longer asked. */
  as: z.enum(['default', 'synonym']),
  note: z.string().nullable(),
  state: z.enum(['proposed', 'accepted', 'rejected']),
  proposedBy: Someone,
  createdAt: Instant,
  reviewedBy: Someone.nullable(),
  reviewedAt: Instant.nullable(),
  /** Why it was rejected. */
  reason: z.string().nullable(),
  /** The draft that it went into. */
  releaseId: Id.nullable(),
});
export type PackProposal = z.infer<typeof PackProposal>;
