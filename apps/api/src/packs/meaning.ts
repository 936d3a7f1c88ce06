import type { Job, JobView, Locale } from '@countersign/contracts';
import { definitionOf, labelOf } from '@countersign/pack';
import type { PackStore } from '@countersign/pipeline';
import type { z } from 'zod';

type Meaning = z.infer<typeof JobView>['meaning'];

/** The metrics a job's answer stands on, with the definitions of the pack version it was asked under. */
export async function meaningOf(packs: Pick<PackStore, 'load'>, job: Job, locale: Locale): Promise<Meaning> {
  const refs = job.interpretation?.metrics.map((metric) => metric.ref) ?? [];
  if (refs.length === 0) return [];
  const pack = await packs.load(job.tenantId, job.packId, job.packVersion);
  if (!pack) return [];
  return [...new Set(refs)].map((ref) => ({ ref, label: labelOf(pack, ref, locale), definition: definitionOf(pack, ref, locale) }));
}
