import { z } from 'zod';
import { Finding } from '../finding.js';
import { Id, Instant } from '../ids.js';
import { PackRelease, ProofRun } from '../release.js';
import { route } from './route.js';

const ById = z.object({ id: Id });
const PackId = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/);
/** Path in the pack's folder → text. */
const PackFiles = z.record(z.string().regex(/^[\p{L}\p{N}_.-]+(\/[\p{L}\p{N}_.-]+)*\.ya?ml$/u, 'must be a path of a YAML file'), z.string().max(400_000)).refine((files) => Object.keys(files).length <= 100, 'must be 100 files at most');

/** As lists show it: findings and tests as numbers. */
export const ReleaseSummary = PackRelease.omit({ report: true }).extend({ errors: z.int(), failedTests: z.int(), policyChanging: z.boolean(), suspicious: z.boolean() });
export type ReleaseSummary = z.infer<typeof ReleaseSummary>;
export const ReleaseView = PackRelease.extend({ files: z.record(z.string(), z.string()), proofs: z.array(ProofRun) });
export type ReleaseView = z.infer<typeof ReleaseView>;

export const packSchema = route({ method: 'GET', path: '/v1/packs/schema.json', summary: 'The pack format as a JSON Schema', auth: 'any', roles: [], output: z.record(z.string(), z.unknown()), problems: [] });
export const listReleases = route({ method: 'GET', path: '/v1/packs/releases', summary: 'Releases of packs, newest first', auth: 'person', roles: [], query: z.object({ pack: PackId.optional() }), output: z.object({ items: z.array(ReleaseSummary) }), problems: ['forbidden'] });
export const draftRelease = route({ method: 'POST', idempotent: true, path: '/v1/packs/releases', summary: 'Draft a version: it is read, tested and compared at once', auth: 'person', roles: [], status: 201, body: z.object({ files: PackFiles }), output: PackRelease, problems: ['pack-unreadable', 'not-pack-owner', 'idempotency-mismatch'] });
export const getRelease = route({ method: 'GET', path: '/v1/packs/releases/:id', summary: 'A release with its files and proofs', auth: 'person', roles: [], params: ById, output: ReleaseView, problems: ['not-found'] });
export const proveRelease = route({ method: 'POST', path: '/v1/packs/releases/:id/proof', summary: 'Hold it against every data source it is bound to', auth: 'person', roles: [], status: 202, params: ById, body: z.object({ version: z.int() }), output: PackRelease, problems: ['not-found', 'conflict', 'release-not-ready', 'release-outdated'] });
export const publishRelease = route({ method: 'POST', path: '/v1/packs/releases/:id/publish', summary: 'Publish what is proved; what changes policy needs a second person', auth: 'person', roles: [], params: ById, body: z.object({ version: z.int() }), output: PackRelease, problems: ['not-found', 'conflict', 'release-not-ready', 'release-outdated', 'own-release'] });
export const withdrawRelease = route({ method: 'DELETE', path: '/v1/packs/releases/:id', summary: 'Withdraw what is not published', auth: 'person', roles: [], status: 204, params: ById, problems: ['not-found'] });
export const listPackVersions = route({ method: 'GET', path: '/v1/packs/versions', summary: 'Published versions of a pack, newest first', auth: 'any', roles: ['admin', 'auditor'], query: z.object({ pack: PackId }), output: z.object({ items: z.array(z.object({ version: z.int(), publishedAt: Instant, publishedBy: z.string(), current: z.boolean() })) }), problems: [] });
export const rollbackPack = route({ method: 'POST', idempotent: true, path: '/v1/packs/rollback', summary: 'Draft an older version again', auth: 'person', roles: [], status: 201, body: z.object({ packId: PackId, version: z.int().positive() }), output: PackRelease, problems: ['unknown-pack', 'not-pack-owner', 'idempotency-mismatch'] });
export const setPackOwner = route({ method: 'POST', path: '/v1/packs/owner', summary: 'Name the group that keeps a pack besides the admins', auth: 'person', roles: ['admin'], status: 204, body: z.object({ packId: PackId, groupId: Id.nullable() }), problems: ['unknown-pack', 'unknown-id'] });

export const BindingCheck = z.object({ saved: z.boolean(), findings: z.array(Finding) });
export const bindDataSource = route({ method: 'POST', path: '/v1/data-sources/:id/binding', summary: 'Check a pack’s names against a data source, and keep them when they fit', auth: 'person', roles: ['admin'], params: ById, body: z.object({ packId: PackId, /** The binding file. */ text: z.string().max(200_000), checkOnly: z.boolean().default(false) }), output: BindingCheck, problems: ['not-found', 'unknown-pack', 'data-source-not-ready'] });
