import type { ReviewPacket } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { blockedBy } from './shown-packet';

function packet(over: Partial<ReviewPacket> = {}, job: Partial<ReviewPacket['job']> = {}): ReviewPacket {
  return {
    job: { id: 'j', version: 4, state: 'AWAITING_APPROVAL', review: { digest: 'a'.repeat(64) }, ...job },
    blockedBecause: null, changed: [], access: { covered: true, missing: [], checkedAt: '' }, ...over,
  } as unknown as ReviewPacket;
}

describe('what stands against a decision', () => {
  it('is nothing when the packet is as it was shown', () => {
    expect(blockedBy(packet(), packet())).toEqual({ code: null, approveOnly: false });
  });

  it('is the digest when the SQL changed while it was read', () => {
    expect(blockedBy(packet(), packet({}, { review: { digest: 'b'.repeat(64) } as never }))).toEqual({ code: 'digest-mismatch', approveOnly: false });
    expect(blockedBy(packet(), packet({}, { version: 5 }))).toEqual({ code: 'digest-mismatch', approveOnly: false });
  });

  it('is the state when someone else decided', () => {
    expect(blockedBy(packet(), packet({}, { state: 'REJECTED', version: 5 }))).toEqual({ code: 'not-awaiting-approval', approveOnly: false });
  });

  it('is four eyes for the asker', () => {
    expect(blockedBy(packet(), packet({ blockedBecause: 'own-question' }))).toEqual({ code: 'own-question', approveOnly: false });
  });

  it('stops approval but not rejection when the world moved', () => {
    expect(blockedBy(packet(), packet({ changed: [{ code: 'stale-pack', params: {} }] }))).toEqual({ code: 'stale-pack', approveOnly: true });
    expect(blockedBy(packet(), packet({ access: { covered: false, missing: ['orders'], checkedAt: '' } }))).toEqual({ code: 'stale-grant', approveOnly: true });
  });
});
