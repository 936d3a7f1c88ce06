import { z } from 'zod';
import { Day, Id, Instant, Locale } from './ids.js';
import { Interpretation } from './interpretation.js';

/** A place in a verified query that a question fills: by its type, never by its words. */
export const VerifiedParameter = z.object({ name: z.string(), type: z.enum(['period', 'value', 'number', 'limit']), /** Dimension or column the value is of. */ of: z.string().optional(), /** What it was when people looked at it. */ sample: z.string() });
export type VerifiedParameter = z.infer<typeof VerifiedParameter>;

/** Why a verified query no longer holds: the fact that changed. */
export const VerifiedFact = z.enum(['metric', 'pack', 'schema', 'policy']);
export type VerifiedFact = z.infer<typeof VerifiedFact>;

/** What has to be as it was. */
export const VerifiedFingerprints = z.object({
  /** SHA-256 of the planned query with the samples in it: changes when any definition it rests on does. */
  plan: z.string(),
  pack: z.object({ id: z.string(), version: z.int() }),
  /** Real tables and what they were. */
  schema: z.array(z.object({ name: z.string(), fingerprint: z.string() })),
  /** SHA-256 of the row filters and masks in force. */
  policy: z.string(),
});
export type VerifiedFingerprints = z.infer<typeof VerifiedFingerprints>;

const Someone = z.object({ id: Id, name: z.string() });

/** A plan with parameters that a second person has looked at. Used for questions of exactly this meaning, while its fingerprints hold. */
export const VerifiedQuery = z.object({
  id: Id,
  name: z.string(),
  packId: z.string(),
  dataSourceId: Id,
  /** The answered job it was made from. */
  jobId: Id,
  question: z.string(),
  locale: Locale,
  today: Day,
  /** SHA-256 of the meaning with the parameters left out. */
  shape: z.string(),
  parameters: z.array(VerifiedParameter),
  interpretation: Interpretation,
  fingerprints: VerifiedFingerprints,
  state: z.enum(['proposed', 'active', 'rejected', 'expired', 'revoked']),
  proposedBy: Someone,
  reviewedBy: Someone.nullable(),
  /** Of a rejection; of an expiry, the fact. */
  reason: z.string().nullable(),
  createdAt: Instant,
  verifiedAt: Instant.nullable(),
});
export type VerifiedQuery = z.infer<typeof VerifiedQuery>;
