import { Fault, type FaultKind } from '@countersign/contracts';
import { CallFailure, type FailureKind } from './http/call-failure.js';

const KIND: Readonly<Record<FailureKind, FaultKind>> = {
  timeout: 'model-timeout', busy: 'model-busy', unavailable: 'model-unavailable', rejected: 'model-rejected', 'broken-reply': 'model-broken-reply',
};

/** What the caller of a turn is told, and what the log shows: codes and counts, never a text of either side. */
export function turnFault(failure: CallFailure, turn: { name: string; made: number }): Fault {
  const { status, code, retryAfterMs, usage } = failure.details;
  const said = { model: turn.name, requests: turn.made, status, code, retryAfterMs, inputTokens: usage?.inputTokens, outputTokens: usage?.outputTokens };
  const params = Object.fromEntries(Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
  return new Fault(KIND[failure.kind], failure.kind !== 'rejected', { cause: failure, params });
}
