import type { JobState } from '@countersign/contracts';

export type Tone = 'ok' | 'wait' | 'bad' | 'info' | 'calm';
export interface StateView {
  tone: Tone;
  /** working: a process is at it · waiting: a person must act · answered · ended: it goes no further. */
  phase: 'working' | 'waiting' | 'answered' | 'ended';
}

/** How each state looks. The words are in the language files under `state`. */
const VIEWS: Record<JobState, StateView> = {
  RECEIVED: { tone: 'info', phase: 'working' },
  RESOLVING: { tone: 'info', phase: 'working' },
  NEEDS_CLARIFICATION: { tone: 'wait', phase: 'waiting' },
  GENERATING: { tone: 'info', phase: 'working' },
  GATING: { tone: 'info', phase: 'working' },
  GATE_REJECTED: { tone: 'bad', phase: 'ended' },
  GENERATION_FAILED: { tone: 'bad', phase: 'ended' },
  REFUSED: { tone: 'calm', phase: 'ended' },
  AWAITING_APPROVAL: { tone: 'wait', phase: 'waiting' },
  CHANGES_REQUESTED: { tone: 'wait', phase: 'waiting' },
  APPROVED: { tone: 'info', phase: 'working' },
  REJECTED: { tone: 'bad', phase: 'ended' },
  EXPIRED: { tone: 'calm', phase: 'ended' },
  WITHDRAWN: { tone: 'calm', phase: 'ended' },
  STALE: { tone: 'wait', phase: 'ended' },
  QUEUED: { tone: 'info', phase: 'working' },
  RUNNING: { tone: 'info', phase: 'working' },
  CAP_EXCEEDED: { tone: 'wait', phase: 'ended' },
  EXECUTION_FAILED: { tone: 'bad', phase: 'ended' },
  CANCELLED: { tone: 'calm', phase: 'ended' },
  UNKNOWN: { tone: 'bad', phase: 'ended' },
  GROUNDING: { tone: 'info', phase: 'working' },
  ANSWERED: { tone: 'ok', phase: 'answered' },
  ANSWERED_TABLE_ONLY: { tone: 'wait', phase: 'answered' },
};

export function stateView(state: JobState): StateView {
  return VIEWS[state];
}

export function isWorking(state: JobState): boolean {
  return VIEWS[state].phase === 'working';
}

/** Nothing will change by itself any more. */
export function isOver(state: JobState): boolean {
  return VIEWS[state].phase === 'answered' || VIEWS[state].phase === 'ended';
}
