import { createHash } from 'node:crypto';
import {
  canonicalJson, type AcceptedGateReport, type Actor, type Approval, type Catalogue, type DigestBundle, type Grant, type Job, type NameBinding, type Policy,
} from '@countersign/contracts';
import { bundleFor } from '../bundle-for.js';
import type { LivePerson } from '../live-person.js';
import type { LiveFacts } from '../what-changed.js';

/** One request waiting for approval in the commerce world, and the world it was made in. */
export const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const TENANT = id(1);
export const OTHER_TENANT = id(2);
export const ASKER = id(10);
export const APPROVER = id(11);
export const EDITOR = id(12);
export const ADMIN = id(13);
export const SOURCE = id(20);
export const NOW = '2026-06-30T09:00:00.000Z';
export const EXPIRES = '2026-07-03T09:00:00.000Z';

const table = (name: string, columns: string[]): Catalogue['tables'][number] => ({
  schema: 'shop', name, kind: 'table', primaryKey: [], uniqueKeys: [], foreignKeys: [], fingerprint: `fp-${name}`,
  columns: columns.map((column) => ({ name: column, type: 'text', nullable: false })),
});
export const catalogue: Catalogue = {
  engine: 'postgres', version: '18', searchPath: ['shop', 'public'],
  tables: [
    table('customers', ['customer_id', 'full_name', 'email', 'country_code']),
    table('tbl_order', ['order_id', 'customer_id', 'order_date', 'status']),
    table('salaries', ['amount']),
    { ...table('customers', ['customer_id', 'email']), schema: 'archive', fingerprint: 'fp-archive' },
  ],
};
/** The pack's `orders` is this customer's `tbl_order`. */
export const binding: NameBinding = { tables: { customers: { schema: 'shop', name: 'customers', columns: {} }, orders: { schema: 'shop', name: 'tbl_order', columns: {} } } };
export const sensitive = ['customers.full_name', 'customers.email'];

export const grant = (changes: Partial<Grant> = {}): Grant => ({
  id: id(30), version: 1, subject: { kind: 'person', id: ASKER }, dataSourceId: SOURCE,
  objects: [{ table: 'orders', columns: '*' }, { table: 'customers', columns: ['customer_id', 'email', 'country_code'] }],
  unmask: [], expiresAt: null, revokedAt: null, ...changes,
});

export const person = (personId: string, roles: LivePerson['roles'], groups: string[] = []): LivePerson => ({ personId, name: roles[0] ?? 'nobody', roles, groups });
export const actor = (personId: string, roles: LivePerson['roles'], tenantId = TENANT): Extract<Actor, { kind: 'person' }> => ({ kind: 'person', tenantId, personId, name: 'Person', roles, groups: [], locale: 'en' });

export const report: AcceptedGateReport = {
  verdict: 'accept', dialect: 'postgres', sql: 'SELECT count(*) FROM "shop"."tbl_order"', limit: 1000, outputColumns: ['count'],
  tables: ['shop.tbl_order'], columns: ['shop.tbl_order.order_id'], functions: ['count'], rowFilters: [], checks: [], findings: [],
};
export const caps = { maxRows: 1000, maxBytes: 1_000_000, timeoutMs: 5_000, maxCost: 100_000, maxEstimatedRows: 1_000_000 };
export const digestOf = (bundle: DigestBundle): string => createHash('sha256').update(canonicalJson(bundle)).digest('hex');
export const bundle = bundleFor({ report, source: { id: SOURCE, revision: 3, caps }, catalogue, pack: { id: 'commerce', version: 7 }, policyVersion: 4, outputMode: 'view' });

export const job = (changes: Partial<Job> = {}): Job => ({
  id: id(40), tenantId: TENANT, askerId: ASKER, askerName: 'Analyst', dataSourceId: SOURCE, packId: 'commerce', packVersion: 7,
  question: 'how many orders', locale: 'en', today: '2026-06-30', state: 'AWAITING_APPROVAL', stage: null, version: 5,
  createdAt: NOW, updatedAt: NOW, cancelRequestedAt: null, revises: null, traceparent: null, choices: {}, interpretation: null, clarification: null, refusal: null,
  candidate: { revision: 1, origin: 'planner', authorId: null, sql: 'SELECT count(*) FROM orders', columns: [], proofs: [] },
  gateReport: report,
  estimate: { available: true, cost: 100, rows: 3000, plan: [], fullScans: [] },
  review: { revision: 1, bundle, digest: digestOf(bundle), risk: { level: 'low', reasons: [] }, requestedAt: NOW, expiresAt: EXPIRES },
  approval: null, run: null, result: null, answer: null, ...changes,
});

export const approval = (changes: Partial<Approval> = {}): Approval => ({
  id: id(50), decision: 'approve', by: { kind: 'person', personId: APPROVER, name: 'Approver' }, digest: digestOf(bundle), revision: 1,
  reasonCode: null, comment: null, decidedAt: NOW, validUntil: EXPIRES, usesLeft: 1, ...changes,
});

export const autoRule = (changes: Partial<Policy> = {}): Policy => ({
  id: id(60), version: 2, name: 'small reads', authorId: ADMIN, enabled: true,
  rule: { kind: 'auto-approval', when: { origins: ['planner', 'verified'], maxCost: 1000, maxEstimatedRows: 10_000, dataSourceIds: [SOURCE] } }, ...changes,
});

export const live = (changes: Partial<LiveFacts> = {}): LiveFacts => ({
  asker: person(ASKER, ['analyst']), approver: person(APPROVER, ['approver']), grants: [grant()],
  source: { id: SOURCE, revision: 3, status: 'ready' }, catalogue, binding, sensitive, packVersion: 7, policyVersion: 4, policies: [], ...changes,
});
