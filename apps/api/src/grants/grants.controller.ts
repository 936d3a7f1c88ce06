import { routes, type Grant } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { AuditEntries } from '../audit/entries.js';
import { Once } from '../http/once.js';
import { Problem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { KnownIds } from '../policies/known-ids.js';
import { PORTS, STORE, type Services } from '../services.js';

@Controller()
export class GrantsController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    private readonly entries: AuditEntries,
    private readonly ids: KnownIds,
    private readonly once: Once,
  ) {}

  @Serve(routes.listGrants)
  async list(@Called() { actor }: CallOf<typeof routes.listGrants>): Promise<ReplyOf<typeof routes.listGrants>> {
    return { items: await this.store.admin.grants(actor.tenantId) };
  }

  @Serve(routes.giveGrant)
  async give(@Called() { actor, body, idempotencyKey }: CallOf<typeof routes.giveGrant>): Promise<ReplyOf<typeof routes.giveGrant>> {
    const { tenantId } = actor;
    await this.ids.assertGrant(tenantId, body);
    return this.once.create<Grant>({
      actor, idempotencyKey, operation: 'giveGrant', of: body,
      find: async (id) => (await this.store.admin.grants(tenantId)).find((grant) => grant.id === id),
      create: (id) => {
        const grant = { ...body, id, version: 1, revokedAt: null };
        const audit = this.entries.by(actor, { action: 'grant.given', subject: { kind: 'grant', id }, dataSourceId: grant.dataSourceId, details: { to: grant.subject, objects: grant.objects, unmask: grant.unmask, expiresAt: grant.expiresAt } });
        return this.store.admin.giveGrant(tenantId, grant, audit);
      },
    });
  }

  @Serve(routes.revokeGrant)
  async revoke(@Called() { actor, params }: CallOf<typeof routes.revokeGrant>): Promise<void> {
    const audit = this.entries.by(actor, { action: 'grant.revoked', subject: { kind: 'grant', id: params.id } });
    if (!(await this.store.admin.revokeGrant(actor.tenantId, params.id, this.ports.clock.now(), audit))) throw new Problem('not-found');
  }
}
