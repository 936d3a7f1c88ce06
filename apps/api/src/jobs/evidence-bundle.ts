import type { Job, Locale } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../auth/actor.js';
import { meaningOf } from '../packs/meaning.js';
import { PORTS, STORE, type Services } from '../services.js';
import { JobAccess } from './job-access.js';

/** Everything an answer stands on, in one document: what an auditor keeps. */
@Injectable()
export class EvidenceBundles {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    private readonly access: JobAccess,
  ) {}

  async of(caller: Caller, job: Job, locale: Locale): Promise<Record<string, unknown>> {
    const { tenantId, id } = job;
    // The sentence and its claims repeat figures of the rows, so they are only for who may read the rows.
    const [events, timings, approvals, candidates, meaning, rows, exports] = await Promise.all([
      this.store.reader.events(tenantId, id, 0),
      this.store.reader.timings(tenantId, id),
      this.store.reader.approvals(tenantId, id),
      this.store.reader.revisions(tenantId, id),
      meaningOf(this.ports.packs, job, locale),
      this.access.readsRows(caller, job),
      this.store.exports.list(tenantId, id),
    ]);
    return {
      kind: 'countersign-evidence', version: 1, generatedAt: this.ports.clock.now(),
      jobId: id, state: job.state, question: job.question, locale: job.locale, today: job.today, asker: { id: job.askerId, name: job.askerName },
      dataSourceId: job.dataSourceId, pack: { id: job.packId, version: job.packVersion },
      choices: job.choices, interpretation: job.interpretation, clarification: job.clarification, refusal: job.refusal, meaning,
      candidates, gateReport: job.gateReport, estimate: job.estimate,
      review: job.review, digest: job.review?.digest ?? null, approvals,
      run: job.run, result: job.result, answer: rows ? job.answer : null, exports, answerWithheld: !rows && job.answer !== null,
      // Its findings speak of the rows. A probability is in it once enough answers were judged; until then its absence is part of the evidence.
      confidence: rows ? job.answer?.confidence ?? null : null, timings, events,
    };
  }
}
