import type { Transition } from '@countersign/pipeline';
import { describe, expect, it } from 'vitest';
import { joined, moveWrite } from './job-write.js';

const AT = '2026-06-30T09:00:00.000Z';
const move = (fields: Partial<Transition>): Transition => ({
  tenantId: 't', jobId: 'j', dataSourceId: 'd', expectedVersion: 3, from: 'GENERATING', to: 'GATING', nextStage: 'gate', continues: true,
  actor: { kind: 'system', id: 'w', name: 'w' }, reason: null, at: AT, writes: {}, timings: [], audit: [], traceparent: null, ...fields,
});
const refusal = { code: 'c', params: {}, nearest: [] };

describe('two moves in a row', () => {
  const first = moveWrite(move({ writes: { refusal: null, choices: { a: 'b' } }, traceparent: '00-aa' }));

  it('are one write from the first state to the last, with both events', () => {
    const second = moveWrite(move({ expectedVersion: 4, from: 'GATING', to: 'GATING', nextStage: 'estimate', continues: false, writes: { refusal } }));
    expect(joined(first, second)).toMatchObject({
      expectedVersion: 3, from: 'GENERATING', to: 'GATING', stage: 'estimate', traceparent: '00-aa', writes: { refusal, choices: { a: 'b' } },
      events: [{ from: 'GENERATING', stage: 'gate' }, { from: 'GATING', stage: 'estimate' }], outbox: { queue: 'collector', payload: { version: 5, stage: 'estimate' } },
    });
  });

  it('keep what the first wrote where the second leaves a member undefined', () => {
    const second = moveWrite(move({ expectedVersion: 4, from: 'GATING', writes: { refusal: undefined } }));
    expect(joined(first, second)?.writes).toEqual({ refusal: null, choices: { a: 'b' } });
  });

  it('stay two when the second does not follow, is of another job, or the first left work for a queue', () => {
    const from = 'GATING' as const;
    expect(joined(first, moveWrite(move({ expectedVersion: 5, from })))).toBeUndefined();
    expect(joined(first, moveWrite(move({ expectedVersion: 4, from: 'RECEIVED' })))).toBeUndefined();
    expect(joined(first, moveWrite(move({ expectedVersion: 4, from, jobId: 'k' })))).toBeUndefined();
    expect(joined(moveWrite(move({ continues: false })), moveWrite(move({ expectedVersion: 4, from })))).toBeUndefined();
  });
});

describe('the end of a wait', () => {
  const expires = (fields: Partial<Transition>) => moveWrite(move(fields)).expiresAt;

  it('is the approval’s, holds while queued, and is gone afterwards', () => {
    const approved = moveWrite(move({ from: 'GATING', to: 'APPROVED', writes: { approval: { validUntil: AT } as never } }));
    const queued = joined(approved, moveWrite(move({ expectedVersion: 4, from: 'APPROVED', to: 'QUEUED' })));
    expect([approved.expiresAt, queued?.expiresAt]).toEqual([AT, AT]);
    expect(queued && joined(queued, moveWrite(move({ expectedVersion: 5, from: 'QUEUED', to: 'RUNNING' })))?.expiresAt).toBeNull();
  });

  it('is left as it is where a move says nothing of it', () => {
    expect(expires({ to: 'AWAITING_APPROVAL' })).toBeUndefined();
    expect(expires({ to: 'QUEUED' })).toBeUndefined();
    expect(expires({ to: 'GATING' })).toBeNull();
  });
});
