import type { Token } from '../../lex/tokens.js';
import { BEFORE_BRACKET } from './words.js';

/** The round brackets of a text. */
export interface Brackets {
  /** For each token the brackets that are open there, as a path: one path begins another where it encloses it. */
  paths: readonly string[];
  /** For each opening bracket that is closed, by token: the token that closes it. */
  closing: ReadonlyMap<number, number>;
}

export function bracketsOf(sql: string, tokens: readonly Token[]): Brackets {
  const open: number[] = [];
  const closing = new Map<number, number>();
  const paths = tokens.map((token, i) => {
    const symbol = token.type === 'symbol' ? sql[token.start] : '';
    if (symbol === ')') {
      const opening = open.pop();
      if (opening !== undefined) closing.set(opening, i);
    }
    const path = open.map((o) => `${o}.`).join('');
    if (symbol === '(') open.push(i);
    return path;
  });
  return { paths, closing };
}

/** The brackets behind these words, as the beginning of the paths of all that stands in them. */
export function pathsBehind(sql: string, tokens: readonly Token[], { paths, closing }: Brackets, keywords: RegExp): string[] {
  const before = (open: number): string => {
    const [word, earlier] = [tokens[open - 1], tokens[open - 3]];
    const text = (t: Token | undefined): string => (t?.type === 'word' ? sql.slice(t.start, t.end).toLowerCase() : '');
    return text(word) === 'nulls' ? text(earlier) : text(word);
  };
  return [...closing.keys()].filter((open) => keywords.test(before(open))).map((open) => `${paths[open]!}${open}.`);
}

const QUERY_STARTS: ReadonlySet<string> = new Set(['select', 'with']);
const SET_OPERATIONS: ReadonlySet<string> = new Set(['union', 'except', 'intersect', 'minus']);
/** Words (and nothing at all) that a query in brackets follows without being a value. */
const NO_VALUE: ReadonlySet<string> = new Set(['', '(', 'from', 'join', 'in', 'exists', 'any', 'all', 'some', 'as', 'lateral', 'union', 'except', 'intersect', 'minus', 'distinct', 'apply']);

/**
 * Subqueries that are values with a set operation behind them: `x = (SELECT 1) UNION SELECT 2`. The parser takes the
 * UNION into the brackets. Given as the opening and the closing token of each.
 */
export function endangeredSubqueries(sql: string, tokens: readonly Token[], { closing }: Brackets): ReadonlyMap<number, number> {
  const word = (i: number): string => (tokens[i] && tokens[i].type !== 'string' && tokens[i].type !== 'quoted' ? sql.slice(tokens[i].start, tokens[i].end).toLowerCase() : i < 0 ? '' : '?');
  return new Map([...closing].filter(([open, close]) => QUERY_STARTS.has(word(open + 1)) && SET_OPERATIONS.has(word(close + 1)) && !NO_VALUE.has(word(open - 1))));
}

/** What a NOT that stands before a whole condition follows. */
const BEFORE_CONDITION: ReadonlySet<string> = new Set(['(', ',', 'select', 'where', 'on', 'having', 'and', 'or', 'xor', 'when', 'then', 'else', 'by']);

/**
 * `NOT x LIKE y`, which the parser gives up on in some dialects, is `x NOT LIKE y`: by the NOT the LIKE it belongs to,
 * where between them is nothing but one name or call.
 */
export function movableNots(sql: string, tokens: readonly Token[], { paths, closing }: Brackets): ReadonlyMap<number, number> {
  const text = (i: number): string => (tokens[i] && tokens[i].type !== 'string' ? sql.slice(tokens[i].start, tokens[i].end).toLowerCase() : '');
  const isName = (i: number): boolean => tokens[i]?.type === 'quoted' || (tokens[i]?.type === 'word' && !BEFORE_BRACKET.has(text(i)));
  const found = new Map<number, number>();
  tokens.forEach((token, i) => {
    if (token.type !== 'word' || text(i) !== 'not' || !BEFORE_CONDITION.has(text(i - 1)) || !isName(i + 1)) return;
    let j = i + 2;
    while (text(j) === '.' && isName(j + 1)) j += 2;
    if (text(j) === '(') j = (closing.get(j) ?? tokens.length) + 1;
    if (text(j) === 'like' && tokens[j]!.type === 'word' && paths[j] === paths[i]) found.set(i, j);
  });
  return found;
}
