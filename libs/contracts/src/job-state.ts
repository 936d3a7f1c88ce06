import { z } from 'zod';

/** Where a job stands (the table of legal moves is `pipeline/status.ts`). */
export const JOB_STATES = [
  'RECEIVED', 'RESOLVING', 'NEEDS_CLARIFICATION', 'GENERATING', 'GATING', 'GATE_REJECTED', 'GENERATION_FAILED',
  'REFUSED', 'AWAITING_APPROVAL', 'CHANGES_REQUESTED', 'APPROVED', 'REJECTED', 'EXPIRED', 'WITHDRAWN', 'STALE',
  'QUEUED', 'RUNNING', 'CAP_EXCEEDED', 'EXECUTION_FAILED', 'CANCELLED', 'UNKNOWN', 'GROUNDING', 'ANSWERED',
  'ANSWERED_TABLE_ONLY',
] as const;
export const JobState = z.enum(JOB_STATES);
export type JobState = z.infer<typeof JobState>;

/** The path of a question, in order. */
export const STAGES = [
  'receive', 'resolve', 'generate', 'gate', 'estimate', 'approve', 'recheck', 'execute', 'ground', 'answer',
] as const;
export const StageName = z.enum(STAGES);
export type StageName = z.infer<typeof StageName>;

/** What is timed: the stages and the waits and steps inside them. */
export const TIMED_STEPS = [
  ...STAGES, 'retrieve', 'attempt', 'queue-wait', 'approval-wait', 'explain', 'fetch', 'compose',
] as const;
export const TimedStep = z.enum(TIMED_STEPS);
export type TimedStep = z.infer<typeof TimedStep>;
