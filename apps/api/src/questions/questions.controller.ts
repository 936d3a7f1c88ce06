import { routes } from '@countersign/contracts';
import { receive } from '@countersign/pipeline';
import { Controller, Inject } from '@nestjs/common';
import { orProblem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { PORTS, type Services } from '../services.js';

@Controller()
export class QuestionsController {
  constructor(@Inject(PORTS) private readonly ports: Services['ports']) {}

  @Serve(routes.askQuestion)
  async ask(@Called() { actor, body, idempotencyKey, traceparent }: CallOf<typeof routes.askQuestion>): Promise<ReplyOf<typeof routes.askQuestion>> {
    // The trace that starts here travels in the job, through worker and collector.
    const received = await this.ports.tracer.stage('stage receive', traceparent, { 'countersign.tenant': actor.tenantId }, (trace) =>
      receive(this.ports, actor, { ...body, idempotencyKey, traceparent: trace }));
    const { jobId, state } = orProblem(received);
    return { jobId, state };
  }
}
