import type { AuditAction, AuditEntry, NameBinding } from '@countersign/contracts';
import { canonicalJson } from '@countersign/contracts';
import { appendAudit } from '../audit-links.js';
import { DEFAULT_CAPS } from '../admin/data-sources.js';
import { storeOn } from '../create-store.js';
import { Database, type TenantClient } from '../database.js';
import type { StoreOptions } from '../store.js';
import { DEMO, type DemoTenant, namedUuid } from './demo-ids.js';

export interface DemoSeed {
  /** argon2id string of the one demo password. */
  passwordHash: string;
  /** When it happens, ISO 8601. */
  at: string;
  /** Packs to publish: relative path → text. */
  /** Those without a binding can be read and bound, and asked once they are. */
  packs: { id: string; files: Record<string, string>; binding: NameBinding | null }[];
  /** The commerce warehouse as both organizations reach it, with a SELECT-only account. */
  source: { name: string; host: string; port: number; database: string; username: string };
  /** Seals the account's credential for its place; the store never sees it open. */
  seal(place: { tenantId: string; dataSourceId: string }): string;
}

/**
 * Two organizations with people, a group of approvers, grants, a data source (unproven: the collector proves it) and
 * packs. Again: adds what is missing, follows a warehouse that moved, publishes a pack whose text changed, and leaves
 * everything else as people made it.
 *
 * @returns the data sources whose account must be proved (again)
 */
export async function seedDemo(options: StoreOptions, seed: DemoSeed): Promise<{ toProve: { tenantId: string; dataSourceId: string; revision: number }[] }> {
  const db = await Database.open(options);
  try {
    const toProve = [];
    for (const tenant of Object.values(DEMO)) {
      await db.forTenant(tenant.id, (tx) => seedOrganization(tx, tenant, seed));
      toProve.push(await db.forTenant(tenant.id, (tx) => seedSource(tx, tenant, seed)));
      await db.forTenant(tenant.id, (tx) => seedRights(tx, tenant, seed));
      await seedPacks(db, tenant, seed);
    }
    return { toProve: toProve.filter((source) => source !== null) };
  } finally {
    await db.close();
  }
}

async function seedOrganization(tx: TenantClient, tenant: DemoTenant, seed: DemoSeed): Promise<void> {
  const tenantId = tenant.id;
  await tx.tenant.createMany({ data: [{ id: tenantId, name: tenant.name, slug: tenant.slug }], skipDuplicates: true });
  const known = new Set((await tx.person.findMany({ where: { tenantId }, select: { id: true } })).map((p) => p.id));
  for (const { id, email, name, role } of tenant.people) {
    // A person who was moved to another organization stays there: the e-mail is taken, and nothing is made again.
    if (!known.has(id)) {
      const { count } = await tx.person.createMany({ data: [{ tenantId, id, email, name, passwordHash: seed.passwordHash, locale: tenant.locale }], skipDuplicates: true });
      if (count === 0) continue;
      await tx.roleAssignment.createMany({ data: [{ tenantId, personId: id, role }], skipDuplicates: true });
      known.add(id);
    } else {
      await tx.person.updateMany({ where: { tenantId, id }, data: { passwordHash: seed.passwordHash } });
    }
  }
  const { analysts, approvers } = tenant.groups;
  await tx.group.createMany({ data: [analysts, approvers].map((group) => ({ tenantId, ...group })), skipDuplicates: true });
  const members = tenant.people.filter((p) => known.has(p.id)).flatMap((p) => (p.role === 'analyst' ? [{ tenantId, groupId: analysts.id, personId: p.id }] : p.role === 'approver' ? [{ tenantId, groupId: approvers.id, personId: p.id }] : []));
  await tx.groupMember.createMany({ data: members, skipDuplicates: true });
}

