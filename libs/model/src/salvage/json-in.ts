/** Open braces looked at in one text; a text of braces must not cost the square of its length. */
const MOST_STARTS = 64;
const FENCE = /```[^\n`]*\n([\s\S]*?)(?:```|$)/g;

/**
 * The JSON objects in a text, in order: those in code fences first, then those in prose. An object that stands inside
 * another is not listed by itself.
 *
 * @example jsonIn('Sure:\n```json\n{"a": 1}\n```') // [{ a: 1 }]
 */
export function jsonIn(text: string): Record<string, unknown>[] {
  const fenced = [...text.matchAll(FENCE)].map(([, inside = '']) => inside);
  const prose = text.replace(FENCE, '\n');
  return [...fenced, prose].flatMap(objectsIn);
}

function objectsIn(text: string): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  let starts = 0;
  for (let at = text.indexOf('{'); at !== -1 && starts < MOST_STARTS; starts += 1) {
    const end = endOfObject(text, at);
    const value = end === -1 ? undefined : parseLoosely(text.slice(at, end));
    if (value !== undefined) found.push(value);
    at = text.indexOf('{', value === undefined ? at + 1 : end);
  }
  return found;
}

/** Behind the brace that closes the one at `start`, or -1. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (quoted) {
      if (char === '\\') at += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{') depth += 1;
    else if (char === '}' && (depth -= 1) === 0) return at + 1;
  }
  return -1;
}

/** JSON, or JSON with the two faults that models make: SQL with raw line breaks in a string, and a comma too many. */
export function parseLoosely(text: string): Record<string, unknown> | undefined {
  return parseObject(text) ?? parseObject(mended(text));
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function mended(text: string): string {
  return text.replace(/"(?:[^"\\]|\\[\s\S])*"|,(?=\s*[}\]])/g, (part) => (part === ',' ? '' : part.replace(/[\u0000-\u001f]/g, (char) => JSON.stringify(char).slice(1, -1))));
}
