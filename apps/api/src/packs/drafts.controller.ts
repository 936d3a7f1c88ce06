import { routes, type PackDraft } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { AuditEntries } from '../audit/entries.js';
import type { Caller } from '../auth/actor.js';
import { Once } from '../http/once.js';
import { found, Problem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { PORTS, STORE, type Services } from '../services.js';
import { PackDrafts } from './pack-drafts.js';
import { PackKeepers } from './pack-keepers.js';

type Loaded = NonNullable<Awaited<ReturnType<Store['drafts']['load']>>>;

/** Packs being edited: opened, saved again and again, and made releases of. */
@Controller()
export class DraftsController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    private readonly entries: AuditEntries,
    private readonly keepers: PackKeepers,
    private readonly releases: PackDrafts,
    private readonly once: Once,
  ) {}

  @Serve(routes.listDrafts)
  async list(@Called() { actor, query }: CallOf<typeof routes.listDrafts>): Promise<ReplyOf<typeof routes.listDrafts>> {
    return this.store.drafts.list(actor.tenantId, { packIds: await this.keepers.kept(actor) }, query);
  }

  @Serve(routes.openDraft)
  async open(@Called() { actor, body: { packId }, idempotencyKey }: CallOf<typeof routes.openDraft>): Promise<ReplyOf<typeof routes.openDraft>> {
    const { tenantId } = actor;
    const baseVersion = await this.store.packs.currentVersion(tenantId, packId);
    const files = baseVersion === undefined ? undefined : await this.store.releases.files(tenantId, packId, baseVersion);
    if (baseVersion === undefined || !files) throw new Problem('unknown-pack');
    await this.keepers.assertKeeps(actor, packId);
    return this.once.create<PackDraft>({
      actor, idempotencyKey, operation: 'openDraft', of: { packId },
      find: (id) => this.store.drafts.load(tenantId, id),
      create: (id) => {
        const [by, at] = [{ id: actor.personId, name: actor.name }, this.ports.clock.now()];
        const audit = this.entries.by(actor, { action: 'pack.draft-opened', subject: { kind: 'pack-draft', id }, details: { pack: packId, baseVersion } });
        return this.store.drafts.add(tenantId, { id, packId, baseVersion, version: 0, openedBy: by, savedBy: by, writers: [by], createdAt: at, savedAt: at, releaseId: null, files }, audit);
      },
    });
  }

  @Serve(routes.getDraft)
  async view(@Called() { actor, params }: CallOf<typeof routes.getDraft>): Promise<ReplyOf<typeof routes.getDraft>> {
    const { tenantId } = actor;
    const draft = await this.kept(actor, params.id);
    const [current, base, verified] = await Promise.all([
      this.store.packs.currentVersion(tenantId, draft.packId),
      draft.baseVersion === null ? undefined : this.store.releases.files(tenantId, draft.packId, draft.baseVersion),
      this.store.verified.list(tenantId),
    ]);
    const newer = current === undefined || current === draft.baseVersion ? undefined : await this.store.releases.files(tenantId, draft.packId, current);
    const asked = verified.filter(({ packId, state }) => packId === draft.packId && state === 'active');
    return { ...draft, base: base ?? null, currentVersion: current ?? null, current: newer ?? null, verified: asked.map(({ name, question, locale, today }) => ({ name, question, locale, today })) };
  }

  @Serve(routes.saveDraft)
  async save(@Called() { actor, params, body }: CallOf<typeof routes.saveDraft>): Promise<ReplyOf<typeof routes.saveDraft>> {
    const draft = await this.kept(actor, params.id);
    if (body.baseVersion !== undefined && body.baseVersion !== (await this.store.packs.currentVersion(actor.tenantId, draft.packId))) throw new Problem('conflict', { state: 'another-version' });
    const { files, baseVersion, version } = body;
    const saved = await this.store.drafts.save(actor.tenantId, draft.id, version, { files, ...(baseVersion === undefined ? {} : { baseVersion }), by: { id: actor.personId, name: actor.name }, at: this.ports.clock.now() });
    if (!saved) throw new Problem('conflict', { state: 'another-version' });
    return saved;
  }

  @Serve(routes.discardDraft)
  async discard(@Called() { actor, params }: CallOf<typeof routes.discardDraft>): Promise<void> {
    const draft = await this.kept(actor, params.id);
    const audit = this.entries.by(actor, { action: 'pack.draft-discarded', subject: { kind: 'pack-draft', id: draft.id }, details: { pack: draft.packId } });
    if (!(await this.store.drafts.discard(actor.tenantId, draft.id, audit))) throw new Problem('not-found');
  }

  @Serve(routes.releaseDraft)
  async release(@Called() { actor, params, body, idempotencyKey }: CallOf<typeof routes.releaseDraft>): Promise<ReplyOf<typeof routes.releaseDraft>> {
    const draft = await this.kept(actor, params.id);
    if (draft.version !== body.version) throw new Problem('conflict', { state: 'another-version' });
    // A release is compared with the version in force: what others published meanwhile would look as if this draft took it back.
    const now = (await this.store.packs.currentVersion(actor.tenantId, draft.packId)) ?? null;
    if (now !== draft.baseVersion) throw new Problem('release-outdated', { was: String(draft.baseVersion ?? 0), now: String(now ?? 0) });
    const release = await this.releases.draft({ actor, idempotencyKey, operation: 'releaseDraft', files: draft.files, writers: draft.writers, rollbackOf: null, note: body.note });
    await this.store.drafts.released(actor.tenantId, draft.id, draft.version, release.id);
    return release;
  }

  @Serve(routes.tryDraft)
  async sql(@Called() { actor, params, body }: CallOf<typeof routes.tryDraft>): Promise<ReplyOf<typeof routes.tryDraft>> {
    const { files } = await this.kept(actor, params.id);
    return { sql: await this.releases.sqlFor({ files, ...body }) };
  }

  /** A draft of a pack that the actor keeps; somebody else's looks as if it were not there. */
  private async kept(actor: Caller, id: string): Promise<Loaded> {
    const draft = found(await this.store.drafts.load(actor.tenantId, id));
    if (!(await this.keepers.keeps(actor, draft.packId))) throw new Problem('not-found');
    return draft;
  }
}
