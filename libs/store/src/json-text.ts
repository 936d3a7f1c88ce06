/** What jsonb can't hold: NUL and halves of surrogate pairs. */
const UNSTORABLE = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/** The same in JSON's spelling, as a quick look: may match text that only mentions it. */
const SUSPECT = /\\u(?:0000|d[89a-f])/;

/**
 * JSON for a jsonb parameter. Characters that jsonb refuses become U+FFFD, so that a candidate or a comment with a NUL
 * in it ends in a refusal of the gate and not in a job that can never be saved. Result cells do not pass here: they are
 * kept exactly, as json.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  if (!SUSPECT.test(text)) return text;
  return JSON.stringify(value, (_key, member: unknown) => (typeof member === 'string' ? member.replace(UNSTORABLE, '\ufffd') : member));
}

/** A copy of the value as jsonb will give it back. */
export function storableJson<T>(value: T): T {
  return JSON.parse(jsonText(value)) as T;
}
