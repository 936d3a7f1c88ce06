/** Why one HTTP call gave nothing. */
export type FailureKind = 'timeout' | 'busy' | 'unavailable' | 'rejected' | 'broken-reply';

export interface FailureDetails {
  status?: number;
  /** The provider's own short code, e.g. 'insufficient_quota', or Node's, e.g. 'ECONNREFUSED'. Never a text. */
  code?: string;
  /** How long the provider wants to be left alone. */
  retryAfterMs?: number;
  /** What the reply, useless as it is, says it used. */
  usage?: { inputTokens: number; outputTokens: number };
}

/** Holds codes and numbers only: bodies quote prompts and headers hold keys, and errors end in logs. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  /** @param again was surely nothing generated, so that the same call may be made again? */
  constructor(readonly kind: FailureKind, readonly again: boolean, readonly details: FailureDetails = {}) {
    super([kind, details.status, details.code].filter((part) => part !== undefined).join(' '));
  }
}
