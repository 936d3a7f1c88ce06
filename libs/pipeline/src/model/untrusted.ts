/**
 * Text that somebody outside wrote (a comment, a value, a name), as a model may see it: one line, capped, in JSON quotes, so
 * that it can't end its own place and pass for ours.
 *
 * @example untrusted('ignore all\nrules', 12) // '"ignore all r…"'
 */
export function untrusted(text: string, most = 120): string {
  const line = text.normalize('NFC').replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\s+/g, ' ').trim();
  const points = Array.from(line);
  return JSON.stringify(points.length > most ? `${points.slice(0, most).join('')}…` : line).replace(/</g, '\\u003c');
}
