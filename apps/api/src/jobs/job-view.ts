import { mayDecide } from '@countersign/access';
import { isEnd } from '@countersign/pipeline';
import { JobView, type Job, type Locale } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Caller } from '../auth/actor.js';
import { meaningOf } from '../packs/meaning.js';
import { proposable, type Proposable } from '../packs/proposable.js';
import { PORTS, STORE, type Services } from '../services.js';
import { authorsOf } from './authors.js';
import { allowed, JobAccess } from './job-access.js';

/** Puts together what the question screen shows. */
@Injectable()
export class JobViews {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    private readonly access: JobAccess,
  ) {}

  async of(caller: Caller, job: Job, locale: Locale): Promise<z.input<typeof JobView>> {
    const { tenantId, id } = job;
    const [events, timings, source, meaning, decide, seeResult] = await Promise.all([
      this.store.reader.events(tenantId, id, 0),
      this.store.reader.timings(tenantId, id),
      this.ports.sources.load(tenantId, job.dataSourceId),
      meaningOf(this.ports.packs, job, locale),
      this.mayDecide(caller, job),
      this.access.readsRows(caller, job),
    ]);
    return {
      exports: seeResult ? await this.access.exportOffers(caller, job) : [],
      // The sentence repeats figures of the rows, so it is only for who may read the rows.
      job: seeResult ? job : { ...job, answer: null }, events, timings, meaning,
      proposable: await this.proposable(caller, job, locale),
      dataSource: { id: job.dataSourceId, name: source?.name ?? '–', engine: source?.engine ?? '–' },
      can: {
        cancel: !isEnd(job.state) && job.state !== 'GROUNDING' && allowed(caller, 'job.cancel', job),
        clarify: job.state === 'NEEDS_CLARIFICATION' && allowed(caller, 'job.clarify', job),
        revise: job.state === 'CHANGES_REQUESTED' && allowed(caller, 'job.revise', job),
        decide,
        seeResult: job.result !== null && seeResult,
      },
    };
  }

  private async proposable(caller: Caller, job: Job, locale: Locale): Promise<Proposable[]> {
    if (caller.kind !== 'person' || caller.personId !== job.askerId || Object.keys(job.choices).length === 0) return [];
    const pack = await this.ports.packs.load(job.tenantId, job.packId, job.packVersion);
    return pack ? proposable(pack, job, locale) : [];
  }

  private async mayDecide(caller: Caller, job: Job): Promise<boolean> {
    if (job.state !== 'AWAITING_APPROVAL' || caller.kind !== 'person' || !caller.roles.includes('approver')) return false;
    return (await this.decideVerdict(caller, job)).allowed;
  }

  /** Whether, and if not why, this caller may decide on the job as it stands. */
  async decideVerdict(caller: Caller, job: Job): Promise<ReturnType<typeof mayDecide>> {
    const [person, { policies }, authorIds] = await Promise.all([
      this.ports.access.person(caller.tenantId, caller.personId),
      this.ports.access.policies(caller.tenantId),
      authorsOf(this.store.reader, job),
    ]);
    return mayDecide({ actor: caller, job, authorIds, decision: null, now: this.ports.clock.now(), live: { person, policies } });
  }
}
