import type { DataSource, JobState, StageName, StageTiming } from '@countersign/contracts';
import type { JobWrites, LiveRows } from './ports.js';

export interface Reason {
  code: string;
  params: Record<string, string>;
}

/** What is at hand when a stage begins, so that it need not ask for it. */
export interface Given {
  /** Read together with the job, for the first stage of a delivery. */
  live?: LiveRows | undefined;
  /** As the recheck just before found it. */
  source?: DataSource | undefined;
}

/**
 * How a stage ends. `advance` goes on to the next stage, `wait` needs a person, `refuse` is an expected end.
 * Faults are thrown.
 */
export type Outcome =
  | { kind: 'advance'; to: JobState; stage: StageName; writes: JobWrites; reason?: Reason; timings?: StageTiming[]; /** As the recheck found it: what `execute` runs on. */ source?: DataSource | undefined }
  | { kind: 'wait'; to: JobState; writes: JobWrites; reason?: Reason; timings?: StageTiming[] }
  | { kind: 'refuse'; to: JobState; writes: JobWrites; reason: Reason; timings?: StageTiming[] }
  | { kind: 'done'; to: JobState; writes: JobWrites; reason?: Reason; timings?: StageTiming[] };

export const advance = (to: JobState, stage: StageName, writes: JobWrites, reason?: Reason): Extract<Outcome, { kind: 'advance' }> => ({ kind: 'advance', to, stage, writes, reason });
export const waitFor = (to: JobState, writes: JobWrites, reason?: Reason): Outcome => ({ kind: 'wait', to, writes, reason });
export const refuse = (to: JobState, reason: Reason, writes: JobWrites = {}): Outcome => ({ kind: 'refuse', to, writes, reason });
export const done = (to: JobState, writes: JobWrites, reason?: Reason): Outcome => ({ kind: 'done', to, writes, reason });
