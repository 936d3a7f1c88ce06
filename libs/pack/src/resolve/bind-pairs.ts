import { metricOf } from '../describe/refs.js';
import { isHangul, type Token } from '../read/token.js';
import { as, is, type Draft, type Stop } from './draft.js';

/**
 * Two figures made one: "gross revenue minus net revenue", "총매출과 순매출의 차이", "ratio of refunds to paid amount".
 */
export function bindPairs(draft: Draft): Stop | undefined {
  const { words, pack } = draft;
  const [left, right, ...more] = draft.metrics;
  if (!left?.span || !right?.span || more.length > 0) return undefined;
  const [first, second] = left.span.start < right.span.start ? [left, right] : [right, left];
  const at = (metric: typeof left): number => words.findIndex((t) => t.start === metric.span!.start);
  const between = words.slice(at(first) + 1, at(second));
  const after = words[at(second) + 1];
  const mark = markOf(draft, between, after);
  if (!mark) return undefined;
  const ref = mark.kind === 'under' ? `${second.ref}.over_${first.ref}` : `${first.ref}.${mark.kind}_${second.ref}`;
  const made = metricOf(pack, ref);
  if (!made) return undefined;
  for (const token of mark.tokens) token.used = true;
  draft.metrics = [{ ref, label: made.label[draft.ask.locale], span: { start: first.span!.start, end: second.span!.end } }];
  return undefined;
}

interface Mark {
  /** `under`: the second over the first. */
  kind: 'minus' | 'over' | 'under';
  tokens: Token[];
}

function markOf({ words }: Draft, between: Token[], after: Token | undefined): Mark | undefined {
  const minus = between.find((t) => is(t, 'minus') || as(t, 'exclude')?.side === 'next');
  if (minus && between.length === 1) return { kind: 'minus', tokens: [minus] };
  // "총매출에서 순매출을 뺀 금액"
  const taken = after && (as(after, 'exclude')?.side === 'prev' || as(after, 'minus')?.side === 'prev') ? after : undefined;
  if (taken && between.every((t) => is(t, 'within', 'to'))) return { kind: 'minus', tokens: [taken, ...between] };
  // "환불액이 결제액에서 차지하는 비율", "결제액 중 환불액의 비율"
  const part = words.find((t) => is(t, 'share') && !t.used);
  const next = after && words[words.indexOf(after) + 1];
  if (part && between.length === 0 && is(after, 'within') && next === part && isHangul(part.text)) return { kind: 'over', tokens: [after!, part] };
  if (part && between.length === 1 && is(between[0], 'within') && after === part && isHangul(part.text)) return { kind: 'under', tokens: [between[0]!, part] };
  const joined = between.length === 1 && is(between[0], 'and');
  const change = words.find((t) => is(t, 'change') && !t.used);
  // A difference over time has periods of its own.
  const overTime = words.some((t) => is(t, 'versus')) || words.filter((t) => is(t, 'period')).length > 1;
  if (joined && change && as(change, 'change')!.show === 'change' && !overTime && (isHangul(change.text) || change.start < between[0]!.start)) return { kind: 'minus', tokens: [change, between[0]!] };
  const share = words.find((t) => is(t, 'share') && !t.used);
  const only = between.length === 1 ? between[0]! : undefined;
  if (share && only && is(only, 'to', 'and') && share.start < only.start) return { kind: 'over', tokens: [share, only] };
  // "gross margin as a percentage of net revenue", "순매출 대비 매출총이익 비율"
  if (only && only === share) return { kind: 'over', tokens: [only] };
  return share && only && as(only, 'versus')?.side === 'prev' && share.start > only.start ? { kind: 'under', tokens: [share, only] } : undefined;
}
