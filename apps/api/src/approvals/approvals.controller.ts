import { routes } from '@countersign/contracts';
import { decide, editSql } from '@countersign/pipeline';
import type { Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { orProblem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { authorsOf } from '../jobs/authors.js';
import { JobAccess } from '../jobs/job-access.js';
import { PORTS, READER, STORE, type Services } from '../services.js';
import { BlockedLog } from '../sql/blocked-log.js';
import { ReviewPackets } from './review-packet.js';

@Controller()
export class ApprovalsController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    @Inject(READER) private readonly reader: Services['reader'],
    private readonly access: JobAccess,
    private readonly packets: ReviewPackets,
    private readonly blockedLog: BlockedLog,
  ) {}

  @Serve(routes.listReviews)
  async list(@Called() { actor, query }: CallOf<typeof routes.listReviews>): Promise<ReplyOf<typeof routes.listReviews>> {
    return this.store.reader.reviews(actor.tenantId, actor.personId, { limit: query.limit, ...(query.cursor === undefined ? {} : { cursor: query.cursor }) });
  }

  @Serve(routes.getReview)
  async packet(@Called() { actor, params, locale }: CallOf<typeof routes.getReview>): Promise<ReplyOf<typeof routes.getReview>> {
    return this.packets.of(actor, await this.access.load(actor, params.id, 'job.review'), locale);
  }

  /** Whoever may see the job hears why they may not decide; everyone else hears that it is not there. */
  @Serve(routes.decide)
  async decide(@Called() { actor, params, body }: CallOf<typeof routes.decide>): Promise<ReplyOf<typeof routes.decide>> {
    const job = await this.access.load(actor, params.id, 'job.read');
    const { state, version } = orProblem(await decide(this.ports, actor, job, body, await authorsOf(this.store.reader, job)));
    return { state, version };
  }

  @Serve(routes.editReview)
  async edit(@Called() { actor, params, body }: CallOf<typeof routes.editReview>): Promise<ReplyOf<typeof routes.editReview>> {
    const job = await this.access.load(actor, params.id, 'job.read');
    const { blocked, state, version, edited, report, changes } = orProblem(await editSql(this.ports, actor, job, body, (before, after, dialect) => this.reader.compare(before, after, dialect)));
    if (blocked) await this.blockedLog.record(actor, { kind: 'job', id: job.id }, job.dataSourceId, blocked);
    return { state, version, edited, report, changes };
  }
}
