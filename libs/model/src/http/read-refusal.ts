import { CallFailure, type FailureKind } from './call-failure.js';
import type { PostReply } from './post.js';

/** What a status other than 2xx means. 529 is Anthropic's "overloaded". */
export function readRefusal({ status, headers, body }: PostReply, now: number): CallFailure {
  const code = codeIn(body);
  const retryAfterMs = retryAfter(headers, now);
  const [kind, again] = meaningOf(status, code);
  return new CallFailure(kind, again, { status, ...(code === undefined ? {} : { code }), ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
}

/** Codes that come with 429 and don't pass by waiting: the account is empty. */
const EMPTY_ACCOUNT = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_error']);

function meaningOf(status: number, code: string | undefined): [FailureKind, boolean] {
  if (code !== undefined && EMPTY_ACCOUNT.has(code)) return ['rejected', false];
  if (status === 429 || status === 529 || status === 503) return ['busy', true];
  if (status >= 500 || status === 408 || status === 409) return ['unavailable', true];
  return ['rejected', false];
}

/** `error.code` or `error.type`, when it is a word and not a sentence. */
function codeIn(body: string): string | undefined {
  let read: unknown;
  try {
    read = JSON.parse(body);
  } catch {
    return undefined;
  }
  const { error } = (typeof read === 'object' && read !== null ? read : {}) as { error?: { code?: unknown; type?: unknown } | null };
  return [error?.code, error?.type].find((word): word is string => typeof word === 'string' && /^[a-z][a-z0-9_.-]{0,63}$/i.test(word));
}

/** `retry-after-ms`, else `retry-after` in seconds or as a date. */
export function retryAfter(headers: Readonly<Record<string, unknown>>, now: number): number | undefined {
  const [exact, coarse] = [headers['retry-after-ms'], headers['retry-after']];
  if (typeof exact === 'string' && /^\d{1,12}(\.\d+)?$/.test(exact)) return Math.ceil(Number(exact));
  if (typeof coarse !== 'string') return undefined;
  if (/^\d{1,9}(\.\d+)?$/.test(coarse)) return Math.ceil(Number(coarse) * 1_000);
  const date = Date.parse(coarse);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
