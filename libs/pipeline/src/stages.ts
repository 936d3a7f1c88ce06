import type { JobState, StageName } from '@countersign/contracts';

/** One stage of the path: where it runs, from which states, and how long it may take before it counts as lost. */
export interface Stage {
  name: StageName;
  runsIn: 'api' | 'worker' | 'collector';
  from: readonly JobState[];
  /** State taken, in a transition of its own, before the work begins. Only one process wins it. */
  claim?: JobState;
  budgetMs: number;
}

/** The path of a question, in order. This list is the table of contents of the product. */
export const STAGE_LIST = [
  { name: 'receive', runsIn: 'api', from: [], budgetMs: 2_000 },
  { name: 'resolve', runsIn: 'worker', from: ['RECEIVED', 'RESOLVING'], budgetMs: 5_000 },
  { name: 'generate', runsIn: 'worker', from: ['GENERATING'], budgetMs: 100_000 },
  { name: 'gate', runsIn: 'worker', from: ['GATING'], budgetMs: 5_000 },
  { name: 'estimate', runsIn: 'collector', from: ['GATING'], budgetMs: 15_000 },
  { name: 'approve', runsIn: 'api', from: ['AWAITING_APPROVAL'], budgetMs: 5_000 },
  { name: 'recheck', runsIn: 'collector', from: ['APPROVED'], budgetMs: 10_000 },
  { name: 'execute', runsIn: 'collector', from: ['QUEUED'], claim: 'RUNNING', budgetMs: 10_000 },
  { name: 'ground', runsIn: 'collector', from: ['GROUNDING'], budgetMs: 10_000 },
  { name: 'answer', runsIn: 'collector', from: ['GROUNDING'], budgetMs: 10_000 },
] as const satisfies readonly Stage[];

export function stageOf(name: StageName): Stage {
  const stage = STAGE_LIST.find((s) => s.name === name);
  if (!stage) throw new TypeError(`no stage ${name}`);
  return stage;
}
