import { refuse } from '../refusal.js';
import type { Lexis } from '../dialects/lexis.js';

export interface Token {
  type: 'word' | 'quoted' | 'string' | 'escape-string' | 'dollar-string' | 'number' | 'symbol';
  start: number;
  end: number;
}

const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_$]*/uy;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const BLANK = /[ \t\r\n\f]+/y;
const DOLLAR_TAG = /\$(?:[\p{L}_][\p{L}\p{M}\p{N}_]*)?\$/uy;
const SYMBOLS = new Set('+-*/<>=~!@#%^&|?:;,.()[]{}$`\\');

/**
 * Splits a text into tokens by the dialect's lexical rules; comments are left out. Refuses what has no end, what no
 * token can begin with, and comments that some readers treat as code.
 */
export function tokenize(text: string, lexis: Lexis): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): number => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : -1;
  };
  const push = (type: Token['type'], end: number): void => {
    tokens.push({ type, start: at, end });
    at = end;
  };
  while (at < text.length) {
    const char = text[at]!;
    let end: number;
    if ((end = match(BLANK)) > 0) at = end;
    else if (text.startsWith('--', at)) at = endOfLine(text, at);
    else if (text.startsWith('/*', at)) at = endOfComment(text, at);
    else if (char === "'") push('string', endOfQuoted(text, at, "'"));
    else if (char === '"') push('quoted', endOfQuoted(text, at, '"'));
    else if (lexis.dollarStrings && char === '$' && (end = match(DOLLAR_TAG)) > 0) push('dollar-string', endOfDollarString(text, at, end));
    else if ((end = match(NUMBER)) > 0) push('number', end);
    else if ((end = match(WORD)) > 0) {
      const prefixed = text[end] === "'" ? text.slice(at, end).toLowerCase() : '';
      if (prefixed === 'e' && lexis.escapeStrings) push('escape-string', endOfEscapeString(text, at, end));
      else if (prefixed === 'b' || prefixed === 'x' || prefixed === 'n') refuse('escape-string', `${prefixed.toUpperCase()}'…' is not a kind of string this gate knows`, at);
      else if (/^u$/i.test(text.slice(at, end)) && text[end] === '&' && /['"]/.test(text[end + 1] ?? '')) refuse('escape-string', 'U&… is not a kind of string this gate knows', at);
      else push('word', end);
    } else if (SYMBOLS.has(char)) push('symbol', at + 1);
    else refuse('forbidden-character', `${describe(text, at)} can't stand outside quotes`, at);
  }
  return tokens;
}

function endOfLine(text: string, at: number): number {
  const end = text.slice(at).search(/[\r\n]/);
  return end < 0 ? text.length : at + end;
}

function endOfComment(text: string, at: number): number {
  if (/^\/\*(!|m!|\+)/i.test(text.slice(at, at + 4))) refuse('executable-comment', 'a comment that some engines execute', at);
  const end = text.indexOf('*/', at + 2);
  if (end < 0) refuse('unterminated', 'the comment has no end', at);
  // Engines differ on whether comments nest, so what follows would be code for one and comment for another.
  if (text.slice(at + 2, end).includes('/*')) refuse('nested-comment', 'a comment inside a comment', at);
  return end + 2;
}

function endOfQuoted(text: string, at: number, quote: string): number {
  let end = at + 1;
  for (;;) {
    end = text.indexOf(quote, end);
    if (end < 0) refuse('unterminated', quote === "'" ? 'the string has no end' : 'the quoted name has no end', at);
    if (text[end + 1] !== quote) return end + 1;
    end += 2;
  }
}

/** E'…': a backslash takes the next character along. `\'` is refused: half of all readers see the end there. */
function endOfEscapeString(text: string, at: number, quoteAt: number): number {
  for (let end = quoteAt + 1; end < text.length; end++) {
    if (text[end] === '\\') {
      if (text[end + 1] === "'") refuse('escape-string', "write '' for a quote inside a string, not \\'", end);
      end++;
    } else if (text[end] === "'") {
      if (text[end + 1] !== "'") return end + 1;
      end++;
    }
  }
  return refuse('unterminated', 'the string has no end', at);
}

function endOfDollarString(text: string, at: number, bodyAt: number): number {
  const end = text.indexOf(text.slice(at, bodyAt), bodyAt);
  if (end < 0) refuse('unterminated', 'the dollar-quoted string has no end', at);
  return end + (bodyAt - at);
}

function describe(text: string, at: number): string {
  const code = text.codePointAt(at)!;
  return `character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
