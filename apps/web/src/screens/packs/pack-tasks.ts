import type { Finding, Interpretation, Refusal, Clarification, ReleaseReport } from '@countersign/contracts';

/** Texts of a pack's files by their path. */
export type Files = Record<string, string>;

/** What the draft is compared with. */
export interface Base {
  files: Files;
  version: number;
  verified: { name: string; question: string; locale: 'en' | 'ko'; today: string }[];
}

/** One of the pack's own tests, held against both versions. */
export interface TestOutcome {
  file: string;
  question: string;
  was: 'held' | 'failed' | 'new';
  is: 'held' | 'failed';
  differences: { fact: string; expected: string; got: string }[];
}
export interface TestRun {
  total: number;
  failed: number;
  /** Those that fail now, or ended otherwise before. */
  shown: TestOutcome[];
  unreadable: { file: string; message: string }[];
}

export interface TriedQuestion {
  outcome: 'resolved' | 'clarify' | 'refuse';
  interpretation: Interpretation;
  clarification?: Clarification;
  refusal?: Refusal;
  /** Why each figure keeps its grain; absent: no plan. */
  proofs?: string[];
  /** Why there is no plan for what was understood. */
  noPlan?: Refusal;
}

export type Comparison = Pick<ReleaseReport, 'changes' | 'affected' | 'policyChanges' | 'suspicions'>;

/** What a worker is asked, and what it answers. `readable: false`: the draft has errors, so nothing can be said beyond them. */
export interface PackTasks {
  lint: { of: { files: Files }; gives: { findings: Finding[]; readable: boolean } };
  ask: { of: { files: Files; question: string; locale: 'en' | 'ko'; today: string; choices: Record<string, string> }; gives: TriedQuestion | null };
  test: { of: { files: Files; base: Base | null }; gives: TestRun | null };
  compare: { of: { files: Files; base: Base | null }; gives: Comparison | null };
}
export type TaskName = keyof PackTasks;
export type TaskRequest = { [K in TaskName]: { id: number; task: K; of: PackTasks[K]['of'] } }[TaskName];
export type TaskReply = { id: number; gives: unknown } | { id: number; failed: string };
