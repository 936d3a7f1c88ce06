import { isFault, problemText, PROBLEMS, type Locale, type ProblemCode, type ProblemDetails } from '@countersign/contracts';
import { FAULT_PROBLEM, PROBLEM_STATUS } from './problem-status.js';
import { Problem } from './problem.js';

export const PROBLEM_MEDIA = 'application/problem+json';

/** What is sent for an error, and whether the error itself belongs in the log. */
export interface ProblemReply {
  document: ProblemDetails;
  headers: Record<string, string>;
  /** True when the caller only gets a reference and the details stay here. */
  logged: boolean;
}

/** Writes the RFC 9457 document of a code. */
export function problemDocument(code: ProblemCode, params: Record<string, string>, locale: Locale, reference?: string): ProblemDetails {
  return {
    type: `urn:countersign:problem:${code}`,
    title: problemText(code, locale, params),
    status: PROBLEM_STATUS[code],
    code,
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(reference === undefined ? {} : { reference }),
  };
}

/** Translates anything thrown. An unknown error becomes `internal` with a reference: its text never leaves the process. */
export function replyFor(error: unknown, locale: Locale, reference: string): ProblemReply {
  if (error instanceof Problem) return { document: problemDocument(error.code, error.params, locale), headers: error.headers, logged: false };
  if (isFault(error)) {
    const code = FAULT_PROBLEM[error.kind];
    if (code !== undefined) return { document: problemDocument(code, {}, locale, reference), headers: { 'retry-after': '2' }, logged: true };
  }
  const known = fromHttpError(error);
  if (known) return { document: problemDocument(known.code, known.params, locale), headers: {}, logged: false };
  return { document: problemDocument('internal', { reference }, locale, reference), headers: {}, logged: true };
}

/** Errors of the body parser and the router carry a type and a status; they mean the request was bad, not that we broke. */
function fromHttpError(error: unknown): { code: ProblemCode; params: Record<string, string> } | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { type, status, limit, getStatus } = error as { type?: unknown; status?: unknown; limit?: unknown; getStatus?: () => number };
  if (type === 'entity.too.large') return { code: 'payload-too-large', params: { limit: typeof limit === 'number' ? `${Math.round(limit / 1024)} KB` : '64 KB' } };
  if (type === 'entity.parse.failed') return { code: 'invalid-body', params: { detail: 'the body is not JSON' } };
  if (type === 'charset.unsupported' || type === 'encoding.unsupported') return { code: 'invalid-body', params: { detail: 'send UTF-8 JSON' } };
  if (type === 'request.aborted' || type === 'request.size.invalid') return { code: 'invalid-body', params: { detail: 'the body ended early' } };
  const http = typeof getStatus === 'function' ? getStatus.call(error) : status;
  if (http === 404 || http === 405) return { code: 'not-found', params: {} };
  if (http === 400) return { code: 'invalid-body', params: { detail: 'the address is not valid' } };
  return undefined;
}

/** True for a code of the registry; libraries hand codes on as text. */
export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}
