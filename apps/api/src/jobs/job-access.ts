import { can, mayExport, mayReadRows, type Action, type MayExport } from '@countersign/access';
import { EXPORT_FORMATS, type ExportFormat, type ExportOffer, type Job } from '@countersign/contracts';
import { liveFacts } from '@countersign/pipeline';
import { digestOf } from '@countersign/sql';
import type { Store } from '@countersign/store';
import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../auth/actor.js';
import { found, Problem } from '../http/problem.js';
import { PORTS, STORE, type Services } from '../services.js';

/** Loads a job for someone, or says what a stranger would hear: not found. */
@Injectable()
export class JobAccess {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
  ) {}

  async load(caller: Caller, jobId: string, action: Action): Promise<Job> {
    const job = found(await this.store.jobs.load(caller.tenantId, jobId));
    const verdict = can(caller, action, subjectOf(job));
    if (!verdict.allowed) throw new Problem(verdict.code);
    return job;
  }

  /** A job for someone who wants its rows. */
  async loadForRows(caller: Caller, jobId: string): Promise<Job> {
    const job = await this.load(caller, jobId, 'job.read-result');
    if (!(await this.readsRows(caller, job))) throw new Problem('access-ended');
    return job;
  }

  /**
   * May the caller see the rows, and the sentence that repeats their figures? Auditors by their role; the asker as long as the
   * grants they have now cover what was read. The only place that says so.
   */
  async readsRows(caller: Caller, job: Job): Promise<boolean> {
    if (!allowed(caller, 'job.read-result', job)) return false;
    if (caller.roles.includes('auditor') || job.result === null) return true;
    return mayReadRows({ job, live: await liveFacts(this.ports, job), now: this.ports.clock.now() });
  }

  /** A job for its asker, who wants its rows as a file. */
  async loadForExport(caller: Caller, jobId: string, format: ExportFormat): Promise<Job> {
    const job = await this.load(caller, jobId, 'job.export-result');
    if (!job.result) throw new Problem('not-found');
    const verdict = await this.mayExport(job);
    const said = verdict(format);
    if (!said.allowed) throw new Problem(said.code, said.params);
    return job;
  }

  /** In which forms the result may leave, for its asker; nobody else is offered any. */
  async exportOffers(caller: Caller, job: Job): Promise<ExportOffer[]> {
    if (!job.result || !allowed(caller, 'job.export-result', job)) return [];
    const verdict = await this.mayExport(job);
    return EXPORT_FORMATS.map((format) => {
      const said = verdict(format);
      return { format, allowed: said.allowed, code: said.allowed ? null : said.code };
    });
  }

  private async mayExport(job: Job): Promise<(format: ExportFormat) => MayExport> {
    const live = await liveFacts(this.ports, job);
    const now = this.ports.clock.now();
    return (format) => mayExport({ job, live, now, format, digestOf });
  }
}

/** May the caller do this with the job? */
export function allowed(caller: Caller, action: Action, job: Job): boolean {
  return can(caller, action, subjectOf(job)).allowed;
}

/** What an approver edited was before one, also while the gate looks at it again. */
function subjectOf({ tenantId, askerId, review, candidate }: Job): { kind: 'job'; tenantId: string; askerId: string; reviewed: boolean } {
  return { kind: 'job', tenantId, askerId, reviewed: review !== null || candidate?.edit !== undefined };
}
