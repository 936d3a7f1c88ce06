import type { JobState } from '@countersign/contracts';

/**
 * Legal moves of a job. The only table of its kind: every writer goes through {@link canMove}.
 * A state that maps to itself has more than one stage (GATING: gate, then estimate; GROUNDING: ground, then answer), or waits
 * for more than one person (AWAITING_APPROVAL). SQL that the asker brought goes from RECEIVED to the gate; an approver's edit goes
 * back to it.
 */
export const MOVES = {
  RECEIVED: ['RESOLVING', 'NEEDS_CLARIFICATION', 'GENERATING', 'GATING', 'REFUSED', 'CANCELLED', 'GENERATION_FAILED'],
  RESOLVING: ['NEEDS_CLARIFICATION', 'GENERATING', 'REFUSED', 'CANCELLED', 'GENERATION_FAILED'],
  NEEDS_CLARIFICATION: ['RESOLVING', 'WITHDRAWN', 'EXPIRED', 'CANCELLED'],
  GENERATING: ['GATING', 'NEEDS_CLARIFICATION', 'REFUSED', 'GENERATION_FAILED', 'CANCELLED'],
  GATING: ['GATING', 'GATE_REJECTED', 'CAP_EXCEEDED', 'EXECUTION_FAILED', 'AWAITING_APPROVAL', 'APPROVED', 'CANCELLED', 'GENERATION_FAILED'],
  AWAITING_APPROVAL: ['AWAITING_APPROVAL', 'GATING', 'APPROVED', 'REJECTED', 'CHANGES_REQUESTED', 'EXPIRED', 'STALE', 'WITHDRAWN', 'CANCELLED'],
  CHANGES_REQUESTED: ['RESOLVING', 'WITHDRAWN', 'EXPIRED', 'CANCELLED'],
  APPROVED: ['QUEUED', 'STALE', 'EXPIRED', 'CANCELLED', 'EXECUTION_FAILED'],
  QUEUED: ['RUNNING', 'STALE', 'EXPIRED', 'CANCELLED', 'EXECUTION_FAILED'],
  RUNNING: ['GROUNDING', 'CAP_EXCEEDED', 'EXECUTION_FAILED', 'CANCELLED', 'UNKNOWN', 'STALE'],
  GROUNDING: ['GROUNDING', 'ANSWERED', 'ANSWERED_TABLE_ONLY', 'EXECUTION_FAILED'],
  // ends
  GATE_REJECTED: [], GENERATION_FAILED: [], REFUSED: [], REJECTED: [], EXPIRED: [], WITHDRAWN: [], STALE: [],
  CAP_EXCEEDED: [], EXECUTION_FAILED: [], CANCELLED: [], UNKNOWN: [], ANSWERED: [], ANSWERED_TABLE_ONLY: [],
} as const satisfies Record<JobState, readonly JobState[]>;

export function canMove(from: JobState, to: JobState): boolean {
  return (MOVES[from] as readonly JobState[]).includes(to);
}

/** No move leads out of it. */
export function isEnd(state: JobState): boolean {
  return MOVES[state].length === 0;
}

/** A person must act before it goes on. */
export const WAITING: readonly JobState[] = ['NEEDS_CLARIFICATION', 'AWAITING_APPROVAL', 'CHANGES_REQUESTED'];
