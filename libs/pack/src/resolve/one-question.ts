import type { Token } from '../read/token.js';
import { as, countedBy, is, refuse, type Draft, type Stop } from './draft.js';
import { REASONS } from './reasons.js';

/** Two questions in one would end in an answer to one of them, with the conditions of both. */
export function oneQuestion(draft: Draft): Stop | undefined {
  const { ask } = draft;
  return secondSentence(draft) || secondFigure(draft) || askedTwice(draft) ? refuse(draft, 'no-correct-plan', { detail: REASONS.twoQuestions(ask.locale) }) : undefined;
}

const asks = (t: Token): boolean => is(t, 'metric', 'entity', 'how-many', 'share', 'top');

/** "How many orders in 2025? And how many were cancelled?" A sentence that only narrows ("Exclude December.", "Only web.") is part of the first. */
function secondSentence({ words, ask }: Draft): boolean {
  return [...ask.question.matchAll(/[?!]\s+(?=\S)|(?<=[\p{L}\d)])\.\s+(?=\S)/gu)].some(({ index }) => {
    const after = words.filter((t) => t.start > index);
    const [first] = after;
    const narrows = is(first, 'compare-number') || after.some((t) => is(t, 'exclude', 'not'));
    return first !== undefined && !narrows && (after.some(asks) || (is(first, 'and') && after.some((t) => is(t, 'value', 'filter')))) && words.some((t) => t.start < index && is(t, 'metric', 'entity', 'how-many'));
  });
}

/** "orders and cancelled orders": the same thing once with a condition and once without. */
function secondFigure(draft: Draft): boolean {
  const { words } = draft;
  const said = (t: Token | undefined): string | undefined => (t && !t.grouped ? (as(t, 'entity')?.ref ?? countedBy(draft.pack, as(t, 'metric')?.ref ?? '')) : undefined);
  return words.some((t, at) => {
    if (!is(t, 'and') || said(words[at - 1]) === undefined) return false;
    const rest = words.slice(at + 1);
    const end = rest.findIndex((w) => !is(w, 'value', 'filter', 'how-many', 'distinct'));
    return end > 0 && said(rest[end]) === said(words[at - 1]) && rest.slice(0, end).some((w) => is(w, 'value', 'filter')) && !words.slice(0, at).some((w) => is(w, 'value', 'filter'));
  });
}

/** "how many customers do we have and how many are active". */
function askedTwice({ words }: Draft): boolean {
  const first = words.findIndex((t) => is(t, 'how-many'));
  const second = words.findLastIndex((t) => is(t, 'how-many'));
  if (first < 0 || second <= first || !is(words[second - 1], 'and')) return false;
  const [before, after] = [words.slice(first, second), words.slice(second + 1)];
  const narrowed = (part: Token[]): boolean => part.some((t) => is(t, 'value', 'filter'));
  return narrowed(after) && !narrowed(before) && !after.some((t) => is(t, 'entity', 'metric', 'dimension', 'event'));
}
