import { JOB_STATES, STAGES, type JobEvent, type JobState, type StageName } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { measuredSteps, stageProgress } from './stage-progress';

const AT = '2026-07-01T09:00:00.000Z';
const system = { kind: 'system' as const, id: 'worker', name: 'worker' };
const event = (to: JobState, stage: StageName | null, from: JobState | null = null): JobEvent => ({ seq: 1, at: AT, actor: system, from, to, stage, reason: null });
const timing = (step: StageName | 'approval-wait', durationUs: number) => ({ step, startedAt: AT, durationUs, attempt: 1, process: 'worker' });
const statuses = (state: JobState, stage: StageName | null, events: JobEvent[]) => Object.fromEntries(stageProgress({ state, stage, updatedAt: AT }, events, []).map((row) => [row.stage, row.status]));

describe('stage timeline', () => {
  it('shows what is done, what is at work and what lies ahead', () => {
    expect(statuses('GATING', 'estimate', [event('GATING', 'estimate')])).toMatchObject({ receive: 'done', gate: 'done', estimate: 'active', approve: 'ahead', answer: 'ahead' });
  });

  it('shows the wait for a person as a wait', () => {
    expect(statuses('AWAITING_APPROVAL', null, [event('AWAITING_APPROVAL', null)])).toMatchObject({ estimate: 'done', approve: 'waiting', recheck: 'ahead' });
  });

  it('stops at the stage that refused', () => {
    expect(statuses('REFUSED', null, [event('REFUSED', null)])).toMatchObject({ receive: 'done', resolve: 'stopped', generate: 'ahead' });
  });

  it('stops a cancelled job where it was cancelled', () => {
    expect(statuses('CANCELLED', null, [event('CANCELLED', null, 'RUNNING')])).toMatchObject({ recheck: 'done', execute: 'stopped', ground: 'ahead' });
  });

  it('is all done once answered', () => {
    expect(new Set(Object.values(statuses('ANSWERED', null, [event('ANSWERED', null)])))).toEqual(new Set(['done']));
  });

  it('has one line per stage in every state', () => {
    for (const state of JOB_STATES) expect(stageProgress({ state, stage: null, updatedAt: AT }, [], []).map((row) => row.stage)).toEqual([...STAGES]);
  });

  it('adds up attempts and takes the wait of a person for approval', () => {
    const rows = stageProgress({ state: 'ANSWERED', stage: null, updatedAt: AT }, [], [timing('generate', 1_500), timing('generate', 2_500), timing('approve', 900), timing('approval-wait', 240_000_000)]);
    expect(rows.find((row) => row.stage === 'generate')?.workMs).toBe(4);
    expect(rows.find((row) => row.stage === 'approve')?.workMs).toBe(240_000);
  });

  it('lists measured steps, longest first', () => {
    expect(measuredSteps([timing('gate', 500), timing('execute', 9_000), timing('gate', 700)])).toEqual([{ step: 'execute', ms: 9, count: 1 }, { step: 'gate', ms: 1.2, count: 2 }]);
  });
});
