import type { Job } from '@countersign/contracts';
import type { JobReader } from '@countersign/store';

/** Who wrote any revision of a job's SQL: four eyes counts them all, not only the last. */
export async function authorsOf(reader: Pick<JobReader, 'revisions'>, job: Job): Promise<(string | null)[]> {
  return (await reader.revisions(job.tenantId, job.id)).map((revision) => revision?.authorId ?? null);
}
