/** A line of three backticks, with or without the name of a language: where Markdown begins or ends a piece of code. */
const FENCE = /^[ \t]*```[ \t]*[A-Za-z+]*[ \t]*$/gm;
/** All on one line: ```sql SELECT 1``` */
const ON_ONE_LINE = /^(\s*```(?:[A-Za-z]+[ \t]+)?)([^`\n\r]*?)(```\s*)$/;
const BEGINS_A_QUERY = /^[\s(]*(?:select|with)\b/i;

/**
 * What a model writes around its SQL, blanked out: Markdown fences, and the prose before and after them. Every offset
 * stays what it was. Text without fences comes back as it is, and so does text with two pieces of code: which one was
 * meant is not ours to say.
 *
 * @example withoutFences('Sure:\n```sql\nSELECT 1\n```').trim() // 'SELECT 1'
 */
export function withoutFences(text: string): string {
  if (!text.includes('```')) return text;
  const line = ON_ONE_LINE.exec(text);
  if (line) return blank(line[1]!) + line[2]! + blank(line[3]!);
  const fences = [...text.matchAll(FENCE)].map((m) => ({ start: m.index, end: m.index + m[0].length }));
  const [first, second] = fences;
  if (!first) return text;
  // A model whose answer was begun for it closes a fence that it did not open.
  if (BEGINS_A_QUERY.test(text.slice(0, first.start))) return only(text, 0, first.start);
  const rest = fences.slice(2).some((fence, i, all) => i % 2 === 0 && text.slice(fence.end, all[i + 1]?.start).trim() !== '');
  return rest ? text : only(text, first.end, second?.start ?? text.length);
}

const only = (text: string, start: number, end: number): string => blank(text.slice(0, start)) + text.slice(start, end) + blank(text.slice(end));

const blank = (text: string): string => text.replace(/[^\n\r]/g, ' ');
