/** Closed kinds of "the world broke". */
export const FAULT_KINDS = [
  'source-unreachable', 'source-resting', 'source-auth-failed', 'source-dropped', 'source-no-tls', 'source-writable', 'query-failed',
  'time-cap', 'byte-cap', 'estimate-over-cap', 'cancelled', 'gate-unavailable', 'model-timeout', 'model-busy', 'model-unavailable', 'model-rejected', 'model-broken-reply', 'model-over-budget', 'store-unavailable', 'queue-unavailable', 'internal',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Thrown when the world broke. Compare by `kind`, never by `instanceof`. The cause goes to the log only. */
export class Fault extends Error {
  readonly isFault = true;
  constructor(
    readonly kind: FaultKind,
    readonly retryable: boolean,
    options: { cause?: unknown; params?: Record<string, string> } = {},
  ) {
    super(kind, { cause: options.cause });
    this.params = options.params ?? {};
  }
  readonly params: Record<string, string>;
}

export function isFault(error: unknown): error is Fault {
  return typeof error === 'object' && error !== null && (error as Fault).isFault === true;
}
