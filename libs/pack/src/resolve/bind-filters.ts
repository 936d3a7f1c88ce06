import { commonFact, ofMember, reaches } from '../plan/join-graph.js';
import { metricOf } from '../describe/refs.js';
import { isHangul, type Token } from '../read/token.js';
import { addMetric } from './add-metric.js';
import { addDimension } from './bind-dimensions.js';
import { bindWeekdays } from './bind-weekdays.js';
import { bindColumnThresholds } from './column-thresholds.js';
import { as, countedBy, is, refuse, spanOf, type Draft, type DraftFilter, type Stop } from './draft.js';
import { findNegated } from './negation.js';
import { REASONS } from './reasons.js';
import { inMoney } from './fit-currencies.js';
import { apartInOneRole, askRole, conditionOf, dimensionsOf, mergeConditions, subjectsOf } from './values.js';

/** Values and named filters become conditions; a value of two roles stops the question. */
export function bindFilters(draft: Draft): Stop | undefined {
  const sent = draft.words.find((t) => is(t, 'value') && !t.used && sentTo(draft, t));
  if (sent) return refuse(draft, 'unanswerable', { term: draft.ask.question.slice(sent.start, sentTo(draft, sent)!.end) });
  cuesThatAreValues(draft);
  const negated = findNegated(draft);
  // "cities with no active customers": of a value that has no rows of its own, nothing can be told missing.
  const none = draft.words.find((t) => is(t, 'have-not') && [...negated].some(([token, mark]) => mark === t && is(token, 'value', 'filter')) && ['next', 'prev'].some((side) => is(draft.words[draft.words.indexOf(t) + (side === 'next' ? -1 : 1)], 'dimension') && !draft.words[draft.words.indexOf(t) + (side === 'next' ? -1 : 1)]!.grouped && (t.lex as { side?: string }).side === side));
  if (none) return refuse(draft, 'no-correct-plan', { detail: REASONS.noneOfThem(draft.ask.locale, none.text) });
  const found: DraftFilter[] = [];
  for (const token of draft.words) {
    if (token.used || !is(token, 'value', 'filter')) continue;
    const dimensions = is(token, 'value') ? dimensionsOf(draft, token, subjectsOf(draft)) : [];
    if (dimensions.length > 1) return askRole(draft, token, dimensions);
    const dimension = dimensions[0] ?? null;
    const roles = as(token, 'value')?.candidates.map((c) => c.dimension) ?? [];
    const clash = roles.length > 1 && !negated.has(token) && found.some((f) => f.ref === dimension && f.op === 'eq' && f.token && apartInOneRole(draft, token, f.token));
    if (clash) return askRole(draft, token, roles);
    token.used = true;
    if (dimension !== null) absorbDimension(draft, token, dimension);
    found.push(neverSo(draft, token, dimension, negated.get(token)) ?? { ...conditionOf(draft, token, dimension, negated.has(token)), token });
  }
  const weekdays = bindWeekdays(draft, negated);
  if (weekdays && 'stop' in weekdays) return weekdays.stop;
  if (weekdays) found.push(weekdays.filter);
  markJoins(draft);
  draft.filters.push(...mergeConditions(eachByItself(draft, found)));
  return bindColumnThresholds(draft);
}

/** "서울로 배송된 주문": where something goes is not where the one it belongs to lives, and may be known of countries alone. */
function sentTo({ words, ask }: Draft, token: Token): Token | undefined {
  const candidates = as(token, 'value')?.candidates.map((c) => c.dimension);
  const after = words[words.indexOf(token) + 1];
  const cues = after ? [after.lex, ...after.others].flatMap((l) => (l.t === 'cue' ? [l.ref] : [])) : [];
  const to = after && /^(?:으)?로\s*$/.test(ask.question.slice(token.end, after.start));
  return candidates && to && cues.length > 0 && !cues.some((ref) => candidates.includes(ref)) ? after : undefined;
}

/** "반품한 적 없는 고객": of members it says that no such row is theirs; "excluding returned orders" speaks of the rows. */
function neverSo(draft: Draft, token: Token, dimension: string | null, mark: Token | undefined): DraftFilter | undefined {
  const { pack, ask } = draft;
  // "orders of customers who have never returned anything": of those who are spoken of, not of what is counted.
  const at = draft.words.indexOf(mark ?? token);
  const spoken = draft.words.slice(0, at).findLast((t) => is(t, 'entity'));
  const relative = spoken && draft.words.slice(draft.words.indexOf(spoken) + 1, at).some((t) => is(t, 'rel')) ? as(spoken, 'entity')!.ref : undefined;
  const member = relative ?? draft.entity ?? (draft.metrics.length === 1 ? countedBy(pack, draft.metrics[0]!.ref) : undefined);
  const owner = pack.dimensions.get(dimension ?? '')?.entity;
  if (!(is(mark, 'do-not', 'have-not') || (is(mark, 'not') && /never/i.test(mark!.text))) || member === undefined || owner === undefined || reaches(pack, member, owner)) return undefined;
  const fact = commonFact(pack, [member, owner]);
  if (fact === undefined) return undefined;
  const { ref, op, values, label } = conditionOf(draft, token, dimension, false);
  return { ref: member, op: 'not-exists', values: [fact], label: `${pack.entities.get(member)!.label[ask.locale]} ∄ ${label}`, where: [{ ref, op, values, label }], token, span: spanOf(token) };
}

