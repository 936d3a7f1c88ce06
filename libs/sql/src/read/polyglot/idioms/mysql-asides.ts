import type { Aside } from '../left-out.js';
import { allInCall, listOf, respectNulls } from '../left-out.js';

/** MySQL reference manual, "Index Hints": which index to read by. */
const indexHint = (length: number, keyword: RegExp): Aside => listOf(keyword, length, /^(?:[\w$]+|q|)$/);

/** What may stand behind SELECT and says how to run it. FOUND_ROWS(), which SQL_CALC_FOUND_ROWS is for, is no function here. */
const modifiers: Aside = (words, i) => {
  if (!/^(?:high_priority|straight_join|sql_(?:small_result|big_result|buffer_result|no_cache|cache|calc_found_rows))$/.test(words.at(i))) return undefined;
  let select = i - 1;
  while (/^(?:high_priority|straight_join|sql_\w+|distinct|distinctrow|all)$/.test(words.at(select))) select--;
  return words.at(select) === 'select' ? i + 1 : undefined;
};

export const MYSQL_ASIDES: readonly Aside[] = [
  indexHint(2, /^(?:use|force|ignore) (?:index|key)$/),
  indexHint(4, /^(?:use|force|ignore) (?:index|key) for join$/),
  indexHint(5, /^(?:use|force|ignore) (?:index|key) for (?:order|group) by$/),
  modifiers,
  respectNulls,
  allInCall,
];
