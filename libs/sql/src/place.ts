import type { Place } from '@countersign/contracts';

const AROUND = 30;

/**
 * Line and column (1-based, in characters as an editor counts them) and the text around an offset.
 *
 * @param at UTF-16 offset; beyond the end it means the end.
 * @example placeOf('SELECT\n  x', 9) // { line: 2, column: 3, excerpt: 'SELECT x' }
 */
export function placeOf(text: string, at: number): Place {
  const offset = Math.min(Math.max(at, 0), text.length);
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  const excerpt = text
    .slice(Math.max(0, offset - AROUND), offset + AROUND)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return { line: before.split('\n').length, column: [...before.slice(lineStart)].length + 1, excerpt };
}
