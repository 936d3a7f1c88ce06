import { isHangul, type Token } from '../read/token.js';
import { as, is, type Draft } from './draft.js';

/** "and customer": what is listed or counted is said in the plural. */
const oneOf = (joint: Token, noun: Token): boolean => /^and$/i.test(joint.text) && is(noun, 'entity') && /[^s]$/i.test(noun.text) && !isHangul(noun.text);

const groupable = (t: Token | undefined): boolean => is(t, 'dimension', 'entity', 'unit', 'term', 'column', 'weekday');

/** Marks what the figures are broken down by: "by channel and month", "채널이랑 분기별", "per segment". */
export function markGroups({ words, pack }: Draft): void {
  /** Could be counted beside the figures; a part an entity plays, and a column, only group. */
  const listed = (t: Token | undefined): boolean => is(t, 'column') || (is(t, 'entity') && pack.entities.get(as(t, 'entity')!.ref)?.count !== undefined);
  // Where the fiscal year is the calendar's, so are its quarters.
  if (pack.calendar.fiscalMonth === 1) words.forEach((t, i) => {
    if (is(t, 'fiscal') && is(words[i + 1], 'unit')) words.splice(i, 1);
  });
  words.forEach((token, i) => {
    if (token.lex.t === 'unit' && token.lex.grouped) {
      token.grouped = true;
      joinedBefore(words, i - 1, listed);
      joinedAfter(words, i + 1, listed);
    }
    // "across all channels": said to be no breakdown.
    if (token.lex.t === 'whole' && groupable(words[i + 1])) token.used = words[i + 1]!.used = true;
    if (token.lex.t !== 'by' || token.lex.person) return;
    if (token.lex.side === 'next') {
      // "orders placed by customers who …": those who did it are no breakdown.
      // "bought by customers in Japan": neither are those that a value right after them narrows.
      const did = /^by$/i.test(token.text) && is(words[i - 1], 'event') && is(words[i + 1], 'entity') && /s$/i.test(words[i + 1]!.text) && is(words[i + 2], 'value', 'filter');
      if (did) return;
      if (!token.lex.ratio && /^by$/i.test(token.text) && is(words[i + 1], 'entity') && (is(words[i + 2], 'rel') || (is(words[i + 2], 'event') && /^(?:who|that|which)\b/i.test(words[i + 2]!.text)))) return void (token.used = true);
      token.used = joinedAfter(words, i + 1, listed, true) || token.used;
    } else if (token.lex.ratio && as(words[i - 1], 'amount')?.value === '1' && groupable(words[i - 2])) {
      // "고객 한 명당"
      token.used = words[i - 1]!.used = true;
      words[i - 2]!.grouped = true;
    } else if (groupable(words[i - 1])) {
      token.used = true;
      words[i - 1]!.grouped = true;
      joinedBefore(words, i - 2, listed);
    }
  });
}

/** Coordinated members before a grouped one. */
function joinedBefore(words: Token[], i: number, listed: (t: Token | undefined) => boolean): void {
  if (!is(words[i], 'and') || !groupable(words[i - 1]) || words[i - 1]!.grouped) return;
  // "고객과 주문 …" before a group word is a list of metrics only when an entity stands there.
  if (listed(words[i - 1])) return;
  words[i]!.used = true;
  words[i - 1]!.grouped = true;
  joinedBefore(words, i - 2, listed);
}

function joinedAfter(words: Token[], i: number, listed: (t: Token | undefined) => boolean, first = false): boolean {
  let j = i;
  if (!first) {
    if (!is(words[j], 'and')) return false;
    j++;
    if (is(words[j], 'by')) j++;
  }
  while (is(words[j], 'distinct')) j++;
  if (!groupable(words[j])) return false;
  if (!first) {
    // ", orders …" after a group is not a further group unless it can only be one; "… by channel and customer" is, by its number.
    if (listed(words[j]) && !oneOf(words[i]!, words[j]!)) return false;
    // "for each channel, the month with the most orders": the second is what is picked in each of the first.
    const rest = words.slice(j + 1).filter((t) => !is(t, 'period'));
    if (is(rest[0], 'have', 'rel') && is(rest[1], 'top', 'rank')) return false;
    words[i]!.used = true;
    if (is(words[i + 1], 'by')) words[i + 1]!.used = true;
  }
  words[j]!.grouped = true;
  joinedAfter(words, j + 1, listed);
  return true;
}
