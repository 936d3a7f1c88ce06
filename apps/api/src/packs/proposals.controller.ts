import { routes, type Job, type PackProposal } from '@countersign/contracts';
import { adoptMeaning, loadPack, termFor, type Pack } from '@countersign/pack';
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
import { proposable } from './proposable.js';

/** Meanings that people who were asked back propose for all. Nothing comes of one by itself: another person puts it into a draft. */
@Controller()
export class ProposalsController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    private readonly entries: AuditEntries,
    private readonly keepers: PackKeepers,
    private readonly drafts: PackDrafts,
    private readonly once: Once,
  ) {}

  @Serve(routes.listProposals)
  async list(@Called() { actor, query }: CallOf<typeof routes.listProposals>): Promise<ReplyOf<typeof routes.listProposals>> {
    const { pack, state, ...page } = query;
    return this.store.proposals.list(actor.tenantId, { packId: pack, packIds: await this.keepers.seen(actor), orBy: actor.personId, state }, page);
  }

  @Serve(routes.proposeMeaning)
  async propose(@Called() { actor, body, idempotencyKey }: CallOf<typeof routes.proposeMeaning>): Promise<ReplyOf<typeof routes.proposeMeaning>> {
    const { tenantId } = actor;
    const job = await this.store.jobs.load(tenantId, body.jobId);
    if (job?.askerId !== actor.personId) throw new Problem('not-found');
    const { ref, label } = await this.chosen(job, body.term, body.as);
    return this.once.create<PackProposal>({
      actor, idempotencyKey, operation: 'proposeMeaning', of: body,
      find: async (id) => this.store.proposals.load(tenantId, id),
      create: async (id) => {
        const proposal: PackProposal = {
          id, packId: job.packId, packVersion: job.packVersion, jobId: job.id, question: job.question, locale: job.locale, term: body.term, ref, label, as: body.as, note: body.note ?? null, state: 'proposed',
          proposedBy: { id: actor.personId, name: actor.name }, createdAt: this.ports.clock.now(), reviewedBy: null, reviewedAt: null, reason: null, releaseId: null,
        };
        const audit = this.entries.by(actor, { action: 'pack.meaning-proposed', subject: { kind: 'pack-proposal', id }, dataSourceId: job.dataSourceId, details: { pack: job.packId, job: job.id, term: body.term, ref, as: body.as } });
        const made = await this.store.proposals.propose(tenantId, proposal, audit);
        if (!made.proposed) throw new Problem('already-proposed', { id: made.waiting.id });
        return made.proposal;
      },
    });
  }

  @Serve(routes.decideProposal)
  async decide(@Called() { actor, params, body }: CallOf<typeof routes.decideProposal>): Promise<ReplyOf<typeof routes.decideProposal>> {
    const proposal = found(await this.store.proposals.load(actor.tenantId, params.id));
    if (!(await this.keepers.keeps(actor, proposal.packId))) throw new Problem('not-found');
    if (proposal.proposedBy.id === actor.personId) throw new Problem('own-proposal');
    if (proposal.state !== 'proposed') throw new Problem('conflict', { state: proposal.state });
    const { id, packId, term, ref, as } = proposal;
    const { tenantId, personId, name } = actor;
    const [by, subject] = [{ id: personId, name }, { kind: 'pack-proposal', id }];
    let decided: PackProposal | undefined;
    if (body.decision === 'reject') decided = await this.store.proposals.reject(tenantId, id, by, body.reason, this.entries.by(actor, { action: 'pack.meaning-rejected', subject, details: { pack: packId, term, ref, as, reason: body.reason } }));
    else {
      const drafted = await this.drafted(actor, proposal, body.onto);
      decided = await this.store.proposals.accept(tenantId, id, by, drafted, this.entries.by(actor, { action: 'pack.meaning-accepted', subject, details: { pack: packId, term, ref, as, release: drafted.release.id } }));
    }
    if (!decided) throw new Problem('conflict', { state: 'decided' });
    return decided;
  }

  /** What the asker chose for a word, when that is something a pack can say. */
  private async chosen(job: Job, term: string, as: PackProposal['as']): Promise<{ ref: string; label: string }> {
    if (!Object.hasOwn(job.choices, term)) throw new Problem('not-proposable', { detail: 'nothing-chosen' });
    const pack = found(await this.ports.packs.load(job.tenantId, job.packId, job.packVersion));
    const meaning = proposable(pack, job, job.locale).find((one) => one.term === term);
    if (!meaning) throw new Problem('not-proposable', { detail: 'no-such-meaning' });
    if (!meaning.as.includes(as)) throw new Problem('not-proposable', { detail: 'says-so-already' });
    return meaning;
  }

  /** A draft with the meaning in it, on the version in force or on another draft. */
  private async drafted(actor: Caller, { packId, term, ref, label, as, proposedBy }: PackProposal, onto: string | undefined): ReturnType<PackDrafts['prepared']> {
    const { pack, files, writers } = await this.basis(actor.tenantId, packId, onto);
    const adopted = adoptMeaning(pack, files, { surface: term, ref, as });
    if (!adopted) throw new Problem('not-proposable', { detail: termFor(pack, term, ref) === undefined ? 'no-such-meaning' : 'says-so-already' });
    // Whose word it is wrote a part of it too: they are no second person of the release.
    return this.drafts.prepared({ actor, files: adopted, writers: [...writers, proposedBy], rollbackOf: null, note: `“${term}” means ${label} (${as} of ${ref}), as ${proposedBy.name} proposed` });
  }

  private async basis(tenantId: string, packId: string, onto: string | undefined): Promise<{ pack: Pack; files: Record<string, string>; writers: PackProposal['proposedBy'][] }> {
    const version = found(await this.store.packs.currentVersion(tenantId, packId));
    if (onto === undefined) return { pack: found(await this.ports.packs.load(tenantId, packId, version)), files: found(await this.store.releases.files(tenantId, packId, version)), writers: [] };
    const draft = await this.store.releases.load(tenantId, onto);
    const { pack } = draft?.packId === packId && !['published', 'withdrawn'].includes(draft.state) ? loadPack(draft.files, version) : { pack: null };
    if (!draft || !pack) throw new Problem('unknown-id', { what: 'draft', id: onto });
    return { pack, files: draft.files, writers: [draft.author, ...draft.writers] };
  }
}
