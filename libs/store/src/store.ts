import type {
  ApiToken, Approval, AuditEntry, AuditFilter, AuditRecord, AuditRow, BlockedFilter, BlockedStatement, Catalogue, CatalogueDrift, DataSource, DataSourceEdit, DriftReport, Finding, Grant, Job, JobEvent, JobState, JobSummary,
  Locale, NameBinding, NewDataSource, PackDraft, PackEscalation, PackProposal, PackRelease, Person, Policy, ProbeStep, ProofResult, ProofRun, ProofStatement, QueueName, ResultExport, ReviewItem, Role, StagePayload, StageTiming, VerifiedQuery,
} from '@countersign/contracts';
import type { AccessStore, JobStore, LookupStore, ModelAccount, PackStore, ResultStore, SourceStore, VerifiedStore } from '@countersign/pipeline';
import type { z } from 'zod';

/** Where a list goes on and how much of it is wanted. */
export interface Page {
  cursor?: string | undefined;
  limit: number;
}

export interface PageOf<T> {
  items: T[];
  nextCursor: string | null;
}

/** A signed-in person or token as found by its secret's hash. */
export interface Identity {
  kind: 'person' | 'token';
  /** Session or token id. */
  credentialId: string;
  tenant: { id: string; name: string; slug: string };
  personId: string;
  name: string;
  email: string;
  roles: Role[];
  groups: string[];
  locale: Locale;
  /** Sessions only. */
  csrfToken: string | null;
  /** Tokens only. */
  scopes: string[];
}

/** People, sessions and tokens. Secrets arrive hashed (SHA-256 hex); passwords are argon2id strings. */
export interface IdentityStore {
  /** By e-mail, before the tenant is known. */
  credentials(email: string): Promise<{ tenantId: string; personId: string; passwordHash: string } | undefined>;
  openSession(input: { tenantId: string; personId: string; sessionHash: string; csrfToken: string; expiresAt: string; audit: AuditEntry }): Promise<void>;
  bySession(sessionHash: string): Promise<Identity | undefined>;
  closeSession(tenantId: string, sessionId: string, audit: AuditEntry): Promise<void>;
  byToken(tokenHash: string): Promise<Identity | undefined>;
  listTokens(tenantId: string, personId: string): Promise<z.infer<typeof ApiToken>[]>;
  createToken(input: { tenantId: string; personId: string; id: string; name: string; tokenHash: string; scopes: string[]; expiresAt: string; audit: AuditEntry }): Promise<z.infer<typeof ApiToken>>;
  revokeToken(tenantId: string, personId: string, tokenId: string, audit: AuditEntry): Promise<boolean>;
  setLocale(tenantId: string, personId: string, locale: Locale): Promise<void>;
  people(tenantId: string): Promise<z.infer<typeof Person>[]>;
  /** Groups, also those without members. */
  groups(tenantId: string): Promise<{ id: string; name: string }[]>;
  /** Moves a person to another tenant: everything prepared for them becomes stale. */
  movePerson(personId: string, fromTenantId: string, toTenantId: string, audit: AuditEntry): Promise<void>;
}

/** Reading jobs for people. */
export interface JobReader {
  list(tenantId: string, filter: { askerId?: string; state?: JobState; search?: string; cursor?: string; limit: number }): Promise<PageOf<JobSummary>>;
  events(tenantId: string, jobId: string, afterSeq: number): Promise<JobEvent[]>;
  /** New events of many jobs at once, for live streams: one query for all open streams. */
  eventsOf(jobs: { tenantId: string; jobId: string; afterSeq: number }[]): Promise<{ jobId: string; event: JobEvent }[]>;
  timings(tenantId: string, jobId: string): Promise<StageTiming[]>;
  approvals(tenantId: string, jobId: string): Promise<Approval[]>;
  /** Every candidate revision, oldest first. */
  revisions(tenantId: string, jobId: string): Promise<Job['candidate'][]>;
  reviews(tenantId: string, viewerId: string, page: { cursor?: string; limit: number }): Promise<PageOf<ReviewItem>>;
  addFeedback(input: { tenantId: string; jobId: string; personId: string; verdict: 'up' | 'down'; comment: string | null; at: string }): Promise<void>;
}

