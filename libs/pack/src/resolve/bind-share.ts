import type { BoundDimension } from '@countersign/contracts';
import { isHangul, type Token } from '../read/token.js';
import { TIME } from '../pack.js';
import { as, is, refuse, type Draft, type Stop } from './draft.js';
import { REASONS } from './reasons.js';

/** "share of orders by channel" (parts of a whole), "percentage of orders that were mobile" (one part of it). */
export function bindShare(draft: Draft): Stop | undefined {
  const { words, ask } = draft;
  const share = words.find((t) => is(t, 'share') && !t.used);
  if (!share) return undefined;
  const at = words.indexOf(share);
  if (is(words[at - 1], 'amount') && is(words[at - 2], 'top')) return refuse(draft, 'no-correct-plan', { detail: REASONS.percentOfRanking(draft.ask.locale, draft.ask.question.slice(words[at - 2]!.start, share.end)) });
  // "the share that comes from the top 10": of all of them together, which is no share of each.
  const ranked = words.find((t) => is(t, 'top', 'rank') && !t.used);
  if (ranked && !words.some((t) => is(t, 'by', 'apart') && /each|각/i.test(t.text)) && FROM_THE_TOP.test(ask.question.slice(Math.min(share.start, ranked.start), Math.max(share.end, ranked.end)))) return refuse(draft, 'no-correct-plan', { detail: REASONS.shareOfRanking(ask.locale, ranked.text) });
  const limit = words.find((t) => is(t, 'threshold') && !t.used);
  if (limit) return refuse(draft, 'no-correct-plan', { detail: REASONS.shareLimit(draft.ask.locale, draft.ask.question.slice(Math.min(limit.start, share.start), Math.max(limit.end, share.end))) });
  for (const t of words) if (is(t, 'share', 'percent', 'within')) t.used = true;
  if (draft.metrics.length !== 1) return refuse(draft, 'no-correct-plan', { detail: REASONS.oneShare(draft.ask.locale, draft.metrics.length) });
  const two = draft.filters.find((f) => f.token !== null && f.op === 'in');
  if (two && apart(words, two)) return refuse(draft, 'no-correct-plan', { detail: REASONS.ratioOfTwo(draft.ask.locale, two.label) });
  if (two && (/^ratio/i.test(share.text) || (isHangul(share.text) && /비율$|^비$/.test(share.text) && words.some((t) => t.start < share.start && is(t, 'versus', 'and'))))) return refuse(draft, 'no-correct-plan', { detail: REASONS.ratioOfTwo(draft.ask.locale, two.label) });
  draft.intent = 'share';
  const parts = draft.dimensions.filter((d) => d.ref !== TIME);
  const narrowing = draft.filters.filter((f) => f.token !== null && f.op !== 'not-null');
  const numerators = split(draft, share, narrowing.map((f) => f.token!));
  // "percentage of orders on weekends by channel": their part in each channel, or how they spread over the channels.
  const by = words.find((t) => is(t, 'by'));
  const between = [...numerators].filter((t) => !isHangul(share.text) && by && metricAt(draft) >= 0 && t.start > Math.max(metricAt(draft), share.start) && t.start < by.start && !words.some((w) => is(w, 'rel')));
  if (parts.length > 0 && between.length > 0 && between.length === narrowing.length) return refuse(draft, 'no-correct-plan', { detail: REASONS.whichPart(draft.ask.locale, narrowing.map((f) => f.label)) });
  // "share of active customers by segment": how they spread over the segments, or their part of each.
  if (parts.length > 0 && numerators.size > 0 && numerators.size === narrowing.length && OF_THE_WHOLE.test(share.text) && narrowing.every((f) => f.op === 'named' || f.op === 'not-named') && mentionsPart(draft, share, numerators)) return refuse(draft, 'no-correct-plan', { detail: REASONS.whichPart(ask.locale, [...narrowing, ...parts].map((f) => f.label)) });
  if (numerators.size > 0 && !(parts.length > 0 && !mentionsPart(draft, share, numerators))) {
    // Several conditions and nothing that says which are the whole: any choice would be a guess.
    const parts = new Set(narrowing.filter((f) => numerators.has(f.token!)).map((f) => f.ref));
    if (parts.size > 1 && numerators.size === narrowing.length) return refuse(draft, 'no-correct-plan', { detail: REASONS.whichPart(draft.ask.locale, narrowing.map((f) => f.label)) });
    for (const filter of narrowing) if (numerators.has(filter.token!)) filter.numerator = true;
    draft.shareWithin = draft.dimensions.map((d) => (d.grain ? `${d.ref}:${d.grain}` : d.ref));
    return undefined;
  }
  if (parts.length === 0 && !draft.dimensions.length) return refuse(draft, 'no-correct-plan', { detail: REASONS.wholeOf(draft.ask.locale, share.text) });
  const whole = draft.dimensions.filter((d) => d.ref === TIME || insideEach(words, d));
  // Of what is all there is inside each, nothing is a part.
  if (parts.length > 0 && parts.every((d) => whole.includes(d))) return refuse(draft, 'no-correct-plan', { detail: REASONS.wholeOf(draft.ask.locale, share.text) });
  draft.shareWithin = parts.length === 0 ? [] : whole.map((d) => (d.grain ? `${d.ref}:${d.grain}` : d.ref));
  return undefined;
}

