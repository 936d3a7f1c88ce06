const FENCED_SQL = /```[ \t]*(\w*)[^\n`]*\n([\s\S]*?)(?:```|$)/g;
const QUERY = /^\s*(?:with|select)\b/i;
/** A query that begins a line, up to its semicolon at a line's end, an empty line or the end. */
const QUERY_LINE = /^[ \t]*(?:with|select)\b[\s\S]*?(?:;[ \t]*$|\n[ \t]*\n|(?![\s\S]))/im;

/**
 * The query in a text, or undefined: the last fence that holds one (models correct themselves downwards), else one that
 * begins a line. The final semicolon is left out. Whether it is SQL at all is the gate's to say.
 *
 * @example sqlIn('You can use\n```sql\nSELECT 1;\n```') // 'SELECT 1'
 */
export function sqlIn(text: string): string | undefined {
  const fenced = [...text.matchAll(FENCED_SQL)].map(([, , inside = '']) => inside).filter((inside) => QUERY.test(inside)).at(-1);
  const found = fenced ?? QUERY_LINE.exec(text.replace(FENCED_SQL, '\n'))?.[0];
  return found?.trim().replace(/\s*;$/, '');
}
