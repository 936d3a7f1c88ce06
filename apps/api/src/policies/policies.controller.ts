import { routes, type Policy } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { AuditEntries } from '../audit/entries.js';
import { Problem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { PORTS, STORE, type Services } from '../services.js';
import { RowFilterCheck } from './row-filter-check.js';

@Controller()
export class PoliciesController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    private readonly entries: AuditEntries,
    private readonly rowFilters: RowFilterCheck,
  ) {}

  @Serve(routes.listPolicies)
  async list(@Called() { actor }: CallOf<typeof routes.listPolicies>): Promise<ReplyOf<typeof routes.listPolicies>> {
    return { items: await this.store.admin.policies(actor.tenantId) };
  }

  @Serve(routes.changePolicy)
  async add(@Called() { actor, body }: CallOf<typeof routes.changePolicy>): Promise<ReplyOf<typeof routes.changePolicy>> {
    if (body.rule.kind === 'row-filter') await this.rowFilters.assertUsable(actor.tenantId, body.rule);
    const policy: Policy = { id: this.ports.ids.next(), version: 1, name: body.name, authorId: actor.personId, rule: body.rule, enabled: true };
    const audit = this.entries.by(actor, { action: 'policy.changed', subject: { kind: 'policy', id: policy.id }, details: { name: policy.name, rule: policy.rule } });
    return this.store.admin.addPolicy(actor.tenantId, policy, audit);
  }

  @Serve(routes.disablePolicy)
  async disable(@Called() { actor, params }: CallOf<typeof routes.disablePolicy>): Promise<void> {
    const audit = this.entries.by(actor, { action: 'policy.changed', subject: { kind: 'policy', id: params.id }, details: { enabled: false } });
    if (!(await this.store.admin.disablePolicy(actor.tenantId, params.id, audit))) throw new Problem('not-found');
  }
}