/** What admins keep. Every change is audited in its own transaction and raises what depends on it. */
export interface AdminStore {
  dataSources(tenantId: string): Promise<DataSource[]>;
  /** `sealed`: the credential as AES-256-GCM text; this store never sees it open. */
  addDataSource(tenantId: string, id: string, input: Omit<NewDataSource, 'password' | 'clientKey'>, sealed: string, audit: AuditEntry): Promise<DataSource>;
  /** `revised`: it is another source now; what was prepared for it is stale. `unproven`: nobody may ask it until it is proved again. undefined: no such source. */
  editDataSource(tenantId: string, id: string, edit: { changes: Omit<DataSourceEdit, 'password' | 'clientKey'>; sealed?: string; revised: boolean; unproven: boolean }, audit: AuditEntry): Promise<DataSource | undefined>;
  /** Of the same account: nothing becomes stale. */
  rotateCredential(tenantId: string, id: string, sealed: string, audit: AuditEntry): Promise<DataSource | undefined>;
  sealedCredential(tenantId: string, dataSourceId: string): Promise<string | undefined>;
  /** Keeps what a look found, tells who has to know of what got worse, and ends that when it is well again. */
  saveProbe(input: SavedProbe): Promise<void>;
  /** Newest first. */
  drifts(tenantId: string, dataSourceId: string): Promise<DriftReport[]>;
  /** From disabled to unproven; false: it is not disabled. */
  enableDataSource(tenantId: string, id: string, audit: AuditEntry): Promise<boolean>;
  disableDataSource(tenantId: string, id: string, audit: AuditEntry): Promise<boolean>;
  /** The same names again are no change, and leave no record. */
  bindPack(tenantId: string, dataSourceId: string, packId: string, binding: NameBinding, audit: AuditEntry): Promise<void>;
  grants(tenantId: string): Promise<Grant[]>;
  giveGrant(tenantId: string, grant: Grant, audit: AuditEntry): Promise<Grant>;
  revokeGrant(tenantId: string, grantId: string, at: string, audit: AuditEntry): Promise<boolean>;
  policies(tenantId: string): Promise<Policy[]>;
  addPolicy(tenantId: string, policy: Policy, audit: AuditEntry): Promise<Policy>;
  disablePolicy(tenantId: string, policyId: string, audit: AuditEntry): Promise<boolean>;
  /** Newest version of each pack, with its files. */
  packs(tenantId: string): Promise<{ id: string; version: number; files: Record<string, string>; publishedAt: string }[]>;
  publishPack(tenantId: string, packId: string, files: Record<string, string>, publishedBy: string, audit: AuditEntry): Promise<number>;
}

/** One look at a data source. */
export interface SavedProbe {
  tenantId: string;
  dataSourceId: string;
  /** The revision that was looked at: of another one it says nothing. */
  revision: number;
  status: DataSource['status'];
  at: string;
  steps: ProbeStep[];
  catalogue: Catalogue | null;
  /** Against the catalogue that was kept; null: the same, or there was none. */
  drift: CatalogueDrift | null;
  /** Of each pack that has names for this source, what of them does not hold in the catalogue. */
  bindings: { packId: string; findings: Finding[] }[];
  audit: AuditEntry;
}

/** A release as it is drafted; the store gives it its first state. */
export type NewRelease = Omit<PackRelease, 'version' | 'requestedBy' | 'countersignedBy' | 'publishedVersion'> & { files: Record<string, string> };

/** How a move of a release ended: what it is now, or that it was no longer what the mover saw. */
export type ReleaseMove = { moved: true; release: PackRelease } | { moved: false };

