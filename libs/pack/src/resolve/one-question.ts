import { isHangul, type Token } from '../read/token.js';
import { as, countedBy, is, refuse, type Draft, type Stop } from './draft.js';
import { REASONS } from './reasons.js';

/** Two questions in one would end in an answer to one of them, with the conditions of both. */
export function oneQuestion(draft: Draft): Stop | undefined {
  const { ask } = draft;
  return secondSentence(draft) || secondFigure(draft) || wholeAndPart(draft) || askedTwice(draft) || eachItsOwn(draft) || bothWays(draft) ? refuse(draft, 'no-correct-plan', { detail: REASONS.twoQuestions(ask.locale) }) : (ofAll(draft) ?? unlikeItsWords(draft));
}

const asks = (t: Token): boolean => is(t, 'metric', 'entity', 'how-many', 'share', 'top');

/** "How many orders in 2025? And how many were cancelled?" A sentence that only narrows ("Exclude December.", "Only web.") is part of the first. */
function secondSentence({ words, ask }: Draft): boolean {
  return [...ask.question.matchAll(/[?!]\s+(?=\S)|(?<=[\p{L}\d)])\.\s+(?=\S)/gu)].some(({ index }) => {
    const after = words.filter((t) => t.start > index);
    const [first] = after;
    const part = is(first, 'compare-number') || after.some((t) => is(t, 'exclude', 'not'));
    return first !== undefined && !part && (after.some(asks) || (is(first, 'and') && after.some(narrows))) && words.some((t) => t.start < index && is(t, 'metric', 'entity', 'how-many')) && !(after.every((t) => is(t, 'metric', 'and')) && words.some((t) => t.start < index && is(t, 'metric')));
  });
}

const narrows = (t: Token): boolean => is(t, 'value', 'filter');
/** What is measured by a word: things counted, or a metric. */
const figureOf = (draft: Draft, t: Token | undefined): string | undefined => (t && !t.grouped ? (as(t, 'entity')?.ref ?? countedBy(draft.pack, as(t, 'metric')?.ref ?? '') ?? as(t, 'metric')?.ref) : undefined);

/** "orders and cancelled orders", "고객은 몇 명이고 활성 고객은 몇 명": the same thing once with a condition and once without. */
function secondFigure(draft: Draft): boolean {
  const { words } = draft;
  return words.some((t, at) => {
    const joint = is(t, 'and') ? at : isHangul(t.text) && is(t, 'how-many') && narrows(words[at + 1] ?? t) ? at + 0.5 : undefined;
    if (joint === undefined) return false;
    const before = words.slice(0, Math.ceil(joint));
    const last = before.findLast((w) => !is(w, 'how-many'));
    const rest = words.slice(Math.floor(joint) + 1);
    const end = rest.findIndex((w) => !narrows(w) && !is(w, 'distinct') && !(is(w, 'how-many') && !isHangul(w.text)));
    const same = figureOf(draft, rest[end]) === figureOf(draft, last) || (is(last, 'metric') && is(rest[end], 'period', 'by')) || (is(rest[end], 'how-many') && isHangul(rest[end]!.text));
    // "gross revenue and number of web orders": what narrows the second is not said of the first.
    const other = is(t, 'and') && figureOf(draft, rest[end]) !== undefined;
    return end > 0 && figureOf(draft, last) !== undefined && (same || other) && rest.slice(0, end).some(narrows) && !before.some(narrows);
  });
}

/** "total and web only", "전체와 웹": the whole beside one of its parts. */
function wholeAndPart({ words, ask }: Draft): boolean {
  return words.some((t, at) => is(t, 'and', 'versus') && narrows(words[at + 1] ?? t) && /(?:\b(?:total|overall|altogether|in all)|(?:^|\s)(?:전체|총합))\s*$/i.test(ask.question.slice(0, t.start)));
}

