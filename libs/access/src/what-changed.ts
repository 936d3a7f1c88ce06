import type { Approval, Catalogue, DataSource, DigestBundle, Grant, Job, NameBinding, Policy, ProblemCode, ReviewRequest } from '@countersign/contracts';
import { distinctApprovers } from './approvers.js';
import { fingerprintOf } from './bundle-for.js';
import { grantsCover } from './grants-cover.js';
import { reached } from './instant.js';
import type { LivePerson } from './live-person.js';
import { rowFiltersFor, sameFilters } from './row-filters.js';
import { masksFor } from './masks-for.js';
import { samePerson } from './same-person.js';
import type { PackNames } from './scope-for.js';

/** A code of the problem registry and what fills its text. */
export interface Change {
  code: Extract<ProblemCode, `stale-${string}` | `approval-${string}` | 'digest-mismatch'>;
  params: Record<string, string>;
}

/** What holds at this moment, gathered from the ports and never from a cache. */
export interface LiveFacts {
  /** undefined: not (any more) of the tenant, or disabled. */
  asker: LivePerson | undefined;
  /** Who approved (a rule's author, when a rule did); undefined when they left. Not read before there is an approval. */
  approver: LivePerson | undefined;
  /** Who signed too, where more than one must; absent: nobody else. */
  cosigners?: readonly LivePerson[];
  /** The asker's grants on the data source. */
  grants: readonly Grant[];
  source: Pick<DataSource, 'id' | 'revision' | 'status'> | undefined;
  catalogue: Catalogue | undefined;
  binding: NameBinding | undefined;
  /** Personal columns of the pack, standard names. */
  sensitive: readonly string[];
  /** Names and personal columns of the other packs; for SQL that a person wrote. */
  others?: readonly PackNames[];
  /** Current published version of the job's pack. */
  packVersion: number | undefined;
  policyVersion: number;
  policies: readonly Policy[];
}

export interface WhatChangedInput {
  job: Pick<Job, 'askerId' | 'dataSourceId' | 'packId' | 'gateReport' | 'candidate' | 'review' | 'approval'>;
  live: LiveFacts;
  now: string;
  /** SHA-256 of a bundle (`digestOf` of the sql lib). */
  digestOf: (bundle: DigestBundle) => string;
  /** `approval`: before a decision is recorded. `execution`: before dispatch, where a good approval must exist too. */
  before: 'approval' | 'execution';
}

/**
 * Everything that is no longer as it was when it was signed. Empty means: it may go on. Called at approval and again just
 * before execution; whatever can't be read counts as changed.
 *
 * @example whatChanged({ job, live: { ...live, grants: [] }, now, digestOf, before: 'execution' })
 * // [{ code: 'stale-grant', params: { object: 'commerce.orders' } }, …]
 */
export function whatChanged(input: WhatChangedInput): Change[] {
  const { job, live, digestOf } = input;
  if (!job.review || !job.candidate || job.gateReport?.verdict !== 'accept') return [change('approval-missing')];
  const { bundle, digest, revision } = job.review;
  const signed = digestOf(bundle) === digest && revision === job.candidate.revision && bundle.sql === job.gateReport.sql;
  return [
    ...(signed ? [] : [change('digest-mismatch')]),
    ...(input.before === 'execution' ? approvalChanges(input, job.review) : []),
    ...(live.asker && samePerson(live.asker.personId, job.askerId) ? grantChanges(input, bundle) : [change('stale-asker')]),
    ...worldChanges(bundle, input),
    ...filterChanges(input),
  ];
}

function approvalChanges({ job, live, now }: WhatChangedInput, review: ReviewRequest): Change[] {
  const { approval } = job;
  if (approval?.decision !== 'approve') return [change('approval-missing')];
  const changes: Change[] = [];
  if (approval.digest !== review.digest || approval.revision !== review.revision) changes.push(change('digest-mismatch'));
  if (reached(approval.validUntil, now)) changes.push(change('approval-expired', { at: approval.validUntil }));
  if (approval.usesLeft < 1) changes.push(change('approval-spent'));
  if (!stillApproves(approval, job, live)) changes.push(change('stale-approver'));
  changes.push(...cosignerChanges({ job, live, now }, review));
  return changes;
}

