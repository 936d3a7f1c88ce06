import type { Cell, JobState } from '@countersign/contracts';

/** What one question came to: the machine-readable face of the demo. */
export interface DemoOutcome {
  jobId: string | null;
  state: JobState | null;
  interpretation: unknown;
  sql: string | null;
  estimate: unknown;
  approval: unknown;
  columns: unknown[];
  rows: Cell[][];
  answer: string | null;
  claims: unknown[];
  timings: unknown[];
  clarification?: unknown;
  refusal?: unknown;
}

/** Before anything happened. */
export const NO_OUTCOME: DemoOutcome = { jobId: null, state: null, interpretation: null, sql: null, estimate: null, approval: null, columns: [], rows: [], answer: null, claims: [], timings: [] };