/** Packs on their way to publication, and what the data said of them. */
export interface ReleaseStore {
  add(tenantId: string, release: NewRelease, audit: AuditEntry): Promise<PackRelease>;
  /** Newest first; `packIds`: of these packs only. */
  list(tenantId: string, filter: { packId?: string | undefined; packIds?: readonly string[] | undefined }, page: Page): Promise<PageOf<PackRelease>>;
  load(tenantId: string, id: string): Promise<(PackRelease & { files: Record<string, string>; proofs: ProofRun[] }) | undefined>;
  /** From these states only, at this version only. Proof runs are added in the same transaction. */
  move(tenantId: string, id: string, move: { from: PackRelease['state'][]; version?: number; to: PackRelease['state']; requestedBy?: PackRelease['author']; runs?: { id: string; dataSourceId: string; statements: ProofStatement[] }[] }, audit: AuditEntry): Promise<ReleaseMove>;
  /** Makes the release the pack's current version. `outdated`: another version than its base is current. */
  publish(tenantId: string, id: string, version: number, by: { publisher: string; countersignedBy: PackRelease['author'] | null }, audit: AuditEntry): Promise<ReleaseMove | { moved: false; outdated: number }>;
  /** What the collector is to ask; undefined: nothing (any more). */
  proofWork(tenantId: string, runId: string): Promise<{ releaseId: string; packId: string; dataSourceId: string; statements: ProofStatement[]; /** It is of the version in force: what fails now is for the keepers. */ inForce: boolean } | undefined>;
  /** Keeps the answer once; a release whose last proof this was is proved or has failed. Of the version in force, what fails becomes an escalation, and what holds again ends one. */
  finishProof(tenantId: string, runId: string, results: ProofResult[], at: string, audit: AuditEntry): Promise<void>;
  /** Asks again what was asked: the same statements in a new run. */
  repeatProof(tenantId: string, runId: string, newRunId: string, at: string): Promise<void>;
  versions(tenantId: string, packId: string): Promise<{ version: number; publishedAt: string; publishedBy: string }[]>;
  files(tenantId: string, packId: string, version: number): Promise<Record<string, string> | undefined>;
  /** undefined: no such pack; null: the admins alone. */
  owner(tenantId: string, packId: string): Promise<string | null | undefined>;
  setOwner(tenantId: string, packId: string, groupId: string | null, audit: AuditEntry): Promise<boolean>;
  /** Packs that the groups own. */
  ownedBy(tenantId: string, groupIds: readonly string[]): Promise<string[]>;
  /** Data sources in use that a pack is bound to. */
  boundTo(tenantId: string, packId: string): Promise<{ dataSourceId: string; binding: NameBinding }[]>;
  bindings(tenantId: string): Promise<{ packId: string; dataSourceId: string; binding: NameBinding }[]>;
}

/** Packs being edited. */
export interface DraftStore {
  add(tenantId: string, draft: PackDraft & { files: Record<string, string> }, audit: AuditEntry): Promise<PackDraft>;
  /** Last saved first; `packIds`: of these packs only. */
  list(tenantId: string, filter: { packIds?: readonly string[] | undefined }, page: Page): Promise<PageOf<PackDraft>>;
  load(tenantId: string, id: string): Promise<(PackDraft & { files: Record<string, string> }) | undefined>;
  /** At this version only; undefined: somebody saved meanwhile. What was released of it before is another text from now on. */
  save(tenantId: string, id: string, version: number, change: { files: Record<string, string | null>; baseVersion?: number; by: PackDraft['savedBy']; at: string }): Promise<PackDraft | undefined>;
  /** At this version only: `releaseId` was made of this text. It ends when that release is published. */
  released(tenantId: string, id: string, version: number, releaseId: string): Promise<void>;
  discard(tenantId: string, id: string, audit: AuditEntry): Promise<boolean>;
}

