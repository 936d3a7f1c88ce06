import { routes, type PackEscalation } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { AuditEntries } from '../audit/entries.js';
import { found, Problem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { STORE } from '../services.js';
import { PackKeepers } from './pack-keepers.js';

/** What keepers of packs have to look at. */
@Controller()
export class EscalationsController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    private readonly entries: AuditEntries,
    private readonly keepers: PackKeepers,
  ) {}

  @Serve(routes.listEscalations)
  async list(@Called() { actor, query }: CallOf<typeof routes.listEscalations>): Promise<ReplyOf<typeof routes.listEscalations>> {
    const { pack, state, ...page } = query;
    return this.store.escalations.list(actor.tenantId, { packId: pack, packIds: await this.keepers.seen(actor), state }, page);
  }

  @Serve(routes.actOnEscalation)
  async act(@Called() { actor, params, body }: CallOf<typeof routes.actOnEscalation>): Promise<ReplyOf<typeof routes.actOnEscalation>> {
    const { id, packId, kind, dataSourceId, state }: PackEscalation = found(await this.store.escalations.load(actor.tenantId, params.id));
    if (!(await this.keepers.keeps(actor, packId))) throw new Problem('not-found');
    const by = { id: actor.personId, name: actor.name };
    const [deed, action] = body.action === 'take' ? ([{ action: 'take', by }, 'pack.escalation-taken'] as const) : ([{ action: 'close', by, reason: body.reason }, 'pack.escalation-closed'] as const);
    const audit = this.entries.by(actor, { action, subject: { kind: 'pack-escalation', id }, dataSourceId, details: { pack: packId, kind, ...(deed.action === 'close' ? { reason: deed.reason } : {}) } });
    const acted = await this.store.escalations.act(actor.tenantId, id, deed, audit);
    if (!acted) throw new Problem('conflict', { state });
    return acted;
  }
}
