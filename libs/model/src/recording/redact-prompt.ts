import { redactText } from '@countersign/platform';

const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
/** Phone, card, account and resident numbers: nine digits or more, with the separators people write. */
const LONG_NUMBER = /(?<![\p{L}\p{N}.])\+?\d(?:[ -]?\d){8,}(?![\p{L}\p{N}])/gu;
const MASK = '[redacted]';

/**
 * A copy without what must not be kept: the given secrets, connection strings and bearer values, e-mail addresses and long
 * numbers, in every string at any depth. Names and other plain words stay: a prompt without them explains nothing.
 */
export function redactPrompt<T>(value: T, secrets: readonly string[]): T {
  return walk(value, secrets) as T;
}

function walk(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return redactString(value, secrets);
  if (Array.isArray(value)) return value.map((each) => walk(each, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each, secrets)]));
}

function redactString(text: string, secrets: readonly string[]): string {
  const without = secrets.filter((secret) => secret !== '').reduce((left, secret) => left.replaceAll(secret, MASK), text);
  return redactText(without).replace(EMAIL, MASK).replace(LONG_NUMBER, MASK);
}
