import type { Lexis } from '../dialects/lexis.js';
import type { TextCaps } from '../limits.js';
import { refuse } from '../refusal.js';
import { tokenize, type Token } from './tokens.js';

/**
 * Characters that have no business in a query even inside quotes: NUL cuts the text for C readers, the others make a
 * reader of the screen see something else than the engine does (controls, direction overrides, invisible blanks).
 */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/u;

/** What the lexer gate hands on: the tokens of the one statement, without the semicolon that may end it. */
export interface LexedText {
  tokens: Token[];
  depth: number;
}

/** First and last layer around every parser: size, characters, comments, placeholders, one statement, nesting. */
export function lexerGate(text: string, lexis: Lexis, caps: TextCaps): LexedText {
  if (text.length > caps.bytes || utf8Length(text) > caps.bytes) refuse('oversize', `the text has more than ${caps.bytes} bytes`);
  const bad = FORBIDDEN.exec(text);
  if (bad) refuse('forbidden-character', `character U+${text.codePointAt(bad.index)!.toString(16).toUpperCase().padStart(4, '0')} is not allowed in a query`, bad.index);
  const tokens = tokenize(text, lexis);
  while (isSymbol(text, tokens.at(-1), ';')) tokens.pop();
  if (tokens.length === 0) refuse('empty', 'there is no statement');
  if (tokens.length > caps.tokens) refuse('oversize', `the text has more than ${caps.tokens} tokens`, tokens[caps.tokens]!.start);
  return { tokens, depth: checkTokens(text, tokens, caps.depth, lexis) };
}

function checkTokens(text: string, tokens: readonly Token[], maxDepth: number, lexis: Lexis): number {
  const { questionOperator, jsonColons } = lexis;
  const json: boolean[] = [];
  let depth = 0;
  let deepest = 0;
  let brackets = 0;
  tokens.forEach((token, i) => {
    if (token.type === 'word') {
      const word = text.slice(token.start, token.end).toLowerCase();
      if (word === 'case') depth++;
      else if (word === 'end' && depth > 0) depth--;
    } else if (token.type === 'symbol') {
      const symbol = text[token.start]!;
      if (symbol === ';') refuse('multiple-statements', 'only one statement may be sent', token.start);
      if (symbol === '(') json.push(jsonColons === true && /^json_object(?:agg)?$/i.test(wordAt(text, tokens[i - 1])));
      else if (symbol === ')') json.pop();
      if (symbol === ':' && json.at(-1)) return;
      if (symbol === '(' || symbol === '[') depth++;
      else if ((symbol === ')' || symbol === ']') && depth > 0) depth--;
      if (symbol === '[') brackets++;
      else if (symbol === ']') brackets--;
      if (lexis.bracketNames && symbol === '#') hashed(text, token);
      if (lexis.delimitedStrings && symbol === '&' && tokens[i + 1]?.start === token.end) refuse('placeholder', '&name is replaced by the client, and by nobody here', token.start);
      if (isPlaceholder(text, tokens, i, brackets > 0) || (symbol === '?' && !questionOperator)) refuse('placeholder', 'an unresolved placeholder or parameter', token.start);
    }
    if (depth > maxDepth) refuse('oversize', `brackets are nested deeper than ${maxDepth}`, token.start);
    deepest = Math.max(deepest, depth);
  });
  return deepest;
}

/** `##name##` of a template, or a temporary table of SQL Server. */
function hashed(text: string, { start }: Token): never {
  if (/^##?[^\s#]+##?/.exec(text.slice(start))?.[0].endsWith('#')) refuse('placeholder', 'an unresolved placeholder or parameter', start);
  return refuse('unknown-table', 'temporary tables are not read', start);
}

const wordAt = (text: string, token: Token | undefined): string => (token?.type === 'word' ? text.slice(token.start, token.end) : '');

/** `{{x}}`, `{x}`, `$1`, `:x`, `@x`. (A lone `?` is an operator of JSON in PostgreSQL: there the reader decides on it.) */
function isPlaceholder(text: string, tokens: readonly Token[], i: number, inBrackets: boolean): boolean {
  const token = tokens[i]!;
  const symbol = text[token.start]!;
  const next = tokens[i + 1];
  const glued = next !== undefined && next.start === token.end;
  if (symbol === '{' || symbol === '}') return true;
  if (symbol === '$') return true;
  // `@x` and `@@x` are variables; `<@ x`, `@@ x` and `@ x` are operators of PostgreSQL.
  if (symbol === '@') return glued && (next.type === 'word' || next.type === 'quoted') && text[token.start - 1] !== '<';
  if (symbol === ':') return glued && (next.type === 'word' || next.type === 'number') && text[token.start - 1] !== ':' && !inBrackets;
  return false;
}

function isSymbol(text: string, token: Token | undefined, symbol: string): boolean {
  return token?.type === 'symbol' && text[token.start] === symbol;
}

function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7ff) length += code >= 0xd800 && code <= 0xdfff ? 1 : 2;
    else if (code > 0x7f) length += 1;
  }
  return length;
}
