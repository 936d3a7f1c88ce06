import { refuse } from '../refusal.js';
import type { Lexis } from '../dialects/lexis.js';
import { endOfComment, endOfDelimitedString, endOfDollarString, endOfEscapeString, endOfLine, endOfQuoted } from './ends.js';

export interface Token {
  type: 'word' | 'quoted' | 'string' | 'escape-string' | 'dollar-string' | 'delimited-string' | 'hex' | 'number' | 'symbol';
  start: number;
  end: number;
}

const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_$]*/uy;
const WORD_WITH_HASH = /[\p{L}_][\p{L}\p{M}\p{N}_$#]*/uy;
/** As {@link WORD}, beginning with digits; `0x41`, `0b1`, `1e5` and `1e-5` are numbers in all engines that have such words. */
const DIGIT_WORD = /(?!0[xb]|\d+e[+-]?\d)\d+[\p{L}_][\p{L}\p{M}\p{N}_$]*/uiy;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
/** Bytes: `X'01AF'` and `0x01AF`. */
const HEX_STRING = /x'[0-9a-f]*'/iy;
const HEX_NUMBER = /0x[0-9a-f]+(?![\p{L}\p{N}_$])/iuy;
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
    else if (beginsLineComment(text, at, lexis)) at = endOfLine(text, at);
    else if (text.startsWith('/*', at)) at = endOfComment(text, at);
    else if (char === "'") push('string', endOfQuoted(text, at, at, "'", lexis.backslashStrings));
    else if (char === '"' && lexis.doubleQuotedStrings) push('string', endOfQuoted(text, at, at, '"', lexis.backslashStrings));
    else if (char === '"') push('quoted', endOfQuoted(text, at, at, '"'));
    else if (char === '`' && lexis.backtickNames) push('quoted', endOfQuoted(text, at, at, '`'));
    else if (char === '[' && lexis.bracketNames) push('quoted', endOfQuoted(text, at, at, ']'));
    else if (lexis.dollarStrings && char === '$' && (end = match(DOLLAR_TAG)) > 0) push('dollar-string', endOfDollarString(text, at, end));
    else if ((lexis.hexStrings && (end = match(HEX_STRING)) > 0) || (lexis.hexNumbers && !(lexis.digitWords && text.startsWith('0X', at)) && (end = match(HEX_NUMBER)) > 0)) push('hex', end);
    else if (lexis.digitWords && (end = match(DIGIT_WORD)) > 0 && text[at - 1] !== '.') push('word', end);
    else if ((end = match(NUMBER)) > 0) push('number', endOfNumber(text, at, end, lexis));
    else if ((end = match(lexis.hashInNames ? WORD_WITH_HASH : WORD)) > 0) {
      const [type, past] = wordOrString(text, at, end, lexis);
      push(type, past);
    } else if (SYMBOLS.has(char)) push('symbol', at + 1);
    else refuse('forbidden-character', `${describe(text, at)} can't stand outside quotes`, at);
  }
  return tokens;
}

function beginsLineComment(text: string, at: number, lexis: Lexis): boolean {
  if (text[at] === '#') return lexis.hashComments ?? false;
  if (!text.startsWith('--', at)) return false;
  return !lexis.dashesNeedBlank || /^\s?$/.test(text.slice(at + 2, at + 3));
}

/** A word; or the string whose prefix it is. */
function wordOrString(text: string, at: number, end: number, lexis: Lexis): [Token['type'], number] {
  const word = text.slice(at, end).toLowerCase();
  if (text[end] === "'") {
    if (word === 'e' && lexis.escapeStrings) return ['escape-string', endOfEscapeString(text, at, end)];
    if (word === 'n' && lexis.nationalStrings) return ['string', endOfQuoted(text, at, end, "'", lexis.backslashStrings)];
    if ((word === 'q' || word === 'nq') && lexis.delimitedStrings) return ['delimited-string', endOfDelimitedString(text, at, end)];
    if (word === 'b' || word === 'x' || word === 'n') refuse('escape-string', `${word.toUpperCase()}'…' is not a kind of string this gate knows`, at);
  }
  if (word === 'u' && text[end] === '&' && /['"]/.test(text[end + 1] ?? '')) refuse('escape-string', 'U&… is not a kind of string this gate knows', at);
  if (INTRODUCER.test(word) && /^\s*['"]/.test(text.slice(end))) refuse('escape-string', 'a character set before a string is not allowed', at);
  return ['word', end];
}

/** MySQL's character sets, as written before a string. */
const INTRODUCER = /^_(?:utf\d+\w*|latin\d|binary|ascii|ucs2|cp\d+|big5|gbk|gb\d+|sjis|euc\w+|koi8\w|hebrew|greek|tis620|armscii8|geostd8|keybcs2|mac\w+|dec8|hp8|swe7|filename)$/;

function endOfNumber(text: string, at: number, end: number, lexis: Lexis): number {
  if (!lexis.digitWords || !/[\p{L}_$]/u.test(text[end] ?? '')) return end;
  return refuse('escape-string', `${text.slice(at, end + 1)}… is not a number in decimal digits`, at);
}

function describe(text: string, at: number): string {
  const code = text.codePointAt(at)!;
  return `character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
