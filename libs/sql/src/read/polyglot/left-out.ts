import type { Token } from '../../lex/tokens.js';
import { bracketsOf } from './brackets.js';

/** The tokens of a text as plain words: lower case, `'s'` for any string, `9` for any number, `q` for any name in quotes. */
export interface PlainWords {
  at(i: number): string;
  /** The words from `start` up to `end`, with one blank between them. */
  said(start: number, end: number): string;
  /** The token behind the bracket that closes the one at `open`; `undefined` when it is none, or stays open. */
  behind(open: number): number | undefined;
  length: number;
}

/**
 * A part of the text that says how the engine should work and nothing about which rows are meant: where it ends (the token
 * behind it), or `undefined` when none begins at `i`. Whatever is not positively known to be such a part stays, and is refused.
 */
export type Aside = (words: PlainWords, i: number) => number | undefined;

/** The tokens without the asides. Nothing of them is ever printed. */
export function leaveOut(sql: string, tokens: readonly Token[], asides: readonly Aside[] | undefined): Token[] {
  if (!asides?.length) return [...tokens];
  const words = plainWords(sql, tokens);
  const kept: Token[] = [];
  for (let i = 0; i < tokens.length;) {
    const end = asides.reduce<number | undefined>((found, aside) => found ?? aside(words, i), undefined);
    if (end === undefined || end <= i) kept.push(tokens[i++]!);
    else i = end;
  }
  return kept;
}

export function plainWords(sql: string, tokens: readonly Token[]): PlainWords {
  const words = tokens.map(({ type, start, end }) => {
    if (type === 'word' || type === 'symbol') return sql.slice(start, end).toLowerCase();
    return type === 'number' ? '9' : type === 'quoted' ? 'q' : "'s'";
  });
  // One text and where each word begins in it: asides look at a few words from every token on.
  const text = words.join(' ');
  const begins = [0];
  for (const word of words) begins.push(begins.at(-1)! + word.length + 1);
  let closing: ReadonlyMap<number, number> | undefined;
  return {
    at: (i) => words[i] ?? '',
    said: (start, end) => (start < end ? text.slice(begins[start], begins[Math.min(end, words.length)]! - 1) : ''),
    behind(open) {
      closing ??= bracketsOf(sql, tokens).closing;
      const close = closing.get(open);
      return close === undefined ? undefined : close + 1;
    },
    length: words.length,
  };
}

/** Where the commas of a list are that stand between brackets: the pieces of the list, as words. */
export function listed(words: PlainWords, open: number, behind: number): string[] {
  const pieces: string[] = [];
  let start = open + 1;
  for (let i = open + 1; i < behind - 1;) {
    if (words.at(i) === ',') {
      pieces.push(words.said(start, i));
      start = ++i;
    } else i = (words.at(i) === '(' ? words.behind(i) : undefined) ?? i + 1;
  }
  return [...pieces, words.said(start, behind - 1)];
}

/** `keyword (a, b …)` where each piece of the list is one of these. */
export const listOf = (keyword: RegExp, length: number, piece: RegExp): Aside => (words, i) => {
  if (!keyword.test(words.said(i, i + length)) || words.at(i + length) !== '(') return undefined;
  const behind = words.behind(i + length);
  return behind !== undefined && listed(words, i + length, behind).every((p) => piece.test(p)) ? behind : undefined;
};

/** These words, when they stand where `before` holds. */
export const wordsBehind = (said: RegExp, length: number, before: RegExp): Aside => (words, i) => (before.test(words.at(i - 1)) && said.test(words.said(i, i + length)) ? i + length : undefined);

/** `max(ALL x)` is what `max(x)` is. */
export const allInCall: Aside = (words, i) => (words.at(i) === 'all' && words.at(i - 1) === '(' && /^(?:avg|count|count_big|max|min|stddev|stdev|sum|var|variance|listagg|string_agg)$/.test(words.at(i - 2)) ? i + 1 : undefined);

/** RESPECT NULLS is what every window function does anyway. */
export const respectNulls: Aside = (words, i) => (words.said(i, i + 2) === 'respect nulls' && (/^(\)|from|first|last)$/.test(words.at(i - 1)) || words.at(i + 2) === ')') ? i + 2 : undefined);
