import { routes } from '@countersign/contracts';
import { can } from '@countersign/access';
import { cancel, clarify, revise } from '@countersign/pipeline';
import type { Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { AuditEntries } from '../audit/entries.js';
import { orProblem, Problem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { PORTS, STORE, type Services } from '../services.js';
import { EvidenceBundles } from './evidence-bundle.js';
import { JobAccess } from './job-access.js';
import { JobViews } from './job-view.js';

@Controller()
export class JobsController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    private readonly access: JobAccess,
    private readonly views: JobViews,
    private readonly bundles: EvidenceBundles,
    private readonly entries: AuditEntries,
  ) {}

  @Serve(routes.listJobs)
  async list(@Called() { actor, query }: CallOf<typeof routes.listJobs>): Promise<ReplyOf<typeof routes.listJobs>> {
    const all = query.scope === 'all';
    const verdict = can(actor, all ? 'job.list-all' : 'job.read', { kind: 'tenant', tenantId: actor.tenantId });
    if (!verdict.allowed) throw new Problem(verdict.code);
    const { state, search, cursor, limit } = query;
    return this.store.reader.list(actor.tenantId, {
      limit,
      ...(all ? {} : { askerId: actor.personId }),
      ...(state === undefined ? {} : { state }),
      ...(search === undefined ? {} : { search }),
      ...(cursor === undefined ? {} : { cursor }),
    });
  }

  @Serve(routes.getJob)
  async view(@Called() { actor, params, locale }: CallOf<typeof routes.getJob>): Promise<ReplyOf<typeof routes.getJob>> {
    return this.views.of(actor, await this.access.load(actor, params.id, 'job.read'), locale);
  }

  @Serve(routes.getResult)
  async result(@Called() { actor, params, query }: CallOf<typeof routes.getResult>): Promise<ReplyOf<typeof routes.getResult>> {
    const job = await this.access.loadForRows(actor, params.id);
    if (!job.result) throw new Problem('not-found');
    const { id, columns, rowCount, truncated } = job.result;
    const rows = await this.store.results.read(job.tenantId, id, query.offset, query.limit);
    const details = { offset: query.offset, rows: rows.length };
    await this.store.audit.append(job.tenantId, [this.entries.by(actor, { action: 'result.read', subject: { kind: 'job', id: job.id }, dataSourceId: job.dataSourceId, state: job.state, details })]);
    return { columns, rows, offset: query.offset, rowCount, truncated };
  }

  @Serve(routes.getEvidence)
  async evidence(@Called() { actor, params, locale }: CallOf<typeof routes.getEvidence>): Promise<ReplyOf<typeof routes.getEvidence>> {
    const job = await this.access.load(actor, params.id, 'job.read');
    const bundle = await this.bundles.of(actor, job, locale);
    await this.store.audit.append(job.tenantId, [this.entries.by(actor, { action: 'evidence.downloaded', subject: { kind: 'job', id: job.id }, dataSourceId: job.dataSourceId, state: job.state })]);
    return bundle;
  }

  @Serve(routes.clarifyJob)
  async clarify(@Called() { actor, params, body }: CallOf<typeof routes.clarifyJob>): Promise<ReplyOf<typeof routes.clarifyJob>> {
    const job = await this.access.load(actor, params.id, 'job.clarify');
    const { state } = orProblem(await clarify(this.ports, actor, job, body));
    return { state };
  }

  @Serve(routes.reviseJob)
  async revise(@Called() { actor, params, body, traceparent }: CallOf<typeof routes.reviseJob>): Promise<ReplyOf<typeof routes.reviseJob>> {
    const job = await this.access.load(actor, params.id, 'job.revise');
    const { jobId, state } = orProblem(await revise(this.ports, actor, job, { ...body, traceparent }));
    return { jobId, state };
  }

  @Serve(routes.cancelJob)
  async cancel(@Called() { actor, params }: CallOf<typeof routes.cancelJob>): Promise<ReplyOf<typeof routes.cancelJob>> {
    const job = await this.access.load(actor, params.id, 'job.cancel');
    const { state } = orProblem(await cancel(this.ports, actor, job));
    return { state };
  }

  @Serve(routes.sendFeedback)
  async feedback(@Called() { actor, params, body }: CallOf<typeof routes.sendFeedback>): Promise<void> {
    const job = await this.access.load(actor, params.id, 'job.feedback');
    await this.store.reader.addFeedback({ tenantId: job.tenantId, jobId: job.id, personId: actor.personId, verdict: body.verdict, comment: body.comment ?? null, at: this.ports.clock.now() });
  }
}
