import type { Job, JobView, Locale } from '@countersign/contracts';
import { definitionOf, labelOf } from '@countersign/pack';
import type { PackStore } from '@countersign/pipeline';
import type { z } from 'zod';

type Meaning = z.infer<typeof JobView>['meaning'];

/** The metrics and filters a job's answer stands on: those that were asked for, with the definitions of the pack version it was asked under, and those that its SQL names or computes. */
export async function meaningOf(packs: Pick<PackStore, 'load'>, job: Job, locale: Locale): Promise<Meaning> {
  const refs = job.interpretation?.metrics.map((metric) => metric.ref) ?? [];
  const pack = refs.length === 0 ? undefined : await packs.load(job.tenantId, job.packId, job.packVersion);
  const asked = pack ? refs.map((ref) => ({ ref, label: labelOf(pack, ref, locale), definition: definitionOf(pack, ref, locale) })) : [];
  const declared = job.gateReport?.verdict === 'accept' ? (job.gateReport.declared ?? []) : [];
  const meant = [...asked, ...declared.map(({ id, label, definition }) => ({ ref: id, label: label[locale], definition: definition[locale] }))];
  return meant.filter(({ ref }, i) => meant.findIndex((other) => other.ref === ref) === i);
}
