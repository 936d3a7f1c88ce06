import type { Token } from '../../lex/tokens.js';
import { refuse } from '../../refusal.js';
import { plainWords, type PlainWords } from './left-out.js';

/** What NOT may stand before, when a value is before it. */
const NEGATED = /^(?:in|like|like_regexpr|rlike|regexp|between|member)$/;
/** Words that no value ends with: behind one of these NOT is about what comes next. */
const BEFORE_CONDITION = /^(?:select|distinct|all|where|and|or|xor|not|on|having|by|case|when|then|else|is|in|between|like|return)$/;
const LIMITS = /^(?:limit|first|next)$/;
const SIDES = /^(?:left|right|full|cross|outer)$/;

/**
 * The parser passes over some words where they can't stand: `a = 1 NOT` is `a = 1` to it, and `LIMIT 10 PERCENT` behind a
 * set operation is `LIMIT 10`. So their places are looked at in the text itself.
 */
export function refuseMisplaced(sql: string, tokens: readonly Token[]): void {
  const words = plainWords(sql, tokens);
  tokens.forEach(({ type, start }, i) => {
    if (type !== 'word') return;
    const word = words.at(i);
    if (word === 'not' && endsValue(words, tokens, i - 1) && !NEGATED.test(words.at(i + 1))) refuse('unparseable', 'NOT belongs before a condition', start);
    if (word === 'percent' && LIMITS.test(words.at(i - 2))) refuse('limit-not-literal', 'a percentage has no fixed number of rows: say percent_rank() OVER (ORDER BY …) <= 0.1 in a subquery', start);
    if (/^(?:distinct|all)$/.test(word) && words.said(i - 2, i) === 'group by') refuse('unparseable', `GROUP BY ${word.toUpperCase()} is not part of this dialect`, start);
    if (word === 'inner' && SIDES.test(words.at(i - 1)) && words.at(i + 1) === 'join') refuse('unparseable', `a join is either ${words.at(i - 1).toUpperCase()} or INNER`, start);
  });
}

function endsValue(words: PlainWords, tokens: readonly Token[], i: number): boolean {
  const type = tokens[i]?.type;
  if (type === undefined) return false;
  if (type === 'symbol') return words.at(i) === ')' || words.at(i) === ']';
  return type !== 'word' || !BEFORE_CONDITION.test(words.at(i)) || words.at(i - 1) === '.';
}
