import { z } from 'zod';
import { Finding } from './finding.js';
import { Id, Instant } from './ids.js';

const Someone = z.object({ id: Id, name: z.string() });

/**
 * Something that somebody has to look at. Of a pack, its keepers: the data of a version in force no longer is what it claims, descriptions of a
 * draft went bad in masses, or a data source lost what the pack has names for. Of a data source, the admins: its account may do more than read.
 * It ends by itself when what it is about ends: the next proof passes, another version is published, the tables are there again.
 */
export const PackEscalation = z.object({
  id: Id,
  /** null: about a data source alone. */
  packId: z.string().nullable(),
  kind: z.enum(['proof-failed', 'descriptions', 'binding-drift', 'rights-drift']),
  state: z.enum(['open', 'taken', 'closed']),
  /** The group that keeps the pack; null: the admins. */
  owner: z.object({ groupId: Id, name: z.string() }).nullable(),
  /** null: not about one. */
  releaseId: Id.nullable(),
  /** Where the rows or rights are. */
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