/** "배송된" points at the ship country beside a country; by itself it is the order's status. */
function cuesThatAreValues({ words, pack }: Draft): void {
  words.forEach((token, i) => {
    const cue = as(token, 'cue');
    const value = token.others.find((o) => o.t === 'value');
    if (!cue || !value || token.used) return;
    const near = words.slice(Math.max(0, i - 3), i + 4);
    if (!near.some((t) => as(t, 'value')?.candidates.some((c) => c.dimension === cue.ref) || as(t, 'dimension')?.ref === cue.ref || (pack.terms.get(as(t, 'term')?.ref ?? '')?.means.includes(cue.ref) ?? false))) token.lex = value;
  });
}

/** "orders containing both toys and books": two memberships, since no one row is both. */
function eachByItself(draft: Draft, found: DraftFilter[]): DraftFilter[] {
  const { pack, words } = draft;
  const both = words.find((t) => is(t, 'both') && !t.used);
  const of = draft.entity ?? subjectsOf(draft)[0];
  if (!both || of === undefined) return found;
  return found.map((filter) => {
    const dimension = pack.dimensions.get(filter.ref);
    const repeated = filter.op === 'eq' && found.some((o) => o !== filter && o.ref === filter.ref && o.op === 'eq');
    if (!dimension || !repeated || reaches(pack, of, dimension.entity)) return filter;
    const fact = commonFact(pack, [of, dimension.entity]);
    if (fact === undefined) return filter;
    both.used = true;
    return { ...filter, ref: of, op: 'exists' as const, values: [fact], where: [{ ref: filter.ref, op: 'eq' as const, values: filter.values, label: filter.label }] };
  });
}

/** "partner channel", "채널이 웹인": the dimension's own name beside its value says nothing more. */
export function absorbDimension(draft: Draft, token: Token, dimension: string): void {
  const at = draft.words.indexOf(token);
  for (const step of [-1, 1, -2, 2]) {
    const beside = draft.words[at + step];
    // "웹 외 채널": only the negation stands between.
    if (step === 2 && !is(draft.words[at + 1], 'exclude', 'not')) continue;
    if (!beside || beside.grouped || beside.used) continue;
    const ref = as(beside, 'dimension')?.ref;
    const term = as(beside, 'term')?.ref;
    if (ref === dimension || (term !== undefined && draft.pack.terms.get(term)!.means.includes(dimension))) beside.used = true;
  }
}

/** "web or mobile" is one condition; an "or" between different things is not, and stays unread. */
function markJoins({ words }: Draft): void {
  words.forEach((token, i) => {
    if (!is(token, 'or', 'but')) return;
    const [left, right] = [words[i - 1], words[i + 1]];
    const owner = (t: Token | undefined): string | undefined => as(t, 'value')?.candidates.map((c) => c.dimension).join();
    if (is(token, 'or') && owner(left) !== undefined && owner(left) === owner(right)) token.used = true;
    // "변했나" asks; only between things does it join.
    if (is(token, 'but') || (token.text === '나' && !is(left, 'value', 'filter', 'dimension', 'metric', 'entity', 'period', 'threshold'))) token.used = true;
  });
}

/** "compare web and mobile": the values named side by side are a breakdown. */
export function bindSides(draft: Draft): Stop | undefined {
  const { words, pack, ask } = draft;
  // "gross sales vs net sales": two figures side by side.
  words.forEach((t, i) => {
    if (is(t, 'versus') && is(words[i - 1], 'metric') && is(words[i + 1], 'metric')) t.used = true;
  });
  const sides = draft.filters.filter((f) => f.op === 'in' && pack.dimensions.has(f.ref));
  const [side] = sides;
  const mark = words.find((t) => is(t, 'compare', 'versus') && !t.used && as(t, 'versus')?.unit === undefined) ?? askedAgain(draft, side) ?? words.find((t) => !t.used && (is(t, 'apart') || (is(t, 'by') && /each/i.test(t.text)))) ?? words.find((t) => !t.used && side?.values.length === 2 && tellsApart(t));
  if (!mark || !side || sides.length > 1 || draft.metrics.length === 0 || words.filter((t) => is(t, 'period')).length > 1 || draft.dimensions.some((d) => d.ref === side.ref)) return undefined;
  for (const t of words) if (t === mark || (side.values.length === 2 && (tellsApart(t) || (is(t, 'between') && words.some(tellsApart))))) t.used = true;
  draft.dimensions.push({ ref: side.ref, label: pack.dimensions.get(side.ref)!.label[ask.locale] });
  return undefined;
}

