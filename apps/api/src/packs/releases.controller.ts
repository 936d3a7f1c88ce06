import { mayPublish } from '@countersign/access';
import { routes, type PackRelease, type ReleaseReport } from '@countersign/contracts';
import type { ReleaseMove, Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { AuditEntries } from '../audit/entries.js';
import type { Caller } from '../auth/actor.js';
import { found, Problem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { PORTS, STORE, type Services } from '../services.js';
import { PackKeepers } from './pack-keepers.js';
import { ProofPlan } from './proof-plan.js';

type Loaded = NonNullable<Awaited<ReturnType<Store['releases']['load']>>>;

/** Versions of packs on their way: looked at, proved, published. */
@Controller()
export class ReleasesController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    private readonly entries: AuditEntries,
    private readonly keepers: PackKeepers,
    private readonly plan: ProofPlan,
  ) {}

  @Serve(routes.listReleases)
  async list(@Called() { actor, query }: CallOf<typeof routes.listReleases>): Promise<ReplyOf<typeof routes.listReleases>> {
    const { pack, ...page } = query;
    const { items, nextCursor } = await this.store.releases.list(actor.tenantId, { packId: pack, packIds: await this.keepers.seen(actor) }, page);
    return { nextCursor, items: items.map(({ report, ...release }) => ({ ...release, errors: errorsIn(report), failedTests: report.tests.failed.length, policyChanging: report.policyChanges.length > 0, suspicious: report.suspicions.length > 0 })) };
  }

  @Serve(routes.getRelease)
  async view(@Called() { actor, params }: CallOf<typeof routes.getRelease>): Promise<ReplyOf<typeof routes.getRelease>> {
    const release = found(await this.store.releases.load(actor.tenantId, params.id));
    if (!(await this.keepers.sees(actor, release.packId))) throw new Problem('not-found');
    return release;
  }

  @Serve(routes.proveRelease)
  async prove(@Called() { actor, params, body }: CallOf<typeof routes.proveRelease>): Promise<ReplyOf<typeof routes.proveRelease>> {
    const release = await this.kept(actor, params.id);
    assertReadable(release);
    await this.assertCurrent(actor.tenantId, release);
    const orders = await this.plan.of(actor.tenantId, release.packId, release.files);
    const runs = orders.map((order) => ({ id: this.ports.ids.next(), ...order }));
    const audit = this.entries.by(actor, { action: 'pack.proof-asked', subject: { kind: 'pack-release', id: release.id }, details: { pack: release.packId, dataSources: runs.map((run) => run.dataSourceId) } });
    // A pack that no data source uses yet answers nobody: there is nothing to hold it against.
    const to = runs.length === 0 ? 'proved' : 'proving';
    const proving = this.orConflict(await this.store.releases.move(actor.tenantId, release.id, { from: ['draft', 'failed', 'proved', 'awaiting-second'], version: body.version, to, runs }, audit));
    await this.plan.ask(actor.tenantId, runs.map(({ id }) => id));
    return proving;
  }

  @Serve(routes.publishRelease)
  async publish(@Called() { actor, params, body }: CallOf<typeof routes.publishRelease>): Promise<ReplyOf<typeof routes.publishRelease>> {
    const release = await this.kept(actor, params.id);
    const verdict = mayPublish(actor, release);
    if (verdict.outcome === 'refuse') throw new Problem(verdict.code, verdict.params);
    const me = { id: actor.personId, name: actor.name };
    const subject = { kind: 'pack-release', id: release.id };
    if (verdict.outcome === 'ask') {
      const audit = this.entries.by(actor, { action: 'pack.countersign-asked', subject, details: { pack: release.packId, policyChanges: release.report.policyChanges, suspicions: release.report.suspicions.map(({ rule, params }) => ({ rule, ...params })) } });
      return this.orConflict(await this.store.releases.move(actor.tenantId, release.id, { from: ['proved'], version: body.version, to: 'awaiting-second', requestedBy: me }, audit));
    }
    const audit = this.entries.by(actor, { action: 'pack.published', subject: { kind: 'pack', id: release.packId }, details: { release: release.id, changes: release.report.changes.length, ...(release.rollbackOf === null ? {} : { rollbackOf: release.rollbackOf }), ...(verdict.countersigned ? { askedBy: release.requestedBy } : {}) } });
    const published = await this.store.releases.publish(actor.tenantId, release.id, body.version, { publisher: actor.name, countersignedBy: verdict.countersigned ? me : null }, audit);
    if ('outdated' in published) throw new Problem('release-outdated', { was: String(release.baseVersion ?? 0), now: String(published.outdated) });
    return this.orConflict(published);
  }

  @Serve(routes.withdrawRelease)
  async withdraw(@Called() { actor, params }: CallOf<typeof routes.withdrawRelease>): Promise<void> {
    const release = await this.kept(actor, params.id);
    const audit = this.entries.by(actor, { action: 'pack.withdrawn', subject: { kind: 'pack-release', id: release.id }, details: { pack: release.packId } });
    const { moved } = await this.store.releases.move(actor.tenantId, release.id, { from: ['draft', 'proving', 'proved', 'failed', 'awaiting-second'], to: 'withdrawn' }, audit);
    if (!moved) throw new Problem('not-found');
  }

  /** A release of a pack that the actor keeps; somebody else's looks as if it were not there. */
  private async kept(actor: Caller, id: string): Promise<Loaded> {
    const release = found(await this.store.releases.load(actor.tenantId, id));
    if (!(await this.keepers.keeps(actor, release.packId))) throw new Problem('not-found');
    return release;
  }

  private async assertCurrent(tenantId: string, { packId, baseVersion }: Loaded): Promise<void> {
    const now = (await this.store.packs.currentVersion(tenantId, packId)) ?? null;
    if (now !== baseVersion) throw new Problem('release-outdated', { was: String(baseVersion ?? 0), now: String(now ?? 0) });
  }

  private orConflict(move: ReleaseMove): PackRelease {
    if (!move.moved) throw new Problem('conflict', { state: 'another-version' });
    return move.release;
  }
}

const errorsIn = ({ findings }: ReleaseReport): number => findings.filter(({ severity }) => severity === 'error').length;

/** @throws Problem 'release-not-ready' when no proof could make it publishable */
function assertReadable({ state, report }: Loaded): void {
  const errors = errorsIn(report);
  if (errors > 0) throw new Problem('release-not-ready', { state, detail: 'has-errors' });
  if (report.tests.failed.length > 0) throw new Problem('release-not-ready', { state, detail: 'tests-fail' });
}
