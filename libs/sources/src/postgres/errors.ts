import { Fault, isFault, type FaultKind } from '@countersign/contracts';

/** When it happened: the same code means another thing while connecting than in the middle of a result. */
export type Phase = 'connecting' | 'running';

type Meaning = [kind: FaultKind, retryable: boolean, detail?: string];

/** SQLSTATE, whole or class, to what it means here. Messages are never read: servers speak every language. */
const SQLSTATE: Record<string, Meaning> = {
  '28': ['source-auth-failed', false],
  '3D': ['source-unreachable', false, 'no-such-database'],
  '42501': ['query-failed', false, 'no-privilege'],
  '53300': ['source-unreachable', true, 'too-many-connections'],
  '53': ['query-failed', true, 'out-of-resources'],
  '57014': ['query-failed', false, 'cancelled-on-server'],
  '57P03': ['source-unreachable', true, 'starting-up'],
  '57P': ['source-dropped', true],
  '25P03': ['source-dropped', true],
  '25P04': ['source-dropped', true],
  '55P03': ['query-failed', true, 'locked'],
  '40': ['query-failed', true, 'conflict'],
  '25006': ['query-failed', false, 'read-only'],
  '08': ['source-dropped', true],
  XX: ['query-failed', false, 'server-fault'],
};

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EACCES', 'ENOENT', 'EINVAL']);
const DROPPED = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);
/** Node's codes for a certificate that does not hold; OpenSSL's own start with ERR_SSL_ or ERR_TLS_. */
const CERTIFICATE = new Set(['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'CERT_UNTRUSTED', 'CERT_REVOKED', 'HOSTNAME_MISMATCH', 'INVALID_CA', 'EPROTO']);

const isSqlState = (code: string) => /^[0-9A-Z]{5}$/.test(code) && !UNREACHABLE.has(code) && !DROPPED.has(code);

/**
 * A driver or socket error as a closed kind. The original travels as the cause, for the log only; the parameters
 * hold codes and positions, never text from the server, which may quote values.
 */
export function toFault(error: unknown, phase: Phase): Fault {
  if (isFault(error)) return error;
  const { cause } = (error ?? {}) as { cause?: unknown };
  if (isFault(cause)) return cause;
  const code = codeOf(error);
  if (code === undefined) return phase === 'connecting' ? fault(['source-unreachable', true], error) : fault(['source-dropped', true], error);
  if (code.startsWith('ERR_TLS_') || code.startsWith('ERR_SSL_') || CERTIFICATE.has(code)) return fault(['source-no-tls', false, code], error);
  if (DROPPED.has(code)) return fault([phase === 'connecting' ? 'source-unreachable' : 'source-dropped', true, code], error);
  if (UNREACHABLE.has(code)) return fault([phase === 'connecting' ? 'source-unreachable' : 'source-dropped', code !== 'ENOTFOUND', code], error);
  if (!isSqlState(code)) return new Fault('internal', false, { cause: error, params: { code } });
  const meaning = SQLSTATE[code] ?? SQLSTATE[code.slice(0, 3)] ?? SQLSTATE[code.slice(0, 2)] ?? ['query-failed', false];
  return fault(meaning, error, code, positionOf(error));
}

function fault([kind, retryable, detail]: Meaning, cause: unknown, sqlstate?: string, position?: string): Fault {
  const params: Record<string, string> = {};
  if (kind === 'query-failed') params['kind'] = detail ?? sqlstate ?? 'unknown';
  else if (detail !== undefined) params['detail'] = detail;
  if (sqlstate !== undefined) params['sqlstate'] = sqlstate;
  if (position !== undefined) params['position'] = position;
  return new Fault(kind, retryable, { cause, params });
}

/** Node wraps the attempts at several addresses in one AggregateError that carries the code of the first. */
function codeOf(error: unknown): string | undefined {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: unknown[] };
  if (typeof code === 'string') return code;
  return Array.isArray(errors) ? errors.map(codeOf).find((c) => c !== undefined) : undefined;
}

/** 1-based character in the statement that the server points at. */
function positionOf(error: unknown): string | undefined {
  const { position } = (error ?? {}) as { position?: unknown };
  return typeof position === 'string' && /^\d+$/.test(position) ? position : undefined;
}
