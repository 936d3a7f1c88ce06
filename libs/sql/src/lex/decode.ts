import type { Lexis } from '../dialects/lexis.js';
import { refuse } from '../refusal.js';
import type { Token } from './tokens.js';

/** What MySQL's backslash escapes stand for; any other character stands for itself. `\%` and `\_` keep their backslash. */
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '%': '\\%', _: '\\_' };

/** The text that a string or quoted-name token stands for. */
export function valueOf(text: string, token: Token, lexis: Lexis): string {
  const written = text.slice(token.start, token.end);
  if (token.type === 'hex') return hexDigits(written);
  if (token.type === 'delimited-string') return written.slice(written.indexOf("'") + 2, -2);
  const open = token.type === 'string' ? written.search(/['"]/) : 0;
  const quote = written.at(-1)!;
  const body = written.slice(open + 1, -1);
  if (token.type !== 'string' || !lexis.backslashStrings || !body.includes('\\')) return body.replaceAll(quote + quote, quote);
  let value = '';
  for (let i = 0; i < body.length; i++) {
    const char = body[i]!;
    if (char === quote) i++;
    value += char === '\\' ? escaped(body[++i]!, token.start) : char;
  }
  return value;
}

/** Two digits a byte, whatever was left out in front. */
function hexDigits(written: string): string {
  const digits = written.replace(/^0?x|'/gi, '').toUpperCase();
  return digits.length % 2 ? `0${digits}` : digits;
}

function escaped(char: string, at: number): string {
  if (char === '0' || char === 'b' || char === 'Z') refuse('forbidden-character', `\\${char} is not allowed in a query`, at);
  return ESCAPED[char] ?? char;
}
