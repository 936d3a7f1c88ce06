import { isFault, type FaultKind } from '@countersign/contracts';
import type { OracleSession } from './oracle-session.js';

/** What is said between the collector and the process of a session. */
export type WorkerMethod = 'dial' | 'ask' | 'open' | 'fetch' | 'rollback' | 'stop' | 'end';
export interface Question { id: number; method: WorkerMethod; args: unknown[] }
export type Answer = { id: number; value: unknown } | { id: number; error: { kind: FaultKind; retryable: boolean; params: Record<string, string> } | { code?: string; offset?: number; message: string } };
export type SessionFacts = Pick<OracleSession, 'serverVersion' | 'tlsVersion'>;

/** Errors cross as plain data: their classes don't. */
export function plain(error: unknown): Extract<Answer, { error: unknown }>['error'] {
  if (isFault(error)) return { kind: error.kind, retryable: error.retryable, params: error.params };
  const { code, offset, message } = error as { code?: unknown; offset?: unknown; message?: unknown };
  return { message: String(message), ...(typeof code === 'string' ? { code } : {}), ...(typeof offset === 'number' ? { offset } : {}) };
}