/** "the difference between web and mobile": of two values, not of two periods. */
const tellsApart = (t: Token): boolean => is(t, 'change') && /differ|gap|how (?:many|much) (?:more|fewer|less|\w+er)|차이|격차|얼마나 (?:더 )?(?:높|낮|많|적|컸)/i.test(t.text);

/** "how many were completed and how many cancelled": the number is asked for each of the values. */
function askedAgain({ words, metrics }: Draft, side: DraftFilter | undefined): Token | undefined {
  if (!side || metrics.length !== 1) return undefined;
  const valued = (t: Token): boolean => as(t, 'value')?.candidates.some((c) => c.dimension === side.ref && side.values.includes(c.value)) === true;
  const first = words.findIndex(valued);
  const last = words.findLastIndex(valued);
  // "web orders and mobile orders"
  const between = words.slice(first + 1, last);
  return between.find((t) => is(t, 'how-many')) ?? between.find((t) => is(t, 'entity') && words.slice(last + 1).some((o) => is(o, 'entity') && as(o, 'entity')!.ref === as(t, 'entity')!.ref));
}

/** Limits on the figures themselves (HAVING), or on the members that are counted. */
export function bindThresholds(draft: Draft): Stop | undefined {
  const { words } = draft;
  for (const token of words) {
    const threshold = as(token, 'threshold');
    if (!threshold || token.used) continue;
    const at = words.indexOf(token);
    // "30명 넘는 고객이 산 상품": so many of those who did it, for each of what it was done to.
    const doers = isHangul(token.text) && is(words[at + 1], 'entity') && is(words[at + 2], 'event') && words.slice(at + 3).some((t) => is(t, 'entity'));
    if (doers) return refuse(draft, 'no-correct-plan', { detail: REASONS.limitOfTotal(draft.ask.locale, `${token.text} ${words[at + 1]!.text}`) });
    if (ofKinds(draft, token)) continue;
    measuredEntity(draft, token);
    const metric = measuredBy(draft, token);
    if (metric === undefined) return refuse(draft, 'unanswerable', { term: token.text });
    token.used = true;
    inMoney(draft, metric, token);
    const label = draft.metrics.find((m) => m.ref === metric)!.label;
    const having = (op: typeof threshold.op, value: string) => ({ ref: metric, op, value, label: `${label} ${op} ${value}`, span: spanOf(token) });
    draft.having.push(having(threshold.op, threshold.value));
    if (threshold.upper !== undefined) draft.having.push(having('lte', threshold.upper));
  }
  // "products with more than 50 units sold": what passes the threshold is what is listed.
  const each = draft.having.find((h) => ['ratio', 'avg', 'derived'].includes(metricOf(draft.pack, h.ref)?.kind ?? ''));
  if (each && draft.dimensions.length === 0 && !words.some((t) => is(t, 'how-many')) && words.some((t) => is(t, 'entity') && is(words[words.indexOf(t) + (isHangul(t.text) ? -1 : 1)], 'threshold') && !is(words[words.indexOf(t) + (isHangul(t.text) ? -2 : 2)], 'metric'))) return refuse(draft, 'no-correct-plan', { detail: REASONS.limitOfTotal(draft.ask.locale, each.label) });
  const noun = draft.having.length > 0 && draft.dimensions.length === 0 && !words.some((t) => is(t, 'how-many')) ? words.find((t) => is(t, 'entity', 'dimension', 'unit') && !t.used) : undefined;
  return noun ? addDimension(draft, noun) : undefined;
}

/** "orders with more than one category": how many different ones each member has. */
function ofKinds(draft: Draft, token: Token): boolean {
  const { words, pack, ask } = draft;
  const at = words.indexOf(token);
  const { op, value, upper, percent } = as(token, 'threshold')!;
  const kind = isHangul(token.text) ? words[at - 1] : words.slice(at + 1).find((t) => !is(t, 'distinct'));
  const dimension = pack.dimensions.get(as(kind, 'dimension')?.ref ?? '');
  const subject = draft.metrics.length === 1 ? countedBy(pack, draft.metrics[0]!.ref) : undefined;
  if (!kind || !dimension || kind.grouped || upper !== undefined || percent || subject === undefined) return false;
  kind.used = token.used = true;
  draft.dimensions = draft.dimensions.filter((d) => d.span?.start !== kind.start);
  draft.filters.push({ ref: subject, op: 'exists', values: [], label: `${dimension.label[ask.locale]} ${op} ${value}`, measure: { ref: `${dimension.id}.count`, op, value }, token, span: spanOf(token) });
  return true;
}

