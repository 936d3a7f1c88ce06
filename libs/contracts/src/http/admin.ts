import { z } from 'zod';
import { Grant, Policy } from '../access.js';
import { DataSource, DataSourceEdit, DriftReport, NewCredential, NewDataSource } from '../data-source.js';
import { Id, Instant, Role } from '../ids.js';
import { route } from './route.js';

const ById = z.object({ id: Id });
export const listDataSources = route({ method: 'GET', path: '/v1/data-sources', summary: 'Data sources one may ask (admins: all)', auth: 'any', roles: [], output: z.object({ items: z.array(DataSource) }), problems: [] });
export const addDataSource = route({ method: 'POST', idempotent: true, path: '/v1/data-sources', summary: 'Register; the collector then proves it read-only', auth: 'person', roles: ['admin'], status: 202, body: NewDataSource, output: DataSource, problems: ['invalid-body', 'engine-not-supported', 'client-key-required', 'client-certificate-required', 'idempotency-mismatch'] });
export const probeDataSource = route({ method: 'POST', path: '/v1/data-sources/:id/probe', summary: 'Prove again and read the catalogue', auth: 'person', roles: ['admin'], status: 202, params: ById, output: DataSource, problems: ['not-found'] });
export const disableDataSource = route({ method: 'DELETE', path: '/v1/data-sources/:id', summary: 'Disable; prepared jobs become stale', auth: 'person', roles: ['admin'], status: 204, params: ById, problems: ['not-found'] });
export const editDataSource = route({ method: 'PATCH', path: '/v1/data-sources/:id', summary: 'Change it; but for its name, prepared jobs become stale', auth: 'person', roles: ['admin'], params: ById, body: DataSourceEdit, output: DataSource, problems: ['not-found', 'invalid-body', 'credential-required', 'client-key-required', 'client-certificate-required', 'client-key-without-password'] });
export const rotateCredential = route({ method: 'POST', path: '/v1/data-sources/:id/credential', summary: 'Give the account’s new password or key; the next connection uses it', auth: 'person', roles: ['admin'], status: 202, params: ById, body: NewCredential, output: DataSource, problems: ['not-found', 'invalid-body', 'client-key-required', 'client-certificate-required'] });
export const enableDataSource = route({ method: 'POST', path: '/v1/data-sources/:id/enable', summary: 'Switch it on again; it is proved anew before anyone may ask it', auth: 'person', roles: ['admin'], status: 202, params: ById, output: DataSource, problems: ['not-found', 'conflict'] });
export const listDrifts = route({ method: 'GET', path: '/v1/data-sources/:id/drifts', summary: 'What became of its tables, newest first', auth: 'person', roles: ['admin'], params: ById, output: z.object({ items: z.array(DriftReport) }), problems: ['not-found'] });

export const PackSummary = z.object({ id: z.string(), version: z.int(), title: z.record(z.string(), z.string()), publishedAt: Instant, /** Data sources it has names for, of those the caller sees. */ boundTo: z.array(Id), metrics: z.array(z.object({ ref: z.string(), label: z.record(z.string(), z.string()), definition: z.string() })), starters: z.record(z.string(), z.array(z.string())) });
export type PackSummary = z.infer<typeof PackSummary>;
export const listPacks = route({ method: 'GET', path: '/v1/packs', summary: 'Published packs, newest version of each', auth: 'any', roles: [], output: z.object({ items: z.array(PackSummary) }), problems: [] });

export const listGrants = route({ method: 'GET', path: '/v1/grants', summary: 'Grants', auth: 'any', roles: ['admin', 'auditor'], output: z.object({ items: z.array(Grant) }), problems: [] });
export const giveGrant = route({ method: 'POST', idempotent: true, path: '/v1/grants', summary: 'Give a grant', auth: 'person', roles: ['admin'], status: 201, body: Grant.omit({ id: true, version: true, revokedAt: true }), output: Grant, problems: ['invalid-body', 'unknown-id', 'not-found', 'idempotency-mismatch'] });
export const revokeGrant = route({ method: 'DELETE', path: '/v1/grants/:id', summary: 'Revoke at once', auth: 'person', roles: ['admin'], status: 204, params: ById, problems: ['not-found'] });

export const listPolicies = route({ method: 'GET', path: '/v1/policies', summary: 'Policies', auth: 'any', roles: ['admin', 'auditor'], output: z.object({ items: z.array(Policy) }), problems: [] });
export const changePolicy = route({ method: 'POST', idempotent: true, path: '/v1/policies', summary: 'Add a policy', auth: 'person', roles: ['admin'], status: 201, body: z.object({ name: z.string().trim().min(1).max(120), rule: Policy.shape.rule }), output: Policy, problems: ['invalid-body', 'unknown-id', 'policy-table-unknown', 'policy-column-unknown', 'policy-predicate-invalid', 'policy-mask-invalid', 'idempotency-mismatch'] });
export const disablePolicy = route({ method: 'DELETE', path: '/v1/policies/:id', summary: 'Disable a policy', auth: 'person', roles: ['admin'], status: 204, params: ById, problems: ['not-found'] });

export const Person = z.object({ id: Id, name: z.string(), email: z.string(), roles: z.array(Role), groups: z.array(z.object({ id: Id, name: z.string() })) });
export const listPeople = route({ method: 'GET', path: '/v1/people', summary: 'People of the organization', auth: 'any', roles: ['admin', 'auditor'], output: z.object({ items: z.array(Person) }), problems: [] });
