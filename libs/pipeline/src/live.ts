import type { LiveFacts } from '@countersign/access';
import type { Approval, DataSource, Job } from '@countersign/contracts';
import { sensitiveColumns } from '@countersign/pack';
import type { LivePerson, Ports } from './ports.js';

/** The facts that access compares, with the whole data source. */
export type Live = LiveFacts & { source: DataSource | undefined };

/** Everything a signature depends on, as it is now. Asked for anew each time, from the database, never from a cache. */
export async function liveFacts(ports: Ports, job: Job): Promise<Live> {
  const { tenantId, dataSourceId, packId } = job;
  const [rows, pack, cosigners] = await Promise.all([
    ports.access.live(tenantId, { askerId: job.askerId, approverId: job.approval ? approvedBy(job.approval) : null, dataSourceId, packId }),
    ports.packs.load(tenantId, packId, job.packVersion),
    cosignersOf(ports, job),
  ]);
  return {
    asker: rows.asker, approver: rows.approver, cosigners, source: rows.source, catalogue: rows.catalogue, binding: rows.binding, packVersion: rows.packVersion, grants: rows.grants,
    sensitive: pack ? sensitiveColumns(pack) : [],
    policyVersion: rows.policies.version,
    policies: rows.policies.policies,
  };
}

/** Who signed besides the last one, as they are now. Seldom anyone. */
async function cosignersOf(ports: Ports, { tenantId, approval, review }: Job): Promise<LivePerson[]> {
  const others = (review?.signatures ?? []).map(approvedBy).filter((personId) => !approval || personId !== approvedBy(approval));
  const people = await Promise.all(others.map((personId) => ports.access.person(tenantId, personId)));
  return people.filter((person) => person !== undefined);
}

/** The person an approval stands on: who clicked, or who wrote the rule. */
export function approvedBy({ by }: Approval): string {
  return by.kind === 'person' ? by.personId : by.authorId;
}