/** Where several must sign: enough different people did, on this digest, lately, and each of them still could. */
function cosignerChanges({ job, live, now }: Pick<WhatChangedInput, 'job' | 'live' | 'now'>, { digest, revision, needed = 1, signatures = [] }: ReviewRequest): Change[] {
  if (needed <= 1) return [];
  if (distinctApprovers(signatures, digest, revision) < needed) return [change('approval-missing')];
  const signers = [live.approver, ...(live.cosigners ?? [])];
  const stale = signatures.some(({ by }) => {
    const person = by.kind === 'person' ? signers.find((signer) => samePerson(signer?.personId ?? null, by.personId)) : undefined;
    return !person?.roles.includes('approver') || samePerson(person.personId, job.askerId);
  });
  const expired = signatures.find(({ validUntil }) => reached(validUntil, now));
  return [...(stale ? [change('stale-approver')] : []), ...(expired ? [change('approval-expired', { at: expired.validUntil })] : [])];
}

/** The same two people are still two people, neither of them wrote the SQL that was signed, and the one who signed still could. */
function stillApproves({ by }: Approval, { askerId, candidate }: Pick<Job, 'askerId' | 'candidate'>, { approver, policies }: LiveFacts): boolean {
  const id = by.kind === 'person' ? by.personId : by.authorId;
  if (!approver || !samePerson(approver.personId, id) || samePerson(id, askerId) || samePerson(id, candidate?.authorId ?? null)) return false;
  if (by.kind === 'person') return approver.roles.includes('approver');
  return policies.some((p) => p.id === by.policyId && p.version === by.policyVersion && p.enabled && p.rule.kind === 'auto-approval' && samePerson(p.authorId, id));
}

function grantChanges({ job, live, now }: WhatChangedInput, bundle: DigestBundle): Change[] {
  const { gateReport } = job;
  if (gateReport?.verdict !== 'accept' || !live.catalogue) return [];
  const theirs = live.grants.filter(({ dataSourceId, subject }) =>
    samePerson(dataSourceId, bundle.dataSource.id) &&
    (subject.kind === 'person' ? samePerson(subject.id, job.askerId) : live.asker?.groups.includes(subject.id)));
  const missing = grantsCover({ facts: gateReport, catalogue: live.catalogue, grants: theirs, binding: live.binding, sensitive: live.sensitive, ...(live.others ? { others: live.others } : {}), now });
  // A lost table loses all its columns: naming the table says it all.
  const tables = missing.filter((name) => gateReport.tables.includes(name));
  return missing.filter((name) => tables.includes(name) || !tables.some((table) => name.startsWith(`${table}.`))).map((object) => change('stale-grant', { object }));
}

/** Filters and masks printed into the query are those in force for the asker now: a rule or a membership may have changed since. */
function filterChanges({ job: { gateReport }, live }: WhatChangedInput): Change[] {
  if (gateReport?.verdict !== 'accept' || !live.asker) return [];
  const { rowFilters = [], masks = [] } = gateReport.gatedUnder ?? {};
  const same = sameFilters(rowFilters, rowFiltersFor(live.policies, live.asker)) && (!live.catalogue || sameFilters(masks, masksFor({ policies: live.policies, person: live.asker, catalogue: live.catalogue, binding: live.binding })));
  return same ? [] : [change('stale-policy')];
}

function worldChanges(bundle: DigestBundle, { job, live }: WhatChangedInput): Change[] {
  const changes: Change[] = [];
  const { source, catalogue } = live;
  if (bundle.pack.id !== job.packId || live.packVersion !== bundle.pack.version) {
    changes.push(change('stale-pack', { was: String(bundle.pack.version), now: live.packVersion === undefined ? '–' : String(live.packVersion) }));
  }
  if (live.policyVersion !== bundle.policyVersion) changes.push(change('stale-policy'));
  const sameSource = source !== undefined && source.id === bundle.dataSource.id && source.id === job.dataSourceId;
  if (!sameSource || source.revision !== bundle.dataSource.revision || source.status !== 'ready' || !catalogue) changes.push(change('stale-data-source'));
  for (const { name, fingerprint } of catalogue ? bundle.objects : []) {
    if (fingerprintOf(catalogue as Catalogue, name) !== fingerprint) changes.push(change('stale-schema', { object: name }));
  }
  return changes;
}

function change(code: Change['code'], params: Record<string, string> = {}): Change {
  return { code, params };
}