/** What keepers of packs have to look at; opened and ended by proofs and releases. */
export interface EscalationStore {
  list(tenantId: string, filter: { packId?: string | undefined; packIds?: readonly string[] | undefined; state?: PackEscalation['state'] | undefined }, page: Page): Promise<PageOf<PackEscalation>>;
  load(tenantId: string, id: string): Promise<PackEscalation | undefined>;
  /** undefined: it is closed already. */
  act(tenantId: string, id: string, deed: { action: 'take'; by: PackRelease['author'] } | { action: 'close'; by: PackRelease['author']; reason: string }, audit: AuditEntry): Promise<PackEscalation | undefined>;
}

/** Meanings proposed for packs. */
export interface ExportStore {
  begin(tenantId: string, started: Pick<ResultExport, 'id' | 'jobId' | 'format' | 'by' | 'startedAt'>, audit: AuditEntry): Promise<void>;
  /** Ends what was begun; what has ended already stays as it is. @returns whether this ended it */
  end(tenantId: string, id: string, ended: Pick<ResultExport, 'manifest'> & { state: 'finished' | 'broken-off' }, audit: AuditEntry): Promise<boolean>;
  /** Newest first. */
  list(tenantId: string, jobId: string): Promise<ResultExport[]>;
}

export interface ProposalStore {
  /** Newest first; `packIds`: of these packs, and one’s own (`orBy`). */
  list(tenantId: string, filter: { packId?: string | undefined; packIds?: readonly string[] | undefined; orBy?: string | undefined; state?: PackProposal['state'] | undefined }, page: Page): Promise<PageOf<PackProposal>>;
  load(tenantId: string, id: string): Promise<PackProposal | undefined>;
  /** Of one word of one job one proposal waits at a time. */
  propose(tenantId: string, proposal: PackProposal, audit: AuditEntry): Promise<{ proposed: true; proposal: PackProposal } | { proposed: false; waiting: PackProposal }>;
  /** undefined: it is decided already. */
  reject(tenantId: string, id: string, by: PackRelease['author'], reason: string, audit: AuditEntry): Promise<PackProposal | undefined>;
  /** The decision and the release that came of it, or neither; undefined: it is decided already. */
  accept(tenantId: string, id: string, by: PackRelease['author'], drafted: { release: NewRelease; audit: AuditEntry }, audit: AuditEntry): Promise<PackProposal | undefined>;
}

/** Verified queries as people keep them. */
export interface VerifiedAdmin extends VerifiedStore {
  list(tenantId: string): Promise<VerifiedQuery[]>;
  load(tenantId: string, id: string): Promise<VerifiedQuery | undefined>;
  propose(tenantId: string, query: VerifiedQuery, audit: AuditEntry): Promise<VerifiedQuery>;
  /** undefined: it is in none of the states. One that becomes active takes the place of the one of the same meaning. */
  decide(tenantId: string, id: string, move: { from: VerifiedQuery['state'][]; to: VerifiedQuery['state']; by: VerifiedQuery['proposedBy']; reason: string | null; at: string }, audit: AuditEntry): Promise<VerifiedQuery | undefined>;
  /** It was looked at and holds. */
  checked(tenantId: string, id: string, at: string): Promise<void>;
}

/** Requests that create something: the same key gets the same id, so what was sent twice is created once. */
export interface IdempotencyStore {
  /** @returns the id this key stands for (the one given, when the key is new) and whether the request is the one it was first used for */
  claim(tenantId: string, request: { personId: string; operation: string; key: string; requestHash: string; objectId: string }): Promise<{ objectId: string; sameRequest: boolean; first: boolean }>;
}

