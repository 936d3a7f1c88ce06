/**
 * JSON with one spelling per value: object keys sorted by UTF-16 code unit, no blanks, `undefined` members left
 * out. Digests and audit hashes are taken over this text, so two processes that hold the same value hold the
 * same bytes (the idea of RFC 8785, restricted to strings, booleans, null, safe integers, arrays and objects).
 *
 * @throws TypeError on a number that is not a safe integer: figures travel as exact strings, never as floats.
 * @example canonicalJson({ b: 1, a: [true, null] }) // '{"a":[true,null],"b":1}'
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new TypeError(`canonical JSON holds integers only, got ${value}`);
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map((v) => canonicalJson(v ?? null)).join(',')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value as Record<string, unknown>)
      .filter(([, v]) => v !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([k, v]) => `${JSON.stringify(k)}:${canonicalJson(v)}`);
    return `{${members.join(',')}}`;
  }
  throw new TypeError(`canonical JSON can't hold a ${typeof value}`);
}
