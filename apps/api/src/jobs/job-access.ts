import { can, type Action } from '@countersign/access';
import type { Job } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../auth/actor.js';
import { found, Problem } from '../http/problem.js';
import { STORE } from '../services.js';

/** Loads a job for someone, or says what a stranger would hear: not found. */
@Injectable()
export class JobAccess {
  constructor(@Inject(STORE) private readonly store: Store) {}

  async load(caller: Caller, jobId: string, action: Action): Promise<Job> {
    const job = found(await this.store.jobs.load(caller.tenantId, jobId));
    const verdict = can(caller, action, subjectOf(job));
    if (!verdict.allowed) throw new Problem(verdict.code);
    return job;
  }
}

/** May the caller do this with the job? */
export function allowed(caller: Caller, action: Action, job: Job): boolean {
  return can(caller, action, subjectOf(job)).allowed;
}

function subjectOf({ tenantId, askerId, state }: Job): { kind: 'job'; tenantId: string; askerId: string; state: Job['state'] } {
  return { kind: 'job', tenantId, askerId, state };
}
