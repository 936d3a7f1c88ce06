import { JOB_STATES, type JobState } from '@countersign/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOVES, WAITING, canMove, isEnd } from './status.js';
import { STAGE_LIST, stageOf } from './stages.js';

const reachable = (from: JobState, without: JobState | null = null): Set<JobState> => {
  const seen = new Set<JobState>([from]);
  for (const state of seen) for (const next of MOVES[state]) if (next !== without) seen.add(next);
  return seen;
};

describe('the table of moves', () => {
  it('reaches every state from RECEIVED', () => {
    expect([...JOB_STATES].filter((s) => !reachable('RECEIVED').has(s))).toEqual([]);
  });

  it('lets no job reach RUNNING without passing APPROVED', () => {
    expect(reachable('RECEIVED', 'APPROVED').has('RUNNING')).toBe(false);
  });

  it('never leads from RUNNING back to RUNNING: nothing is executed twice', () => {
    const after = new Set<JobState>();
    for (const next of MOVES.RUNNING) for (const state of reachable(next)) after.add(state);
    expect(after.has('RUNNING')).toBe(false);
    expect(after.has('QUEUED')).toBe(false);
  });

  it('can end from every state that is not an end', () => {
    for (const state of JOB_STATES) expect([...reachable(state)].some(isEnd), state).toBe(true);
  });

  it('can be stopped by its asker in every state before the answer is composed', () => {
    const stoppable = JOB_STATES.filter((s) => !isEnd(s) && s !== 'GROUNDING');
    for (const state of stoppable) expect(canMove(state, 'CANCELLED') || canMove(state, 'WITHDRAWN'), state).toBe(true);
  });

  it('gives every waiting state an expiry', () => {
    for (const state of WAITING) expect(canMove(state, 'EXPIRED'), state).toBe(true);
  });

  it('holds for any walk: an end is an end', () => {
    fc.assert(fc.property(fc.array(fc.nat(20), { maxLength: 40 }), (steps) => {
      let state: JobState = 'RECEIVED';
      for (const step of steps) {
        const options: readonly JobState[] = MOVES[state];
        if (options.length === 0) { expect(isEnd(state)).toBe(true); return; }
        const next: JobState = options[step % options.length]!;
        expect(canMove(state, next)).toBe(true);
        state = next;
      }
    }));
  });
});

describe('the list of stages', () => {
  it('names each stage once, with the states it starts from', () => {
    expect(new Set(STAGE_LIST.map((s) => s.name)).size).toBe(STAGE_LIST.length);
    for (const stage of STAGE_LIST.slice(1)) expect(stage.from.length, stage.name).toBeGreaterThan(0);
  });

  it('claims only by a legal move', () => {
    for (const { name } of STAGE_LIST) {
      const { claim, from } = stageOf(name);
      if (claim) for (const state of from) expect(canMove(state, claim), `${state} → ${claim}`).toBe(true);
    }
  });
});
