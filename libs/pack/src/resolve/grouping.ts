import type { Token } from '../read/token.js';
import { as, is, type Draft } from './draft.js';

const groupable = (t: Token | undefined): boolean => is(t, 'dimension', 'entity', 'unit', 'term', 'column');

/** Marks what the figures are broken down by: "by channel and month", "채널이랑 분기별", "per segment". */
export function markGroups({ words, pack }: Draft): void {
  // Where the fiscal year is the calendar's, so are its quarters.
  if (pack.calendar.fiscalMonth === 1) words.forEach((t, i) => {
    if (is(t, 'fiscal') && is(words[i + 1], 'unit')) words.splice(i, 1);
  });
  words.forEach((token, i) => {
    if (token.lex.t === 'unit' && token.lex.grouped) {
      token.grouped = true;
      joinedBefore(words, i - 1);
      joinedAfter(words, i + 1);
    }
    if (token.lex.t !== 'by' || token.lex.person) return;
    if (token.lex.side === 'next') {
      token.used = joinedAfter(words, i + 1, true) || token.used;
    } else if (token.lex.ratio && as(words[i - 1], 'amount')?.value === '1' && groupable(words[i - 2])) {
      // "고객 한 명당"
      token.used = words[i - 1]!.used = true;
      words[i - 2]!.grouped = true;
    } else if (groupable(words[i - 1])) {
      token.used = true;
      words[i - 1]!.grouped = true;
      joinedBefore(words, i - 2);
    }
  });
}

/** Coordinated members before a grouped one. */
function joinedBefore(words: Token[], i: number): void {
  if (!is(words[i], 'and') || !groupable(words[i - 1]) || words[i - 1]!.grouped) return;
  // "고객과 주문 …" before a group word is a list of metrics only when an entity stands there.
  if (is(words[i - 1], 'entity', 'column')) return;
  words[i]!.used = true;
  words[i - 1]!.grouped = true;
  joinedBefore(words, i - 2);
}

function joinedAfter(words: Token[], i: number, first = false): boolean {
  let j = i;
  if (!first) {
    if (!is(words[j], 'and')) return false;
    j++;
    if (is(words[j], 'by')) j++;
  }
  while (is(words[j], 'distinct')) j++;
  if (!groupable(words[j])) return false;
  if (!first) {
    // ", orders …" after a group is not a further group unless it can only be one.
    if (is(words[j], 'entity', 'column')) return false;
    words[i]!.used = true;
    if (is(words[i + 1], 'by')) words[i + 1]!.used = true;
  }
  words[j]!.grouped = true;
  joinedAfter(words, j + 1);
  return true;
}
