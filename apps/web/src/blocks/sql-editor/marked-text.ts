/** A place in a text as the gate names it: 1-based, columns in characters. */
interface At {
  line: number;
  column: number;
}

/** The text cut in three around what stands at a place: a word, a quoted name or text, or one sign. */
export interface MarkedText {
  before: string;
  mark: string;
  after: string;
}

const THING = /^(?:[\p{L}\p{N}_$]+|"(?:[^"]|"")*"?|'(?:[^']|'')*'?|\s|.)/su;

/** Offset of a place; beyond the end of its line it is that end. */
export function offsetOf(text: string, { line, column }: At): number {
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0);
  return Math.min(text.length, start + [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length);
}

/**
 * Marks what a finding is about. At the very end, where something is missing, the last sign is marked.
 * @example markedText('SELECT x FROM y', { line: 1, column: 15 }) // { before: 'SELECT x FROM ', mark: 'y', after: '' }
 */
export function markedText(text: string, at: At | undefined): MarkedText {
  if (!at || text === '') return { before: text, mark: '', after: '' };
  const start = Math.min(offsetOf(text, at), text.trimEnd().length - (offsetOf(text, at) >= text.trimEnd().length ? 1 : 0));
  const from = Math.max(0, start);
  const mark = THING.exec(text.slice(from))?.[0] ?? '';
  return { before: text.slice(0, from), mark, after: text.slice(from + mark.length) };
}
