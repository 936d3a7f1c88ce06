import { Fault, isFault, type FaultKind } from '@countersign/contracts';
import type { Phase } from './driver.js';

/** What a code means: its kind, whether the same again may succeed, and a word for it. */
export type Meaning = [kind: FaultKind, retryable: boolean, detail?: string];

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EACCES', 'ENOENT', 'EINVAL']);
const DROPPED = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);
/** Node's codes for a certificate that does not hold; OpenSSL's own start with ERR_SSL_ or ERR_TLS_. */
const CERTIFICATE = new Set(['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'CERT_UNTRUSTED', 'CERT_REVOKED', 'HOSTNAME_MISMATCH', 'INVALID_CA', 'EPROTO']);

/** A fault that passed through a driver, as it was or as the cause of the driver's own error. */
export function knownFault(error: unknown): Fault | undefined {
  if (isFault(error)) return error;
  const { cause } = (error ?? {}) as { cause?: unknown };
  return isFault(cause) ? cause : undefined;
}

/** What Node's sockets and TLS say, the same for every driver; undefined when the code is not theirs. */
export function networkFault(error: unknown, phase: Phase): Fault | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  if (code.startsWith('ERR_TLS_') || code.startsWith('ERR_SSL_') || CERTIFICATE.has(code)) return faultOf(['source-no-tls', false, code], error);
  const kind = phase === 'connecting' ? 'source-unreachable' : 'source-dropped';
  if (DROPPED.has(code)) return faultOf([kind, true, code], error);
  if (UNREACHABLE.has(code)) return faultOf([kind, code !== 'ENOTFOUND', code], error);
  return undefined;
}

/**
 * The original travels as the cause, for the log only; the parameters hold codes and positions, never text from the
 * server, which may quote values.
 */
export function faultOf([kind, retryable, detail]: Meaning, cause: unknown, params: Record<string, string> = {}): Fault {
  const word: Record<string, string> = kind === 'query-failed' ? { kind: detail ?? params['sqlstate'] ?? 'unknown' } : detail === undefined ? {} : { detail };
  return new Fault(kind, retryable, { cause, params: { ...word, ...params } });
}

/** Node wraps the attempts at several addresses in one AggregateError that carries the code of the first. */
export function codeOf(error: unknown): string | undefined {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: unknown[] };
  if (typeof code === 'string') return code;
  return Array.isArray(errors) ? errors.map(codeOf).find((c) => c !== undefined) : undefined;
}