export interface AuditStore {
  /** For records that change nothing else (a download, a refused sign-in). */
  append(tenantId: string, entries: AuditEntry[]): Promise<void>;
  list(tenantId: string, filter: z.infer<typeof AuditFilter>, page: { cursor?: string; limit: number }): Promise<PageOf<AuditRow>>;
  /** Statements that the gate blocked, newest first. They are records of the audit, so they stay as long as it does. */
  blocked(tenantId: string, filter: z.infer<typeof BlockedFilter>, page: { cursor?: string; limit: number }): Promise<PageOf<Omit<BlockedStatement, 'dataSourceName'>>>;
  /** Oldest first, in batches, without holding them all. */
  stream(tenantId: string, filter: z.infer<typeof AuditFilter>): AsyncIterable<AuditRecord[]>;
  /** Last sequence number and hash. */
  head(tenantId: string): Promise<{ seq: number; hash: string }>;
}

/** Across tenants, for the dispatcher and the reconciler only; runs under its own database role. */
export interface SystemStore {
  /** Outbox rows not handed to the queue after `olderThanMs`. */
  dueOutbox(olderThanMs: number, limit: number): Promise<{ outboxId: string; queue: QueueName; payload: StagePayload }[]>;
  /** Jobs in a working state whose last move is older than their stage's budget: queue them again. */
  lostJobs(now: string, graceMs: number, limit: number): Promise<StagePayload[]>;
  /** RUNNING jobs whose collector gave no sign of life for `silentMs`. */
  silentRuns(silentMs: number, limit: number): Promise<{ tenantId: string; jobId: string }[]>;
  /** Waiting or approved jobs past their expiry. */
  expiredJobs(now: string, limit: number): Promise<{ tenantId: string; jobId: string }[]>;
  /** Signs of life of the processes, for readiness. */
  beat(process: 'api' | 'worker' | 'collector', id: string): Promise<void>;
  alive(withinMs: number): Promise<Record<'api' | 'worker' | 'collector', number>>;
  ping(): Promise<void>;
  /** Proofs of packs that nobody finished (`again` false: deliver once more), and the latest of versions in force that are too old (`again` true). */
  dueProofs(waitingSince: string, provedBefore: string, limit: number): Promise<{ tenantId: string; runId: string; again: boolean }[]>;
  /** Data sources in use that nobody has looked at since: those that could be asked or were refused, and those that are away or unproven. */
  dueSources(since: { settled: string; unsettled: string }, limit: number): Promise<{ tenantId: string; dataSourceId: string; revision: number }[]>;
  /** Verified queries in force that nobody has looked at since. */
  uncheckedVerified(since: string, limit: number): Promise<{ tenantId: string; id: string }[]>;
  /** Exports begun before that have no end. */
  lostExports(before: string, limit: number): Promise<{ tenantId: string; id: string; jobId: string }[]>;
  /** Forgets keys of requests that nobody sends again. @returns how many */
  forgetRequests(before: string): Promise<number>;
  /** Names of the keys that credentials of sources in use are sealed with. */
  sealedKeys(): Promise<{ keyId: string; sources: number }[]>;
}

export interface Store {
  jobs: JobStore;
  results: ResultStore;
  packs: PackStore;
  sources: SourceStore;
  access: AccessStore;
  identity: IdentityStore;
  reader: JobReader;
  admin: AdminStore;
  releases: ReleaseStore;
  drafts: DraftStore;
  escalations: EscalationStore;
  proposals: ProposalStore;
  exports: ExportStore;
  verified: VerifiedAdmin;
  modelAccount: ModelAccount;
  lookup: LookupStore;
  audit: AuditStore;
  idempotency: IdempotencyStore;
  system: SystemStore;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Login that may become countersign_app and countersign_system, and is neither owner nor superuser. */
  databaseUrl: string;
  /** Connections of this process. */
  poolSize?: number;
  /** Milliseconds a clarification or a request for changes may wait; 7 days when absent. The same as the pipeline's limit. */
  clarificationTtlMs?: number;
  /** Micros of a US dollar that models may cost a tenant in a day where it has no budget of its own; no limit when absent. */
  modelDailyMicros?: number | undefined;
  applicationName: string;
}
