import { z } from 'zod';
import { Finding } from './finding.js';
import { Id, Instant } from './ids.js';

const Someone = z.object({ id: Id, name: z.string() });

/**
 * Something about a pack that its keepers have to look at: the data of a version in force no longer is what it claims, or descriptions of a
 * draft went bad in masses. It ends by itself when what it is about ends: the next proof passes, another version is published.
 */
export const PackEscalation = z.object({
  id: Id,
  packId: z.string(),
  kind: z.enum(['proof-failed', 'descriptions']),
  state: z.enum(['open', 'taken', 'closed']),
  /** The group that keeps the pack; null: the admins. */
  owner: z.object({ groupId: Id, name: z.string() }).nullable(),
  releaseId: Id,
  /** Where the rows are, of a proof. */
  dataSourceId: Id.nullable(),
  findings: z.array(Finding),
  openedAt: Instant,
  /** When it was last found so. */
  lastAt: Instant,
  takenBy: Someone.nullable(),
  /** Who or what ended it, and why. */
  closedBy: z.string().nullable(),
  closedAt: Instant.nullable(),
  reason: z.string().nullable(),
});
export type PackEscalation = z.infer<typeof PackEscalation>;