async function seedSource(tx: TenantClient, tenant: DemoTenant, seed: DemoSeed) {
  const key = { tenantId: tenant.id, dataSourceId: tenant.dataSourceId };
  const where = { tenantId_id: { tenantId: tenant.id, id: tenant.dataSourceId } };
  const known = await tx.dataSource.findUnique({ where });
  if (!known) {
    await tx.dataSource.create({ data: {
      tenantId: tenant.id, id: tenant.dataSourceId, ...seed.source, engine: 'postgres', dialect: 'postgres', tls: 'off', zone: 'default', status: 'unproven', caps: DEFAULT_CAPS,
      sealedCredential: seed.seal(key),
    } });
    await appendAudit(tx, tenant.id, [entryOf(tenant, seed.at, 'data-source.added', { kind: 'data-source', id: tenant.dataSourceId })]);
    return { ...key, revision: 1 };
  }
  const moved = known.host !== seed.source.host || known.port !== seed.source.port || known.database !== seed.source.database || known.username !== seed.source.username;
  if (known.status === 'disabled') return null;
  if (moved) await appendAudit(tx, tenant.id, [entryOf(tenant, seed.at, 'data-source.changed', { kind: 'data-source', id: tenant.dataSourceId })]);
  // The account's password may be new with each start; the sealed text always is. Only a move changes what was signed.
  const { revision, status } = await tx.dataSource.update({ where, data: {
    sealedCredential: seed.seal(key), ...(moved ? { ...seed.source, status: 'unproven', revision: { increment: 1 } } : {}),
  } });
  return status === 'ready' ? null : { ...key, revision };
}

async function seedRights(tx: TenantClient, tenant: DemoTenant, seed: DemoSeed): Promise<void> {
  const tenantId = tenant.id;
  const approver = tenant.people.find((p) => p.key === 'approver')!;
  const admin = tenant.people.find((p) => p.key === 'admin')!;
  const subjects = [
    { id: tenant.grantIds.analysts, subjectKind: 'group', subjectId: tenant.groups.analysts.id },
    { id: tenant.grantIds.approver, subjectKind: 'person', subjectId: approver.id },
  ];
  const audit: AuditEntry[] = [];
  for (const subject of subjects) {
    const { count } = await tx.grant.createMany({ data: [{ tenantId, ...subject, dataSourceId: tenant.dataSourceId, objects: '*' }], skipDuplicates: true });
    if (count > 0) audit.push(entryOf(tenant, seed.at, 'grant.given', { kind: 'grant', id: subject.id }));
  }
  const rule = { kind: 'approvers', groupId: tenant.groups.approvers.id, when: 'always', approvals: 1 };
  const { count } = await tx.policy.createMany({ data: [{ tenantId, id: tenant.policyId, name: 'Every query is reviewed', authorId: admin.id, rule }], skipDuplicates: true });
  if (count > 0) audit.push(entryOf(tenant, seed.at, 'policy.changed', { kind: 'policy', id: tenant.policyId }));
  if (audit.length > 0) await appendAudit(tx, tenantId, audit);
}

async function seedPacks(db: Database, tenant: DemoTenant, seed: DemoSeed): Promise<void> {
  const { admin } = storeOn(db, {});
  const published = await admin.packs(tenant.id);
  for (const { id, files, binding } of seed.packs) {
    const current = published.find((pack) => pack.id === id);
    if (!current || canonicalJson(current.files) !== canonicalJson(files)) {
      await admin.publishPack(tenant.id, id, files, 'demo seed', entryOf(tenant, seed.at, 'pack.published', { kind: 'pack', id }));
    }
    if (binding) await admin.bindPack(tenant.id, tenant.dataSourceId, id, binding, entryOf(tenant, seed.at, 'pack.bound', { kind: 'pack', id }));
  }
}

function entryOf(tenant: DemoTenant, at: string, action: AuditAction, subject: { kind: string; id: string }): AuditEntry {
  return {
    id: namedUuid(`${tenant.slug}/audit/${at}/${action}/${subject.id}`), at, action, actor: { kind: 'system', id: 'demo-seed', name: 'Demo seed' }, subject,
    dataSourceId: subject.kind === 'pack' || subject.kind === 'policy' ? null : tenant.dataSourceId, state: null, details: {},
  };
}
