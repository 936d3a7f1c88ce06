import { randomUUID } from 'node:crypto';
import { ApiToken, Fault, Locale, Role } from '@countersign/contracts';
import type { z } from 'zod';
import { appendAudit } from './audit-links.js';
import { type Database, enterTenant } from './database.js';
import type { ApiToken as TokenRow } from './generated/client.js';
import type { Identity, IdentityStore } from './store.js';

/** People, sessions and tokens. What comes before the tenant is known runs as countersign_system, by exact hash or e-mail. */
export function identityStore(db: Database): IdentityStore {
  return {
    async credentials(email) {
      return (await db.call<{ tenantId: string; personId: string; passwordHash: string } | null>('system', 'credentials_by_email', 'select credentials_by_email($1) as result', [email.toLowerCase()])) ?? undefined;
    },
    async bySession(sessionHash) {
      return (await db.call<Identity | null>('system', 'identity_by_session', 'select identity_by_session($1) as result', [sessionHash])) ?? undefined;
    },
    async byToken(tokenHash) {
      return (await db.call<Identity | null>('system', 'identity_by_token', 'select identity_by_token($1) as result', [tokenHash])) ?? undefined;
    },

    async openSession({ tenantId, personId, sessionHash, csrfToken, expiresAt, audit }) {
      await db.forTenant(tenantId, async (tx) => {
        await tx.session.create({ data: { tenantId, id: randomUUID(), personId, sessionHash, csrfToken, expiresAt: new Date(expiresAt) } });
        await appendAudit(tx, tenantId, [audit]);
      });
    },
    async closeSession(tenantId, sessionId, audit) {
      await db.forTenant(tenantId, async (tx) => {
        const { count } = await tx.session.updateMany({ where: { tenantId, id: sessionId, closedAt: null }, data: { closedAt: new Date(audit.at) } });
        if (count > 0) await appendAudit(tx, tenantId, [audit]);
      });
    },

    async listTokens(tenantId, personId) {
      const rows = await db.forTenant(tenantId, (tx) => tx.apiToken.findMany({ where: { tenantId, personId }, orderBy: { createdAt: 'desc' } }));
      return rows.map(tokenOf);
    },
    async createToken({ tenantId, personId, id, name, tokenHash, scopes, expiresAt, audit }) {
      return db.forTenant(tenantId, async (tx) => {
        const row = await tx.apiToken.create({ data: { tenantId, id, personId, name, tokenHash, scopes, expiresAt: new Date(expiresAt), createdAt: new Date(audit.at) } });
        await appendAudit(tx, tenantId, [audit]);
        return tokenOf(row);
      });
    },
    async revokeToken(tenantId, personId, tokenId, audit) {
      return db.forTenant(tenantId, async (tx) => {
        const { count } = await tx.apiToken.updateMany({ where: { tenantId, personId, id: tokenId, revokedAt: null }, data: { revokedAt: new Date(audit.at) } });
        if (count > 0) await appendAudit(tx, tenantId, [audit]);
        return count > 0;
      });
    },

    async setLocale(tenantId, personId, locale) {
      await db.forTenant(tenantId, (tx) => tx.person.updateMany({ where: { tenantId, id: personId }, data: { locale: Locale.parse(locale) } }));
    },

    async people(tenantId) {
      const rows = await db.forTenant(tenantId, (tx) => tx.person.findMany({
        where: { tenantId, disabledAt: null },
        include: { roles: { orderBy: { role: 'asc' } }, memberships: { include: { group: true } } },
      }));
      // Sorted here: the database's collation differs between servers.
      return rows.sort(byName).map((row) => ({
        id: row.id, name: row.name, email: row.email, roles: row.roles.map((r) => Role.parse(r.role)),
        groups: row.memberships.map(({ group }) => ({ id: group.id, name: group.name })),
      }));
    },

    async groups(tenantId) {
      return db.forTenant(tenantId, (tx) => tx.group.findMany({ where: { tenantId }, select: { id: true, name: true }, orderBy: { name: 'asc' } }));
    },

    async movePerson(personId, fromTenantId, toTenantId, audit) {
      await db.forTenant(fromTenantId, async (tx) => {
        const person = await tx.person.findUnique({ where: { tenantId_id: { tenantId: fromTenantId, id: personId } } });
        if (!person) throw new Fault('internal', false, { params: { detail: 'no such person' } });
        // Roles, groups, sessions and tokens go with the row: nothing held in one organization counts in another.
        await tx.person.delete({ where: { tenantId_id: { tenantId: fromTenantId, id: personId } } });
        await appendAudit(tx, fromTenantId, [audit]);
        await enterTenant(tx, toTenantId);
        await tx.person.create({ data: { ...person, tenantId: toTenantId } });
        await tx.roleAssignment.create({ data: { tenantId: toTenantId, personId, role: 'analyst' } });
        await appendAudit(tx, toTenantId, [audit]);
      });
    },
  };
}

function byName(a: { name: string; email: string }, b: { name: string; email: string }): number {
  const [left, right] = [`${a.name}\n${a.email}`, `${b.name}\n${b.email}`];
  return left < right ? -1 : left > right ? 1 : 0;
}

function tokenOf(row: TokenRow): z.infer<typeof ApiToken> {
  return {
    id: row.id, name: row.name, scopes: ApiToken.shape.scopes.parse(row.scopes), createdAt: row.createdAt.toISOString(), expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null, revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}
