import { routes, type Job, type VerifiedQuery } from '@countersign/contracts';
import { planFingerprint, policyFingerprint, shapeOf } from '@countersign/pack';
import { holdsStill } from '@countersign/pipeline';
import type { Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { AuditEntries } from '../audit/entries.js';
import { found, Problem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { PORTS, STORE, type Services } from '../services.js';

/** Plans that a second person has looked at: proposed by who asked, accepted by another. */
@Controller()
export class VerifiedController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    private readonly entries: AuditEntries,
  ) {}

  @Serve(routes.listVerified)
  async list(@Called() { actor }: CallOf<typeof routes.listVerified>): Promise<ReplyOf<typeof routes.listVerified>> {
    return { items: await this.store.verified.list(actor.tenantId) };
  }

  @Serve(routes.proposeVerified)
  async propose(@Called() { actor, params, body }: CallOf<typeof routes.proposeVerified>): Promise<ReplyOf<typeof routes.proposeVerified>> {
    const { tenantId, personId, name } = actor;
    const job = found(await this.store.jobs.load(tenantId, params.id));
    if (job.askerId !== personId) throw new Problem('not-found');
    const query = await this.proposal(job, { id: personId, name }, body.name);
    const audit = this.entries.by(actor, { action: 'verified.proposed', subject: { kind: 'verified-query', id: query.id }, dataSourceId: job.dataSourceId, details: { name: query.name, job: job.id } });
    return this.store.verified.propose(tenantId, query, audit);
  }

  @Serve(routes.decideVerified)
  async decide(@Called() { actor, params, body }: CallOf<typeof routes.decideVerified>): Promise<ReplyOf<typeof routes.decideVerified>> {
    const { tenantId, personId, name } = actor;
    const query = found(await this.store.verified.load(tenantId, params.id));
    if (query.proposedBy.id === personId) throw new Problem('own-proposal');
    const accept = body.decision === 'accept';
    if (accept) await this.assertHolds(tenantId, query);
    const audit = this.entries.by(actor, { action: accept ? 'verified.accepted' : 'verified.rejected', subject: { kind: 'verified-query', id: query.id }, dataSourceId: query.dataSourceId, details: { name: query.name, ...(body.reason ? { reason: body.reason } : {}) } });
    const decided = await this.store.verified.decide(tenantId, query.id, { from: ['proposed'], to: accept ? 'active' : 'rejected', by: { id: personId, name }, reason: body.reason ?? null, at: this.ports.clock.now() }, audit);
    if (!decided) throw new Problem('conflict', { state: query.state });
    return decided;
  }

  @Serve(routes.revokeVerified)
  async revoke(@Called() { actor, params }: CallOf<typeof routes.revokeVerified>): Promise<void> {
    const { tenantId, personId, name } = actor;
    const query = found(await this.store.verified.load(tenantId, params.id));
    const audit = this.entries.by(actor, { action: 'verified.revoked', subject: { kind: 'verified-query', id: query.id }, dataSourceId: query.dataSourceId, details: { name: query.name } });
    if (!(await this.store.verified.decide(tenantId, query.id, { from: ['proposed', 'active'], to: 'revoked', by: { id: personId, name }, reason: null, at: this.ports.clock.now() }, audit))) throw new Problem('not-found');
  }

  /** What an answered question becomes, with the facts it rests on as they were signed. */
  private async proposal(job: Job, proposedBy: VerifiedQuery['proposedBy'], name: string): Promise<VerifiedQuery> {
    const { interpretation, candidate, review } = job;
    if (job.state !== 'ANSWERED' && job.state !== 'ANSWERED_TABLE_ONLY') throw new Problem('not-verifiable', { detail: 'it is not answered' });
    if (!interpretation || !review || (candidate?.origin !== 'planner' && candidate?.origin !== 'verified')) throw new Problem('not-verifiable', { detail: 'its SQL is no plan over metrics' });
    const pack = await this.ports.packs.load(job.tenantId, job.packId, job.packVersion);
    const plan = pack && planFingerprint(pack, interpretation);
    if (plan === undefined) throw new Problem('not-verifiable', { detail: 'there is no plan for it' });
    const { policies } = await this.ports.access.policies(job.tenantId);
    const { key, parameters } = shapeOf(interpretation);
    return {
      id: this.ports.ids.next(), name, packId: job.packId, dataSourceId: job.dataSourceId, jobId: job.id, question: job.question, locale: job.locale, today: job.today, shape: key, parameters, interpretation,
      fingerprints: { plan, pack: { id: job.packId, version: job.packVersion }, schema: review.bundle.objects, policy: policyFingerprint(policies) },
      state: 'proposed', proposedBy, reviewedBy: null, reason: null, createdAt: this.ports.clock.now(), verifiedAt: null,
    };
  }

  /** Nobody accepts what no longer is as it was proposed. */
  private async assertHolds(tenantId: string, query: VerifiedQuery): Promise<void> {
    const version = await this.store.packs.currentVersion(tenantId, query.packId);
    const pack = version === undefined ? undefined : await this.ports.packs.load(tenantId, query.packId, version);
    const holds = pack && (await holdsStill({ ...this.ports, verified: this.store.verified }, tenantId, query, pack));
    if (!holds) throw new Problem('not-verifiable', { detail: 'what it rests on has changed' });
  }
}