/** "net revenue for web and orders for mobile": two figures, each with a value of its own. */
function eachItsOwn(draft: Draft): boolean {
  const { words } = draft;
  const valueOf = (part: Token[]): string | undefined => part.flatMap((t) => as(t, 'value')?.candidates.map((c) => c.dimension).join() ?? [])[0];
  return words.some((t, at) => {
    if (!is(t, 'and', 'versus') || is(words[at + 1], 'and')) return false;
    const from = words.slice(0, at).findLastIndex((w, i) => is(w, 'and') && !is(words[i + 1], 'and') && i + 1 < at) + 1;
    const to = words.findIndex((w, i) => i > at && is(w, 'and'));
    const [left, right] = [words.slice(from, at), words.slice(at + 1, to < 0 ? undefined : to)];
    const [one, other] = [figureBeside(draft, left), figureBeside(draft, right)];
    return one !== undefined && other !== undefined && one.of !== other.of && one.before === other.before && valueOf(left) !== undefined && valueOf(left) === valueOf(right) && !right.some((w) => is(w, 'rel', 'event'));
  });
}

/** The figure next to a value, and on which side of it. */
function figureBeside(draft: Draft, part: Token[]): { of: string; before: boolean } | undefined {
  const at = part.findIndex((t) => is(t, 'value'));
  const [left, right] = [figureOf(draft, part[at - 1]), figureOf(draft, part[at + 1])];
  return right !== undefined ? { of: right, before: false } : left !== undefined ? { of: left, before: true } : undefined;
}

/** "active and inactive customers", "orders with and without payments": one is the rest of the other. */
function bothWays({ words }: Draft): boolean {
  return words.some((t, i) => {
    if (!is(t, 'and', 'or')) return false;
    const [left, right] = [words[i - 1], words[i + 1]];
    const opposite = (w: Token | undefined): { ref: string; negated: boolean } | undefined => as(w, 'filter') ?? as(words.slice(i + 1, i + 3).find((o) => is(o, 'filter')), 'filter');
    const [a, b] = [as(left, 'filter') ?? as(words.slice(Math.max(0, i - 2), i).find((o) => is(o, 'filter')), 'filter'), opposite(right)];
    return (is(left, 'have') && is(right, 'have-not')) || (a !== undefined && b !== undefined && a.ref === b.ref && a.negated !== b.negated);
  });
}

/** "how many customers do we have and how many are active". */
function askedTwice({ words }: Draft): boolean {
  const first = words.findIndex((t) => is(t, 'how-many'));
  const second = words.findLastIndex((t) => is(t, 'how-many'));
  if (first < 0 || second <= first || !is(words[second - 1], 'and')) return false;
  const [before, after] = [words.slice(first, second), words.slice(second + 1)];
  return after.some(narrows) && !before.some(narrows) && !after.some((t) => is(t, 'entity', 'metric', 'dimension', 'event'));
}

/** "customers all of whose orders were completed", "모든 채널에서 주문한 고객": what holds of every one. Conditions here hold of one at least. */
function ofAll(draft: Draft): Stop | undefined {
  const { words, ask } = draft;
  const all = words.find((t, i) => {
    const said = ask.question.slice(0, t.start);
    if (!is(t, 'entity', 'dimension') || t.grouped) return false;
    if (/(?:\ball of whose|\b(?:where|whose|that|which) all)(?: the)?\s*$/i.test(said)) return true;
    const later = words.slice(i + 1);
    const did = later.findIndex((w) => is(w, 'event', 'do', 'value', 'entity') && !w.grouped);
    return /모든\s*$/.test(said) && did >= 0 && later.slice(did + 1).some((w) => figureOf(draft, w) !== undefined && figureOf(draft, w) !== as(t, 'entity')?.ref) && !is(later[0], 'entity', 'metric');
  });
  return all && refuse(draft, 'no-correct-plan', { detail: REASONS.withoutException(ask.locale, ask.question.slice(0, all.end).split(' ').slice(-2).join(' ')) });
}

