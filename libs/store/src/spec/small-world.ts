import { randomUUID } from 'node:crypto';
import type { AuditAction, AuditEntry } from '@countersign/contracts';
import type { JobStoreWorld } from '@countersign/pipeline';
import { createStore } from '../create-store.js';
import { DEMO } from '../seed/demo-ids.js';
import { type DemoSeed, seedDemo } from '../seed/seed-demo.js';
import type { Store } from '../store.js';
import type { FreshDatabase } from './fresh-database.js';

export const AT = '2026-06-30T03:00:00.000Z';
export const { hanbit, northwind } = DEMO;
export const personOf = (key: string, tenant = hanbit) => tenant.people.find((p) => p.key === key)!;

export const SEED: DemoSeed = {
  passwordHash: '$argon2id$not-a-real-one', at: AT,
  packs: [{ id: 'commerce', files: { 'pack.yaml': 'id: commerce' }, binding: { tables: {} } }],
  source: { name: 'Commerce warehouse', host: '127.0.0.1', port: 5432, database: 'commerce', username: 'reader' },
  seal: ({ dataSourceId }) => `sealed for ${dataSourceId}`,
};

/** The demo organizations in a fresh database, and a store on it. */
export async function openSmallWorld(db: FreshDatabase, poolSize = 8): Promise<{ store: Store; world: JobStoreWorld }> {
  await seedDemo({ databaseUrl: db.databaseUrl, applicationName: 'seed' }, SEED);
  const store = await createStore({ databaseUrl: db.databaseUrl, applicationName: 'test', poolSize });
  const world = {
    store: store.jobs, tenantId: hanbit.id, otherTenantId: northwind.id, askerId: personOf('analyst').id, otherAskerId: personOf('analyst2').id,
    dataSourceId: hanbit.dataSourceId, nextId: randomUUID,
  };
  return { store, world };
}

export function auditEntry(action: AuditAction, subjectId: string, fields: Partial<AuditEntry> = {}): AuditEntry {
  return { id: randomUUID(), at: AT, action, actor: { kind: 'person', id: personOf('admin').id, name: 'Admin' }, subject: { kind: 'test', id: subjectId }, dataSourceId: null, state: null, details: {}, ...fields };
}
