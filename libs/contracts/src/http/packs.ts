import { z } from 'zod';
import { Finding } from '../finding.js';
import { Id, Instant } from '../ids.js';
import { PackDraft, PackRelease, ProofRun } from '../release.js';
import { page, PageQuery } from './page.js';
import { route } from './route.js';

const Note = z.string().trim().min(1).max(500);
const ById = z.object({ id: Id });
const PackId = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/);
/** Path in the pack's folder → text. */
/** No part of it is `.` or `..`: whoever writes the files out stays in the folder. */
const FilePath = z.string().regex(/^(?!(?:.*\/)?\.+\/)[\p{L}\p{N}_.-]+(\/[\p{L}\p{N}_.-]+)*\.ya?ml$/u, 'must be a path of a YAML file');
const FileText = z.string().max(400_000);
const PackFiles = z.record(FilePath, FileText).refine((files) => Object.keys(files).length <= 100, 'must be 100 files at most');

/** As lists show it: findings and tests as numbers. */
export const ReleaseSummary = PackRelease.omit({ report: true }).extend({ errors: z.int(), failedTests: z.int(), policyChanging: z.boolean(), suspicious: z.boolean() });
export type ReleaseSummary = z.infer<typeof ReleaseSummary>;
export const ReleaseView = PackRelease.extend({ files: z.record(z.string(), z.string()), proofs: z.array(ProofRun) });
export type ReleaseView = z.infer<typeof ReleaseView>;

export const packSchema = route({ method: 'GET', path: '/v1/packs/schema.json', summary: 'The pack format as a JSON Schema', auth: 'any', roles: [], output: z.record(z.string(), z.unknown()), problems: [] });
export const listReleases = route({ method: 'GET', path: '/v1/packs/releases', summary: 'Releases of packs, newest first', auth: 'any', roles: [], query: PageQuery.extend({ pack: PackId.optional() }), output: page(ReleaseSummary), problems: ['forbidden', 'bad-cursor'] });
export const draftRelease = route({ method: 'POST', idempotent: true, path: '/v1/packs/releases', summary: 'Draft a version: it is read, tested and compared at once', auth: 'any', scope: 'publish', roles: [], status: 201, body: z.object({ files: PackFiles, note: Note.optional() }), output: PackRelease, problems: ['pack-unreadable', 'not-pack-owner', 'idempotency-mismatch'] });
export const getRelease = route({ method: 'GET', path: '/v1/packs/releases/:id', summary: 'A release with its files and proofs', auth: 'any', roles: [], params: ById, output: ReleaseView, problems: ['not-found'] });
export const proveRelease = route({ method: 'POST', path: '/v1/packs/releases/:id/proof', summary: 'Hold it against every data source it is bound to', auth: 'any', scope: 'publish', roles: [], status: 202, params: ById, body: z.object({ version: z.int() }), output: PackRelease, problems: ['not-found', 'conflict', 'release-not-ready', 'release-outdated'] });
export const publishRelease = route({ method: 'POST', path: '/v1/packs/releases/:id/publish', summary: 'Publish what is proved; what changes policy needs a second person', auth: 'any', scope: 'publish', roles: [], params: ById, body: z.object({ version: z.int() }), output: PackRelease, problems: ['not-found', 'conflict', 'release-not-ready', 'release-outdated', 'own-release'] });
export const withdrawRelease = route({ method: 'DELETE', path: '/v1/packs/releases/:id', summary: 'Withdraw what is not published', auth: 'person', roles: [], status: 204, params: ById, problems: ['not-found'] });
export const listPackVersions = route({ method: 'GET', path: '/v1/packs/versions', summary: 'Published versions of a pack, newest first', auth: 'any', roles: ['admin', 'auditor'], query: z.object({ pack: PackId }), output: z.object({ items: z.array(z.object({ version: z.int(), publishedAt: Instant, publishedBy: z.string(), current: z.boolean() })) }), problems: [] });
export const rollbackPack = route({ method: 'POST', idempotent: true, path: '/v1/packs/rollback', summary: 'Draft an older version again', auth: 'person', roles: [], status: 201, body: z.object({ packId: PackId, version: z.int().positive(), note: Note.optional() }), output: PackRelease, problems: ['unknown-pack', 'not-pack-owner', 'idempotency-mismatch'] });
export const setPackOwner = route({ method: 'POST', path: '/v1/packs/owner', summary: 'Name the group that keeps a pack besides the admins', auth: 'person', roles: ['admin'], status: 204, body: z.object({ packId: PackId, groupId: Id.nullable() }), problems: ['unknown-pack', 'unknown-id'] });

