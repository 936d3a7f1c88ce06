import { routes } from '@countersign/contracts';
import { packJsonSchema, packSummary, writeBinding } from '@countersign/pack';
import type { Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { AuditEntries } from '../audit/entries.js';
import { SourceReach } from '../data-sources/source-reach.js';
import { Problem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { PORTS, STORE, type Services } from '../services.js';
import { PackDrafts } from './pack-drafts.js';

/** Published packs, and how a new version begins. */
@Controller()
export class PacksController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    private readonly entries: AuditEntries,
    private readonly drafts: PackDrafts,
    private readonly reach: SourceReach,
  ) {}

  @Serve(routes.listPacks)
  async list(@Called() { actor }: CallOf<typeof routes.listPacks>): Promise<ReplyOf<typeof routes.listPacks>> {
    const [published, bindings, reachable] = await Promise.all([this.store.admin.packs(actor.tenantId), this.store.releases.bindings(actor.tenantId), this.reach.of(actor)]);
    const seen = new Set(reachable.map(({ id }) => id));
    const summaries = await Promise.all(published.map(async ({ id, version, publishedAt }) => {
      const pack = await this.ports.packs.load(actor.tenantId, id, version);
      return pack ? [{ ...packSummary(pack), publishedAt, boundTo: bindings.filter((bound) => bound.packId === id && seen.has(bound.dataSourceId)).map(({ dataSourceId }) => dataSourceId) }] : [];
    }));
    return { items: summaries.flat() };
  }

  @Serve(routes.packSchema)
  async schema(@Called() _call: CallOf<typeof routes.packSchema>): Promise<ReplyOf<typeof routes.packSchema>> {
    return packJsonSchema();
  }

  @Serve(routes.listPackVersions)
  async versions(@Called() { actor, query }: CallOf<typeof routes.listPackVersions>): Promise<ReplyOf<typeof routes.listPackVersions>> {
    const [versions, current] = await Promise.all([this.store.releases.versions(actor.tenantId, query.pack), this.store.packs.currentVersion(actor.tenantId, query.pack)]);
    return { items: versions.map((version) => ({ ...version, current: version.version === current })) };
  }

  @Serve(routes.listBindings)
  async bindings(@Called() { actor }: CallOf<typeof routes.listBindings>): Promise<ReplyOf<typeof routes.listBindings>> {
    const bound = await this.store.releases.bindings(actor.tenantId);
    return { items: bound.map(({ packId, dataSourceId, binding }) => ({ packId, dataSourceId, text: writeBinding(packId, binding) })) };
  }

  @Serve(routes.draftRelease)
  async draft(@Called() { actor, body, idempotencyKey }: CallOf<typeof routes.draftRelease>): Promise<ReplyOf<typeof routes.draftRelease>> {
    return this.drafts.draft({ actor, idempotencyKey, operation: 'draftRelease', files: body.files, writers: [], rollbackOf: null, note: body.note ?? null });
  }

  @Serve(routes.rollbackPack)
  async rollback(@Called() { actor, body, idempotencyKey }: CallOf<typeof routes.rollbackPack>): Promise<ReplyOf<typeof routes.rollbackPack>> {
    const files = await this.store.releases.files(actor.tenantId, body.packId, body.version);
    if (!files) throw new Problem('unknown-pack');
    return this.drafts.draft({ actor, idempotencyKey, operation: 'rollbackPack', files, writers: [], rollbackOf: body.version, note: body.note ?? null });
  }

  @Serve(routes.setPackOwner)
  async own(@Called() { actor, body }: CallOf<typeof routes.setPackOwner>): Promise<void> {
    const { packId, groupId } = body;
    if (groupId !== null && !(await this.store.identity.groups(actor.tenantId)).some(({ id }) => id === groupId)) throw new Problem('unknown-id', { what: 'group', id: groupId });
    const audit = this.entries.by(actor, { action: 'pack.owner-changed', subject: { kind: 'pack', id: packId }, details: { groupId } });
    if (!(await this.store.releases.setOwner(actor.tenantId, packId, groupId, audit))) throw new Problem('unknown-pack');
  }
}