/** Words whose plain reading is another question: what each has the most of, a part of what is a part already, a single one of several. */
function unlikeItsWords(draft: Draft): Stop | undefined {
  const { words, ask } = draft;
  const { question, locale } = ask;
  // "categories with their most expensive product", "distribution of orders per customer"
  const within = /\b(?:their|its) (?:own )?(?:most|least|top|best|highest|lowest|largest|smallest|cheapest|biggest)\b/i.exec(question) ?? /\bdistribution of\b.*\bper\b/i.exec(question);
  if (within) return refuse(draft, 'no-correct-plan', { detail: REASONS.rankWithin(locale, within[0]) });
  // "what share of cancelled orders came from mobile": the share that the words name is another one.
  const share = words.find((t) => is(t, 'metric') && /^(?:share|percentage|percent|proportion) of\b/i.test(t.text));
  const part = share && words.find((t) => t.start > share.end && is(t, 'value', 'filter') && /\b(?:came|come|comes|were|are|was|went|placed|made|paid|shipped)\b/i.test(question.slice(share.end, t.start)));
  if (share && part) return refuse(draft, 'no-correct-plan', { detail: REASONS.whichPart(locale, [share.text, part.text]) });
  // "웹보다 모바일에서 더 많이 팔린 카테고리", "categories that sold more on mobile than on web": picked by comparing two of their figures.
  const than = words.find((t, i) => /^(?:보다|than)$/i.test(t.text) && is(words[i - 1], 'value') && is(words[i + 1], 'value') && words.slice(i + 2).some((w) => is(w, 'rank', 'much', 'top', 'change')) && is(words.at(-1), 'dimension', 'entity', 'term'));
  if (than) return refuse(draft, 'no-correct-plan', { detail: REASONS.thoseThatChanged(locale, question.slice(words[words.indexOf(than) - 1]!.start, words[words.indexOf(than) + 2]?.end ?? than.end)) });
  // "딱 한 채널만 이용한 고객"
  const only = words.find((t, i) => is(t, 'dimension', 'term') && /^만(?![가-힣])/.test(question.slice(t.end)) && words.slice(i + 1).some((w) => figureOf(draft, w) !== undefined));
  return only && refuse(draft, 'no-correct-plan', { detail: REASONS.onlyOf(locale, only.text) });
}

const LISTED = /\b(?:average|avg|mean|sum|total|count|number)\s*(?:,|and|&|\/)\s*(?:average|avg|mean|sum|total|count|number|minimum|maximum|highest|lowest)\b|(?:평균|합계|총합)\s?(?:과|와|및|,)\s?(?:평균|합계|총합|건수|최대|최소)/i;

/** "average and total shipping fee", "a figure by a figure": what was asked for twice and found once, and what nothing is broken down by. */
export function figuresAsked(draft: Draft): Stop | undefined {
  const { words, metrics, ask } = draft;
  if (metrics.length < 2 && LISTED.test(ask.question)) return refuse(draft, 'no-correct-plan', { detail: REASONS.twoQuestions(ask.locale) });
  const ranked = thingsByFigure(draft);
  if (ranked) return ranked;
  if (metrics.length < 2 || words.some((t) => is(t, 'top', 'rank', 'sorted', 'sort-by', 'compare', 'versus', 'share'))) return undefined;
  const figure = words.findIndex((t, i) => {
    const side = as(t, 'by')?.side;
    const beside = side === 'next' ? words[i + 1] : words[i - 1];
    return side !== undefined && !as(t, 'by')!.ratio && is(beside, 'metric', 'how-many');
  });
  return figure < 0 ? undefined : refuse(draft, 'no-correct-plan', { detail: REASONS.byFigure(ask.locale, ask.question.slice(words[Math.max(0, figure - 1)]!.start, words[Math.min(words.length - 1, figure + 1)]!.end)) });
}

/** "products by net revenue" are products, the one with the most first; "customers by number of orders" may be how many have how many. */
function thingsByFigure(draft: Draft): Stop | undefined {
  const { words, metrics, pack, ask } = draft;
  const at = words.findIndex((t, i) => as(t, 'by')?.side === 'next' && !as(t, 'by')!.ratio && !t.grouped && is(words[i - 1], 'entity') && !words[i - 1]!.used && is(words[i + 1], 'how-many', 'metric'));
  if (at < 0 || words.some((t) => is(t, 'top', 'rank', 'sorted', 'sort-by', 'list', 'which'))) return undefined;
  const [thing, by, figure] = [words[at - 1]!, words[at]!, words[at + 1]!];
  const metric = metrics.length === 1 && as(figure, 'metric')?.ref === metrics[0]!.ref ? metrics[0] : undefined;
  if (!metric || countedBy(pack, metric.ref) !== undefined || pack.entities.get(as(thing, 'entity')!.ref)?.dimension === undefined) return refuse(draft, 'no-correct-plan', { detail: REASONS.byFigure(ask.locale, ask.question.slice(thing.start, words[at + 2] && is(figure, 'how-many') ? words[at + 2]!.end : figure.end)) });
  thing.grouped = by.used = true;
  draft.order = [{ ref: metric.ref, direction: 'desc' }];
  return undefined;
}
