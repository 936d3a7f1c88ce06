const SECRET_KEY = /pass(word|wd|phrase)?$|secret|token|authori[sz]ation|credential|cookie|api[-_]?key|private[-_]?key|sealed|^key$|csrf/i;
/** Keys that look secret and are not: counts and names of tokens, ids. */
const HARMLESS_KEY = /(tokens|token_?count|tokenid|token_?name|credentialid|keyid)$/i;
const MASK = '[redacted]';
const MAX_DEPTH = 8;

/** A password inside a connection string, and bearer values wherever they stand. */
export function redactText(text: string): string {
  return text
    .replace(/([a-z][a-z0-9+.-]*:\/\/[^\s:/@]*):[^\s/@]+@/gi, `$1:${MASK}@`)
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${MASK}`);
}

/**
 * A copy that may be logged: members whose key names a secret are masked at any depth, connection strings lose their
 * password, errors become plain data with their causes.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value) || ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  // Deep or circular: what is cut off can't leak.
  if (depth >= MAX_DEPTH) return '[deeper]';
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redact(item, depth + 1));
  const out: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) out[key] = isSecretKey(key) && member !== null && member !== undefined ? MASK : redact(member, depth + 1);
  return out;
}

function isSecretKey(key: string): boolean {
  return SECRET_KEY.test(key) && !HARMLESS_KEY.test(key);
}

/** Driver errors carry rows, parameters and whole connection settings: only what names the fault is kept. */
function redactError(error: Error, depth: number): Record<string, unknown> {
  const { code, kind, retryable, params, cause, errors } = error as Error & { code?: unknown; kind?: unknown; retryable?: unknown; params?: unknown; errors?: unknown };
  const out: Record<string, unknown> = { type: error.name, message: redactText(error.message), stack: redactText(error.stack ?? '') };
  if (code !== undefined) out.code = String(code);
  if (kind !== undefined) out.kind = String(kind);
  if (retryable !== undefined) out.retryable = retryable;
  if (params !== undefined) out.params = redact(params, depth + 1);
  if (cause !== undefined) out.cause = redact(cause, depth + 1);
  if (Array.isArray(errors)) out.errors = redact(errors, depth + 1);
  return out;
}
