import { routes } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { AuditEntries } from '../audit/entries.js';
import { found, Problem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { PORTS, STORE, type Services } from '../services.js';

@Controller()
export class GrantsController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    private readonly entries: AuditEntries,
  ) {}

  @Serve(routes.listGrants)
  async list(@Called() { actor }: CallOf<typeof routes.listGrants>): Promise<ReplyOf<typeof routes.listGrants>> {
    return { items: await this.store.admin.grants(actor.tenantId) };
  }

  @Serve(routes.giveGrant)
  async give(@Called() { actor, body }: CallOf<typeof routes.giveGrant>): Promise<ReplyOf<typeof routes.giveGrant>> {
    found(await this.ports.sources.load(actor.tenantId, body.dataSourceId));
    await this.assertSubject(actor.tenantId, body.subject);
    const grant = { ...body, id: this.ports.ids.next(), version: 1, revokedAt: null };
    const audit = this.entries.by(actor, { action: 'grant.given', subject: { kind: 'grant', id: grant.id }, dataSourceId: grant.dataSourceId, details: { to: grant.subject, objects: grant.objects, unmask: grant.unmask, expiresAt: grant.expiresAt } });
    return this.store.admin.giveGrant(actor.tenantId, grant, audit);
  }

  @Serve(routes.revokeGrant)
  async revoke(@Called() { actor, params }: CallOf<typeof routes.revokeGrant>): Promise<void> {
    const audit = this.entries.by(actor, { action: 'grant.revoked', subject: { kind: 'grant', id: params.id } });
    if (!(await this.store.admin.revokeGrant(actor.tenantId, params.id, this.ports.clock.now(), audit))) throw new Problem('not-found');
  }

  /** The subject must be of this tenant; an id from a body is never trusted. */
  private async assertSubject(tenantId: string, subject: { kind: 'person' | 'group'; id: string }): Promise<void> {
    const people = await this.store.identity.people(tenantId);
    const known = subject.kind === 'person' ? people.some(({ id }) => id === subject.id) : people.some(({ groups }) => groups.some(({ id }) => id === subject.id));
    if (!known) throw new Problem('not-found');
  }
}
