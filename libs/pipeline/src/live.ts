import type { LiveFacts } from '@countersign/access';
import type { Approval, Job } from '@countersign/contracts';
import { sensitiveColumns } from '@countersign/pack';
import type { Ports } from './ports.js';

/** Everything a signature depends on, as it is now. Asked for anew each time, from the database, never from a cache. */
export async function liveFacts(ports: Ports, job: Job): Promise<LiveFacts> {
  const { tenantId, dataSourceId, packId } = job;
  const approverId = job.approval ? approvedBy(job.approval) : null;
  const [asker, approver, source, catalogue, binding, pack, packVersion, policies] = await Promise.all([
    ports.access.person(tenantId, job.askerId),
    approverId ? ports.access.person(tenantId, approverId) : undefined,
    ports.sources.load(tenantId, dataSourceId),
    ports.sources.catalogue(tenantId, dataSourceId),
    ports.sources.binding(tenantId, dataSourceId, packId),
    ports.packs.load(tenantId, packId, job.packVersion),
    ports.packs.currentVersion(tenantId, packId),
    ports.access.policies(tenantId),
  ]);
  return {
    asker, approver, source, catalogue, binding, packVersion,
    grants: asker ? await ports.access.grants(tenantId, asker, dataSourceId) : [],
    sensitive: pack ? sensitiveColumns(pack) : [],
    policyVersion: policies.version,
    policies: policies.policies,
  };
}

/** The person an approval stands on: who clicked, or who wrote the rule. */
export function approvedBy({ by }: Approval): string {
  return by.kind === 'person' ? by.personId : by.authorId;
}
