import { routes } from '@countersign/contracts';
import { decide } from '@countersign/pipeline';
import type { Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { orProblem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { authorsOf } from '../jobs/authors.js';
import { JobAccess } from '../jobs/job-access.js';
import { PORTS, STORE, type Services } from '../services.js';
import { ReviewPackets } from './review-packet.js';

@Controller()
export class ApprovalsController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    private readonly access: JobAccess,
    private readonly packets: ReviewPackets,
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
}