export const BindingCheck = z.object({ saved: z.boolean(), findings: z.array(Finding) });
export const bindDataSource = route({ method: 'POST', path: '/v1/data-sources/:id/binding', summary: 'Check a pack’s names against a data source, and keep them when they fit', auth: 'person', roles: ['admin'], params: ById, body: z.object({ packId: PackId, /** The binding file. */ text: z.string().max(200_000), checkOnly: z.boolean().default(false) }), output: BindingCheck, problems: ['not-found', 'unknown-pack', 'data-source-not-ready'] });

/** With what it is compared with: the published version that it began from, and the questions that were verified under it. */
export const PackDraftView = PackDraft.extend({
  files: z.record(z.string(), z.string()),
  base: z.record(z.string(), z.string()).nullable(),
  /** The version in force now; another than `baseVersion` when somebody else published meanwhile. */
  currentVersion: z.int().nullable(),
  /** Its files, when it is another. */
  current: z.record(z.string(), z.string()).nullable(),
  verified: z.array(z.object({ name: z.string(), question: z.string(), locale: z.enum(['en', 'ko']), today: z.string() })),
});
export type PackDraftView = z.infer<typeof PackDraftView>;
export const listDrafts = route({ method: 'GET', path: '/v1/packs/drafts', summary: 'Packs being edited, last saved first', auth: 'person', roles: [], query: PageQuery, output: page(PackDraft), problems: ['bad-cursor'] });
export const openDraft = route({ method: 'POST', idempotent: true, path: '/v1/packs/drafts', summary: 'Begin to edit a pack as it is published', auth: 'person', roles: [], status: 201, body: z.object({ packId: PackId }), output: PackDraft, problems: ['unknown-pack', 'not-pack-owner', 'idempotency-mismatch'] });
export const getDraft = route({ method: 'GET', path: '/v1/packs/drafts/:id', summary: 'A pack being edited, with its files', auth: 'person', roles: [], params: ById, output: PackDraftView, problems: ['not-found'] });
export const saveDraft = route({ method: 'PATCH', path: '/v1/packs/drafts/:id', summary: 'Save files of it; null takes a file away', auth: 'person', roles: [], params: ById, body: z.object({ version: z.int(), files: z.record(FilePath, FileText.nullable()), /** It was brought up to this version. */ baseVersion: z.int().positive().optional() }), output: PackDraft, problems: ['not-found', 'conflict'] });
export const discardDraft = route({ method: 'DELETE', path: '/v1/packs/drafts/:id', summary: 'Throw it away', auth: 'person', roles: [], status: 204, params: ById, problems: ['not-found'] });
export const releaseDraft = route({ method: 'POST', idempotent: true, path: '/v1/packs/drafts/:id/release', summary: 'Make a release of it as it is saved', auth: 'person', roles: [], status: 201, params: ById, body: z.object({ version: z.int(), note: Note }), output: PackRelease, problems: ['not-found', 'conflict', 'release-outdated', 'pack-unreadable', 'idempotency-mismatch'] });
export const tryDraft = route({ method: 'POST', path: '/v1/packs/drafts/:id/sql', summary: 'The SQL that a question gets from it as it is saved; nothing runs', auth: 'person', roles: [], params: ById, body: z.object({ question: z.string().trim().min(1).max(1000), locale: z.enum(['en', 'ko']), today: z.iso.date(), choices: z.record(z.string(), z.string()).default({}) }), output: z.object({ /** In the pack's standard names; null when there is none. */ sql: z.string().nullable() }), problems: ['not-found'] });

export const listBindings = route({ method: 'GET', path: '/v1/packs/bindings', summary: 'Which data sources each pack is bound to, and by which names', auth: 'person', roles: ['admin', 'auditor'], output: z.object({ items: z.array(z.object({ packId: z.string(), dataSourceId: Id, text: z.string() })) }), problems: [] });
