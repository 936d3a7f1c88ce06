import { STAGES, type JobEvent, type JobState, type StageName, type StageTiming } from '@countersign/contracts';
import { isWorking, stateView } from '../../blocks/state-view';

export interface StageProgress {
  stage: StageName;
  status: 'done' | 'active' | 'waiting' | 'stopped' | 'ahead';
  /** Measured work, milliseconds; null while unknown. */
  workMs: number | null;
  /** Since when the stage is active or waiting. */
  since: string | null;
}

/** Which stage a state belongs to when the job itself no longer says so. */
const STAGE_OF: Partial<Record<JobState, StageName>> = {
  RECEIVED: 'resolve', RESOLVING: 'resolve', NEEDS_CLARIFICATION: 'resolve', REFUSED: 'resolve',
  GENERATING: 'generate', GENERATION_FAILED: 'generate', GATING: 'gate', GATE_REJECTED: 'gate',
  AWAITING_APPROVAL: 'approve', CHANGES_REQUESTED: 'approve', REJECTED: 'approve',
  APPROVED: 'recheck', STALE: 'recheck', QUEUED: 'execute', RUNNING: 'execute', UNKNOWN: 'execute', GROUNDING: 'ground',
  ANSWERED: 'answer', ANSWERED_TABLE_ONLY: 'answer',
};

/**
 * Every stage of the path with what is known of it: the measured times of those done, the running clock of
 * the one at work. Times come from the job's timings; a stage that ran twice counts both.
 */
export function stageProgress(job: { state: JobState; stage: StageName | null; updatedAt: string }, events: readonly JobEvent[], timings: readonly StageTiming[]): StageProgress[] {
  const work = new Map<StageName, number>();
  for (const timing of timings) {
    const stage = STAGES.find((name) => name === timing.step);
    if (stage) work.set(stage, (work.get(stage) ?? 0) + timing.durationUs / 1000);
  }
  const wait = timings.filter((timing) => timing.step === 'approval-wait').reduce((sum, timing) => sum + timing.durationUs / 1000, 0);
  const at = STAGES.indexOf(currentStage(job, events));
  const since = events.at(-1)?.at ?? job.updatedAt;
  const view = stateView(job.state);

  return STAGES.map((stage, index) => {
    const measured = work.get(stage);
    const workMs = stage === 'approve' && wait > 0 ? wait : (measured ?? null);
    if (index < at || (index === at && view.phase === 'answered')) return { stage, status: 'done', workMs, since: null };
    if (index > at) return { stage, status: 'ahead', workMs: null, since: null };
    if (isWorking(job.state)) return { stage, status: 'active', workMs, since };
    if (view.phase === 'waiting') return { stage, status: 'waiting', workMs: null, since };
    return { stage, status: 'stopped', workMs, since: null };
  });
}

function currentStage(job: { state: JobState; stage: StageName | null }, events: readonly JobEvent[]): StageName {
  if (job.stage && isWorking(job.state)) return job.stage;
  const known = STAGE_OF[job.state];
  const last = events.at(-1);
  if (known && known !== 'recheck') return known;
  // Cap exceeded, cancelled, expired, stale: the state does not say how far the job came; its last event does.
  return last?.stage ?? (last?.from ? STAGE_OF[last.from] : undefined) ?? known ?? 'receive';
}

/** Time of every step that was measured, summed by step, longest first. */
export function measuredSteps(timings: readonly StageTiming[]): { step: StageTiming['step']; ms: number; count: number }[] {
  const sums = new Map<StageTiming['step'], { ms: number; count: number }>();
  for (const { step, durationUs } of timings) {
    const sum = sums.get(step) ?? { ms: 0, count: 0 };
    sums.set(step, { ms: sum.ms + durationUs / 1000, count: sum.count + 1 });
  }
  return [...sums].map(([step, sum]) => ({ step, ...sum })).sort((a, b) => b.ms - a.ms);
}