/** "within each channel", "for each channel, … by category", "각 채널 내 카테고리별": each of them is a whole of its own. */
function insideEach(words: Token[], { span }: BoundDimension): boolean {
  const at = words.findIndex((t) => t.start === span?.start);
  const sides = [words[at - 1], words[at + 1]].map((t) => as(t, 'by'));
  if (at >= 0 && sides.some((by, i) => by?.inside && by.side === (i === 0 ? 'next' : 'prev'))) return true;
  // A breakdown in another word stands beside it.
  return at >= 0 && /^(?:for|of|at) (?:each|every)/i.test(words[at - 1]?.text ?? '') && words.some((t, i) => as(t, 'by') && /\bby$/i.test(t.text) && words[i + 1]?.grouped);
}

const FROM_THE_TOP = /\b(?:com(?:e|es|ing)|came|goes|is made|was made|made up|accounted|contributed|generated) (?:from|to|for|by|up by)\b|차지/i;
const OF_THE_WHOLE = /^(?:share|mix|contribution)|비중|구성|점유/i;
const metricAt = ({ metrics }: Draft): number => metrics[0]?.span?.start ?? -1;

/** "cancel rate of completed orders": two values of one thing that no word joins are a part and its whole. */
function apart(words: Token[], { ref, values }: { ref: string; values: string[] }): boolean {
  const at = words.flatMap((t, i) => (as(t, 'value')?.candidates.some((c) => c.dimension === ref && values.includes(c.value)) ? [i] : []));
  return at.some((i, n) => n > 0 && !words.slice(at[n - 1]! + 1, i).some((t) => is(t, 'and', 'or', 'versus', 'compare')) && i - at[n - 1]! > 1);
}

/**
 * With a breakdown too, a filter is the part when the words put it there: between the share word and what is shared
 * ("percentage of cancelled orders by channel"), after "that/which", or right before a Korean share word.
 */
function mentionsPart(draft: Draft, share: Token, numerators: Set<Token>): boolean {
  const { words } = draft;
  if (!draft.dimensions.some((d) => d.ref !== TIME)) return true;
  const noun = draft.metrics[0]!.span?.start ?? share.start;
  const relative = words.find((t) => is(t, 'rel') && t.start > noun);
  return [...numerators].every((t) => {
    if (!isHangul(share.text)) return (t.start > share.start && t.start < noun) || (relative !== undefined && t.start > relative.start) || beside(words, t, share);
    return t.start < share.start && words.slice(words.indexOf(t) + 1, words.indexOf(share)).every((w) => is(w, 'metric', 'entity', 'value', 'filter', 'and', 'do', 'event', 'dimension', 'percent') && !w.grouped);
  });
}

/** "return rate", "active customer rate": only what is counted stands between a state and the word for its share. */
const beside = (words: Token[], part: Token, share: Token): boolean => part.start < share.start && words.slice(words.indexOf(part) + 1, words.indexOf(share)).every((t) => is(t, 'entity', 'metric') && !t.grouped);

/**
 * Which conditions are the part and which the whole. English: after "that/which/were/from …", or before "share of";
 * Korean: after "중". Without such a word all of them are the part.
 */
function split(draft: Draft, share: Token, tokens: Token[]): Set<Token> {
  const { words } = draft;
  const within = words.find((t) => is(t, 'within') || t.others.some((o) => o.t === 'within'));
  if (isHangul(share.text) || (within && isHangul(within.text))) {
    const marks = words.filter((t) => is(t, 'within') && isHangul(t.text) && t.start < share.start);
    const mark = marks.at(-1);
    const after = tokens.filter((t) => mark === undefined || t.start > mark.start);
    // "카드 결제 실패율": the rate is of what stands right before it.
    const beside = tokens.filter((t) => t.end === share.start);
    return new Set(beside.length > 0 ? beside : after.length > 0 ? after : tokens);
  }
  const metric = draft.metrics[0]!.span;
  const before = tokens.filter((t) => t.start < share.start);
  if (before.length > 0) return new Set(before);
  const rel = words.find((t) => is(t, 'rel') && t.start > share.start);
  const pivot = rel?.start ?? (metric && metric.start > share.start ? metric.start : undefined);
  const after = pivot === undefined ? [] : tokens.filter((t) => t.start > pivot);
  if (after.length > 0 && after.length < tokens.length) return new Set(after);
  // "of customers who bought books in 2025 also bought toys": what follows with no joining word is the part.
  const last = tokens.at(-1);
  const former = tokens.filter((t) => t !== last).at(-1);
  if (rel && last && former && is(last, 'event') && is(former, 'event') && !words.some((t) => t.start > former.start && t.start < last.start && is(t, 'and', 'or', 'but', 'rel'))) return new Set([last]);
  return new Set(tokens);
}
