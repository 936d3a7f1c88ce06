import type { LiveFacts, PackNames } from '@countersign/access';
import type { Approval, Candidate, DataSource, Declarations, Job } from '@countersign/contracts';
import { declarationsOf, sensitiveColumns } from '@countersign/pack';
import type { LivePerson, LiveRows, Ports, PublishedPack } from './ports.js';

/** The facts that access compares, with the whole data source, and what a candidate that no planner made is held against. */
export type Live = LiveFacts & { source: DataSource | undefined; declarations?: Declarations; ruleAuthors: LivePerson[] };

/** Whose rights, on what: a job, or a text that is no job. */
export type LiveSubject = Pick<Job, 'tenantId' | 'askerId' | 'dataSourceId' | 'packId' | 'packVersion' | 'approval' | 'review'> & { candidate: Pick<Candidate, 'origin'> | null };

/**
 * Everything a signature depends on, as it is now. Asked for anew each time, from the database, never from a cache.
 *
 * @param given what came with the job just now: a stage that begins with these facts need not ask again
 */
export async function liveFacts(ports: Pick<Ports, 'access' | 'packs'>, job: LiveSubject, { ruleAuthors = false, given }: { ruleAuthors?: boolean; given?: LiveRows | undefined } = {}): Promise<Live> {
  const { tenantId, dataSourceId, packId } = job;
  const [rows, pack, cosigners] = await Promise.all([
    given ?? ports.access.live(tenantId, { askerId: job.askerId, approverId: job.approval ? approvedBy(job.approval) : null, dataSourceId, packId, ruleAuthors }),
    ports.packs.load(tenantId, packId, job.packVersion),
    cosignersOf(ports, job),
  ]);
  return {
    asker: rows.asker, approver: rows.approver, cosigners, source: rows.source, catalogue: rows.catalogue, binding: rows.binding, packVersion: rows.packVersion, grants: rows.grants,
    sensitive: pack ? sensitiveColumns(pack) : [],
    others: await packNames(ports, tenantId, rows.packs),
    ruleAuthors: rows.ruleAuthors,
    ...(pack && !compiled(job.candidate) ? { declarations: declarationsOf(pack) } : {}),
    policyVersion: rows.policies.version,
    policies: rows.policies.policies,
  };
}

/** SQL that a person wrote may name any real column; what a planner writes stays within its pack's words. */
export function writtenByPerson(candidate: Pick<Candidate, 'origin'> | null): boolean {
  return candidate?.origin === 'sql' || candidate?.origin === 'person';
}

/** The planner compiles what is declared: its queries are the definitions. */
const compiled = (candidate: Pick<Candidate, 'origin'> | null): boolean => candidate === null || candidate.origin === 'planner' || candidate.origin === 'verified';

/** What every pack calls the source's tables and declares personal in them: asking by another pack must not open a column. */
function packNames({ packs }: Pick<Ports, 'packs'>, tenantId: string, published: PublishedPack[]): Promise<PackNames[]> {
  return Promise.all(published.map(async ({ id, version, binding }) => {
    const pack = await packs.load(tenantId, id, version);
    return { binding, sensitive: pack ? sensitiveColumns(pack) : [] };
  }));
}

/** Who signed besides the last one, as they are now. Seldom anyone. */
async function cosignersOf(ports: Pick<Ports, 'access'>, { tenantId, approval, review }: LiveSubject): Promise<LivePerson[]> {
  const others = (review?.signatures ?? []).map(approvedBy).filter((personId) => !approval || personId !== approvedBy(approval));
  const people = await Promise.all(others.map((personId) => ports.access.person(tenantId, personId)));
  return people.filter((person) => person !== undefined);
}

/** The person an approval stands on: who clicked, or who wrote the rule. */
export function approvedBy({ by }: Approval): string {
  return by.kind === 'person' ? by.personId : by.authorId;
}
