import { routes, type Policy } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { AuditEntries } from '../audit/entries.js';
import { Once } from '../http/once.js';
import { Problem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { PORTS, STORE, type Services } from '../services.js';
import { KnownIds } from './known-ids.js';
import { PolicyTextCheck } from './policy-check.js';

@Controller()
export class PoliciesController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    private readonly entries: AuditEntries,
    private readonly texts: PolicyTextCheck,
    private readonly ids: KnownIds,
    private readonly once: Once,
  ) {}

  @Serve(routes.listPolicies)
  async list(@Called() { actor }: CallOf<typeof routes.listPolicies>): Promise<ReplyOf<typeof routes.listPolicies>> {
    return { items: await this.store.admin.policies(actor.tenantId) };
  }

  @Serve(routes.changePolicy)
  async add(@Called() { actor, body, idempotencyKey }: CallOf<typeof routes.changePolicy>): Promise<ReplyOf<typeof routes.changePolicy>> {
    const { tenantId, personId } = actor;
    await this.ids.assertRule(tenantId, body.rule);
    await this.texts.assertUsable(tenantId, body.rule);
    return this.once.create<Policy>({
      actor, idempotencyKey, operation: 'changePolicy', of: body,
      find: async (id) => (await this.store.admin.policies(tenantId)).find((policy) => policy.id === id),
      create: (id) => {
        const policy: Policy = { id, version: 1, name: body.name, authorId: personId, rule: body.rule, enabled: true };
        const audit = this.entries.by(actor, { action: 'policy.changed', subject: { kind: 'policy', id }, details: { name: policy.name, rule: policy.rule } });
        return this.store.admin.addPolicy(tenantId, policy, audit);
      },
    });
  }

  @Serve(routes.disablePolicy)
  async disable(@Called() { actor, params }: CallOf<typeof routes.disablePolicy>): Promise<void> {
    const audit = this.entries.by(actor, { action: 'policy.changed', subject: { kind: 'policy', id: params.id }, details: { enabled: false } });
    if (!(await this.store.admin.disablePolicy(actor.tenantId, params.id, audit))) throw new Problem('not-found');
  }
}
