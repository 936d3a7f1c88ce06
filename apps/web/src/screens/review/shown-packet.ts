import type { ReviewPacket } from '@countersign/contracts';

/** What identifies the thing decided on: its digest and the job's version. */
export function packetKey(packet: ReviewPacket): string {
  return `${packet.job.id} ${packet.job.version} ${packet.job.review?.digest ?? ''}`;
}

export interface Blocked {
  /** Problem code in words, or null: everything may be decided. */
  code: string | null;
  /** Approving is off though rejecting is not. */
  approveOnly: boolean;
}

/**
 * What stands against a decision. A packet that changed since it was shown is decided on by no one before it
 * is read again; a change of the world only stops approval.
 */
export function blockedBy(shown: ReviewPacket, latest: ReviewPacket): Blocked {
  if (latest.job.state !== 'AWAITING_APPROVAL') return { code: 'not-awaiting-approval', approveOnly: false };
  if (packetKey(shown) !== packetKey(latest)) return { code: 'digest-mismatch', approveOnly: false };
  if (latest.blockedBecause) return { code: latest.blockedBecause, approveOnly: false };
  const [changed] = latest.changed;
  if (changed) return { code: changed.code, approveOnly: true };
  if (!latest.access.covered) return { code: 'stale-grant', approveOnly: true };
  return { code: null, approveOnly: false };
}