/** "have more than 20 customers" beside another figure: the entity next to the limit is counted for it. */
function measuredEntity(draft: Draft, token: Token): void {
  const at = draft.words.indexOf(token);
  // "more than 100 completed orders": what narrows the thing stands before it.
  const beside = isHangul(token.text) ? draft.words[at - 1] : draft.words.slice(at + 1).find((t) => !is(t, 'value', 'filter', 'distinct'));
  const count = draft.pack.entities.get(as(beside, 'entity')?.ref ?? '')?.count;
  if (beside && !beside.used && !beside.grouped && count !== undefined) addMetric(draft, count, beside);
}

/** The metric nearest to a threshold. */
function measuredBy(draft: Draft, token: Token): string | undefined {
  const at = draft.words.indexOf(token);
  const threshold = as(token, 'threshold')!;
  let best: { ref: string; distance: number } | undefined;
  for (const metric of draft.metrics) {
    const unit = metricOf(draft.pack, metric.ref)?.unit;
    // Things are counted, money is not: "more than 1,000 units".
    if (threshold.counter && unit !== 'count' && draft.metrics.some((m) => metricOf(draft.pack, m.ref)?.unit === 'count')) continue;
    if (((threshold.currency || threshold.price) && unit === 'count') || (threshold.percent && unit !== 'percent')) continue;
    // A figure may be named again beside its limit: "net revenue and orders where net revenue > 200k".
    const said = draft.words.flatMap((t, i) => (t.start === metric.span?.start || as(t, 'metric')?.ref === metric.ref || draft.pack.entities.get(as(t, 'entity')?.ref ?? '')?.count === metric.ref ? [i] : []));
    // "more than 50 units" / "판매 수량이 50개를 넘은": the figure stands after an English limit, before a Korean one.
    const far = (word: number): boolean => (isHangul(token.text) ? word > at : word < at);
    const distance = Math.min(50, ...said.map((word) => Math.abs(word - at) + (far(word) ? 0.5 : 0)));
    if (!best || distance < best.distance) best = { ref: metric.ref, distance };
  }
  return best?.ref;
}

/** Members that are counted or listed, and whose figures pass: the threshold moves from the groups to the members. */
export function countMembers(draft: Draft): void {
  const count = draft.metrics.find((m) => m.ref.endsWith('.count') || draft.pack.entities.get(memberEntity(draft, m.ref) ?? '')?.count === m.ref);
  const measured = draft.having.filter((h) => h.ref !== count?.ref || draft.entity !== undefined);
  if (measured.length === 0 || (draft.entity === undefined && draft.dimensions.length > 0)) return;
  // "how many channels had over 100 orders in 2025": a value has no rows and no date of its own, so all that is said is of its figures.
  const ofValues = draft.entity === undefined && count?.ref.endsWith('.count') === true;
  const ref = draft.entity ?? (count && (ofValues ? count.ref.slice(0, -'.count'.length) : memberEntity(draft, count.ref)));
  if (ref === undefined) return;
  const entity = draft.pack.dimensions.get(ref)?.entity ?? ref;
  // What narrows the figures rather than the members goes with the figures.
  const inside = draft.filters.filter((f) => f.op !== 'exists' && f.op !== 'not-exists' && (ofValues || !reaches(draft.pack, entity, ownerOf(draft, f.ref))));
  const dated = !ofValues && (draft.entity === undefined ? timed(draft, count!.ref) : draft.pack.entities.get(entity)?.time !== undefined);
  const period = dated ? null : draft.period;
  for (const { ref: metric, op, value, label } of measured) {
    draft.filters.push({ ref, op: 'exists', values: [], label, measure: { ref: ofMember(draft.pack, metric, entity) ?? metric, op, value }, token: null, where: inside.map((f) => ({ ref: f.ref, op: f.op, values: f.values, label: f.label })), ...(period ? { period } : {}) });
    draft.metrics = draft.metrics.filter((m) => m.ref !== metric);
  }
  draft.filters = draft.filters.filter((f) => !inside.includes(f));
  if (period) draft.period = null;
  draft.having = draft.having.filter((h) => !measured.includes(h));
}

function timed(draft: Draft, metric: string): boolean {
  const def = metricOf(draft.pack, metric);
  return def !== undefined && 'time' in def && def.time !== undefined;
}

function memberEntity(draft: Draft, ref: string): string | undefined {
  const def = draft.pack.metrics.get(ref);
  return def && def.kind === 'count' ? def.of : undefined;
}

const ownerOf = (draft: Draft, ref: string): string => draft.pack.dimensions.get(ref)?.entity ?? draft.pack.filters.get(ref)?.entity ?? ref.split('.')[0]!;
