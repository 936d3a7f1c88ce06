import type { BoundFilter, Period } from '@countersign/contracts';
import { metricOf } from '../describe/refs.js';
import { passesAtZero } from '../plan/at-zero.js';
import { ofMember, reaches } from '../plan/join-graph.js';
import { isHangul, type Token } from '../read/token.js';
import { bornAt, ownPeriods, periodsOf, placePeriods } from './clause-periods.js';
import { absorbDimension } from './bind-filters.js';
import { doersIn, findClauses, onlyIn, type Clause } from './clauses.js';
import { unionOf } from './bind-periods.js';
import { as, is, refuse, spanOf, toPeriod, type Draft, type Stop } from './draft.js';
import { inMoney } from './fit-currencies.js';
import { REASONS } from './reasons.js';
import { askRole, conditionOf, dimensionsOf, mergeConditions } from './values.js';

/**
 * Turns what happened to a subject into conditions on it. One plain clause ("customers who ordered in 2025") is the
 * event's own metric; several, negated or measured ones are conditions on the members.
 */
export function bindClauses(draft: Draft): Stop | undefined {
  const clauses = findClauses(draft);
  for (const clause of clauses) if (clause.subjectToken.grouped) clause.subjectToken.used = false;
  // "who ordered in every quarter" means without exception; a breakdown would answer something else.
  const every = draft.words.find((t) => as(t, 'unit')?.every);
  if (clauses.length > 0 && every) return refuse(draft, 'no-correct-plan', { detail: REASONS.withoutException(draft.ask.locale, every.text) });
  const apart = clauses.flatMap((c) => c.words.filter((t, i) => is(t, 'entity') && !t.used && !t.grouped && t !== c.anchor && t !== c.subjectToken && is(draft.words[draft.words.indexOf(t) + 1], 'period') && is(draft.words[draft.words.indexOf(t) - 1], 'and') && i >= 0))[0];
  // "orders with payments after 2025": rows that have a date of their own beside a subject that has one too.
  const dated = clauses.find((c) => c.event === null && c.rows !== null && !isHangul(c.anchor.text) && openEnded(draft.words[draft.words.indexOf(c.anchor) + 1]) && draft.pack.entities.get(c.subject)?.time !== undefined && draft.pack.entities.get(c.rows)?.time !== undefined && draft.pack.entities.get(c.rows)!.time!.split('.')[0] === c.rows);
  const when = apart ?? dated?.anchor;
  if (when) return refuse(draft, 'no-correct-plan', { detail: REASONS.whichClause(draft.ask.locale, draft.words[draft.words.indexOf(when) + 1]!.text) });
  const [only] = clauses;
  const unplaced = placePeriods(draft, clauses);
  if (unplaced) return unplaced;
  if (clauses.length === 1 && only && !only.negated && simple(draft, only)) return undefined;
  // Several clauses may hold in one period, so all are given theirs before the first marks it used.
  const periods = clauses.map(periodsOf);
  for (const [i, clause] of clauses.entries()) {
    const stop = bindClause(draft, clause, periods[i]!, clauses.length === 1);
    if (stop) return stop;
  }
  return undefined;
}

const thresholdIn = (clause: Clause): Token | undefined => clause.words.find((t) => is(t, 'threshold') && !as(t, 'threshold')!.price);
const counted = (draft: Draft, clause: Clause): boolean =>
  is(clause.subjectToken, 'metric') || draft.words.some((t) => is(t, 'how-many')) || !draft.words.some((t) => is(t, 'list', 'which'));

/** One plain clause about what is counted becomes the metric that counts it. */
function simple(draft: Draft, clause: Clause): boolean {
  const { pack, words } = draft;
  const metric = clause.event === null ? undefined : pack.events.get(clause.event)?.metric[clause.subject];
  const others = words.some((t) => t !== clause.subjectToken && is(t, 'metric', 'rank', 'share') && !t.used) || words.some((t) => as(t, 'term')?.ref !== undefined && pack.metrics.has(pack.terms.get(as(t, 'term')!.ref)!.means[0]!));
  // Something else is counted ("orders from customers who registered …"): the clause narrows it.
  const counts = words.some((t) => is(t, 'entity') && t !== clause.subjectToken && t !== clause.anchor && !t.grouped && !clause.words.includes(t) && as(t, 'entity')!.ref !== clause.subject && as(t, 'entity')!.ref !== clause.rows);
  const nearer = clause.rows === null && counts;
  const ownDate = bornAt(draft, clause) || (ownPeriods(draft, clause).length > 0 && periodsOf(clause).length > 0);
  if (ownDate || nearer || onlyIn(draft, clause) || metric === undefined || thresholdIn(clause) || others || clause.subjectToken.grouped || !counted(draft, clause) || words.some((t) => is(t, 'top', 'list'))) return false;
  draft.metrics.push({ ref: metric, label: metricOf(pack, metric)!.label[draft.ask.locale], span: spanOf(clause.subjectToken) });
  clause.subjectToken.used = true;
  return true;
}

function bindClause(draft: Draft, clause: Clause, periods: Token[], alone: boolean): Stop | undefined {
  const { pack, ask } = draft;
  const own = clause.event === null ? undefined : pack.events.get(clause.event)?.time;
  const weekday = clause.words.find((t) => is(t, 'weekday'));
  if (weekday) return refuse(draft, 'no-correct-plan', { detail: REASONS.weekdayOfMembers(ask.locale, weekday.text) });
  if (clause.rows === null) {
    const range = as(periods[0], 'period')?.range;
    if (own !== undefined && clause.negated && range?.from && range.to) return refuse(draft, 'no-correct-plan', { detail: REASONS.notWithin(ask.locale, periods[0]!.text) });
    if (own !== undefined) bindOwnDate(draft, clause, own, periods);
    return undefined;
  }
  // "the customer who ordered most in each segment": ranked is what each of them did, and not how many did it.
  const at = draft.words.indexOf(clause.anchor);
  const most = [draft.words[at - 1], draft.words[at + 1]].find((t) => is(t, 'top') && /most|많이|적게|least/i.test(t!.text));
  if (most && clause.event !== null && !clause.negated) return refuse(draft, 'no-correct-plan', { detail: REASONS.rankWithin(ask.locale, most.text) });
  const all = clause.words.find((t) => is(t, 'dimension') && !t.grouped && EVERY.test(ask.question.slice(0, t.start)));
  if (all) return refuse(draft, 'no-correct-plan', { detail: REASONS.withoutException(ask.locale, `${EVERY.exec(ask.question.slice(0, all.start))![1]} ${all.text}`) });
  const only = clause.negated ? undefined : onlyIn(draft, clause);
  const where: BoundFilter[] = [];
  const spoken = clause.subjectToken.used;
  for (const token of clause.words) {
    if (token.used || !is(token, 'value', 'filter')) continue;
    const dimensions = is(token, 'filter') ? [] : dimensionsOf(draft, token, [clause.rows]);
    if (dimensions.length > 1) return askRole(draft, token, dimensions);
    const entity = dimensions[0] !== undefined ? pack.dimensions.get(dimensions[0])!.entity : pack.filters.get(as(token, 'filter')!.ref)!.entity;
    if (reaches(pack, clause.subject, entity)) continue;
    where.push(conditionOf(draft, token, dimensions[0] ?? null, excludedIn(clause.words, token)));
    token.used = true;
    if (dimensions[0] !== undefined) absorbDimension(draft, token, dimensions[0]);
  }
  // "customers in Korea placed no order": that the value is theirs leaves them to be counted.
  clause.subjectToken.used = spoken;
  const measure = measureOf(draft, clause);
  for (const t of doersIn(draft, clause)) t.used = true;
  const [condition] = where;
  if (only && (where.length !== 1 || measure || !condition || !(condition.op in OTHER))) return refuse(draft, 'no-correct-plan', { detail: REASONS.onlyOf(ask.locale, only.text) });
  if (alone && measure && !clause.negated && !clause.subjectToken.used && groupsInstead(draft, clause)) {
    group(draft, clause, measure, where);
    return undefined;
  }
  if (!measure) where.push(...bySense(draft, clause));
  const period = takePeriod(draft, clause, periods);
  const subject = pack.entities.get(clause.subject)!;
  const rows = pack.entities.get(clause.rows)!;
  draft.filters.push({
    ref: clause.subject, op: clause.negated ? 'not-exists' : 'exists', values: [clause.rows], token: clause.anchor, span: spanOf(clause.anchor),
    // One without any passes "fewer than 3" too: it need not have something.
    label: measure && !clause.negated && passesAtZero(pack, measure) ? `${subject.label[ask.locale]} (${limitText(draft, measure)})` : `${subject.label[ask.locale]} ${clause.negated ? '∄' : '∃'} ${rows.label[ask.locale]}${measure ? ` (${limitText(draft, measure)})` : ''}`,
    where: mergeConditions(where).map(({ ref, op, values, label }) => ({ ref, op, values, label })), ...(period ? { period } : {}), ...(measure ? { measure } : {}),
  });
  if (only && condition) {
    only.used = true;
    const { ref, op, values, label } = condition;
    draft.filters.push({
      ref: clause.subject, op: 'not-exists', values: [clause.rows], token: only, span: spanOf(only), label: `${subject.label[ask.locale]} ∄ ${rows.label[ask.locale]} ≠ ${label}`,
      where: [{ ref, op: OTHER[op as keyof typeof OTHER], values, label }], ...(period ? { period } : {}),
    });
  }
  return undefined;
}

/** What an event's own metric leaves out proves nothing: what was cancelled was not sold. */
function bySense({ pack, ask }: Draft, { event, subject, rows }: Clause): BoundFilter[] {
  const metric = pack.metrics.get((event === null ? undefined : pack.events.get(event)?.metric[subject]) ?? '');
  if (!metric || metric.kind === 'ratio' || metric.kind === 'derived' || metric.of !== rows) return [];
  return metric.where.map((ref) => ({ ref, op: 'named', values: [], label: pack.filters.get(ref)!.label[ask.locale] }));
}

const openEnded = (t: Token | undefined): boolean => is(t, 'period') && (as(t, 'period')!.range.from === null || as(t, 'period')!.range.to === null);
const EVERY = /(모든|전체|all(?: the| our)?|every|each)\s*$/i;

/** What must not have happened beside what only did. */
const OTHER = { eq: 'ne', in: 'not-in' } as const;

/** How much there must be is part of what is said: "customer ∃ order (orders > 5)". */
const limitText = ({ pack, ask }: Draft, { ref, op, value }: NonNullable<BoundFilter['measure']>): string => `${metricOf(pack, ref)!.label[ask.locale]} ${SIGNS[op]} ${value}`;
const SIGNS = { gt: '>', gte: '≥', lt: '<', lte: '≤', eq: '=', ne: '≠' } as const;

/** "signed up in 2024" beside other conditions: a condition on the date itself. */
function bindOwnDate(draft: Draft, clause: Clause, time: string, [token]: Token[]): void {
  const range = as(token, 'period')?.range;
  if (!token || !range) return;
  token.used = true;
  const label = `${time} ${toPeriod(range, null).label}`;
  if (range.from) draft.filters.push({ ref: time, op: clause.negated ? 'lt' : 'gte', values: [range.from], label, token, span: spanOf(token) });
  if (range.to) draft.filters.push({ ref: time, op: 'lt', values: [range.to], label, token, span: spanOf(token) });
}

/** The period belongs to what happened unless the subject has a date of its own. */
function takePeriod(draft: Draft, clause: Clause, periods: Token[]): Period | undefined {
  const count = draft.pack.entities.get(clause.subject)?.count;
  const dated = count !== undefined && draft.pack.entities.get(clause.subject)?.time !== undefined;
  const tokens = dated ? [] : periods;
  const [token] = tokens;
  if (!token) return undefined;
  for (const t of tokens) t.used = true;
  for (const t of clause.words) if (is(t, 'or')) t.used = true;
  return tokens.length === 1 ? toPeriod(as(token, 'period')!.range, token) : unionOf(tokens);
}

/** "more than 5 orders", "50개 넘게 팔린": how much of it there must be. */
function measureOf(draft: Draft, clause: Clause): BoundFilter['measure'] {
  const { pack } = draft;
  const token = thresholdIn(clause);
  const threshold = as(token, 'threshold');
  if (!token || !threshold) return undefined;
  const at = draft.words.indexOf(token);
  const beside = [draft.words[at + 1], draft.words[at - 1]].find((t) => is(t, 'metric') && t !== clause.subjectToken);
  const event = clause.event === null ? undefined : draft.pack.events.get(clause.event);
  // "more than one payment method": how many different ones.
  const ahead = draft.words[at + 1];
  const kind = isHangul(token.text) ? (is(ahead, 'entity', 'dimension') && ahead !== clause.anchor && ahead !== clause.subjectToken ? ahead : draft.words[at - 1]) : draft.words.slice(at + 1).find((t) => !is(t, 'distinct'));
  // "상품을 5개 이상 산": pieces of what was bought, which rows are not. "서로 다른 상품 5개": how many different ones.
  const pieces = isHangul(token.text) && /개/.test(token.text) && is(draft.words[at + 1], 'event') && event?.measure[clause.subject] === undefined;
  const different = pieces && is(draft.words[at - 2], 'distinct') ? pack.entities.get(as(clause.anchor, 'entity')?.ref ?? '')?.dimension : undefined;
  if (pieces && (different === undefined || !metricOf(pack, `${different}.count`))) return undefined;
  if (different !== undefined) {
    token.used = draft.words[at - 2]!.used = true;
    return { ref: `${different}.count`, op: threshold.op, value: threshold.value };
  }
  // "orders with more than 3 different products", "서로 다른 상품이 3개 넘게 들어간 주문": the rows that hold them may repeat them.
  const noun = isHangul(token.text) ? draft.words[at - 1] : kind;
  const named = noun === clause.anchor ? pack.entities.get(as(noun, 'entity')?.ref ?? '')?.dimension : undefined;
  const apart = noun && is(draft.words[draft.words.indexOf(noun) - 1], 'distinct') ? draft.words[draft.words.indexOf(noun) - 1]! : undefined;
  if (apart && named !== undefined && metricOf(pack, `${named}.count`)) {
    token.used = apart.used = true;
    return { ref: dated(draft, as(noun, 'entity')!.ref, clause.rows) ?? `${named}.count`, op: threshold.op, value: threshold.value };
  }
  // "bought by more than 30 customers", "at least 5 different products": how many of another thing.
  const other = pack.entities.get(as(kind, 'entity')?.ref ?? '');
  const dimension = as(kind, 'dimension')?.ref ?? (other && other.id !== clause.rows && other.id !== clause.subject && kind !== clause.anchor && kind !== clause.subjectToken && metricOf(pack, `${other.dimension}.count`) ? other.dimension : undefined);
  if (kind && dimension !== undefined && !kind.grouped && !threshold.percent) {
    token.used = kind.used = true;
    return { ref: `${dimension}.count`, op: threshold.op, value: threshold.value };
  }
  const ref = ofMember(draft.pack, as(beside, 'metric')?.ref, clause.subject) ?? event?.measure[clause.subject] ?? draft.pack.entities.get(clause.rows!)?.count;
  if (ref === undefined || threshold.upper !== undefined || threshold.percent) return undefined;
  token.used = true;
  if (beside) beside.used = true;
  inMoney(draft, ref, token);
  return { ref, op: threshold.op, value: threshold.value };
}

/** What counts things over the rows that tie them, with the date of those rows. */
function dated({ pack }: Draft, entity: string, rows: string | null): string | undefined {
  const count = pack.metrics.get(pack.entities.get(entity)?.count ?? '');
  return count && 'narrowed' in count && rows !== null ? count.narrowed[rows] : undefined;
}

/** A list of members with how much they have, rather than a count of members. */
function groupsInstead(draft: Draft, clause: Clause): boolean {
  if (is(clause.subjectToken, 'metric') || draft.pack.entities.get(clause.subject)?.dimension === undefined) return false;
  // "5건 이상 주문한 고객과 주문 수": the figure listed with the members is theirs.
  const at = draft.words.indexOf(clause.subjectToken);
  const listed = is(draft.words[at + 1], 'and') && is(draft.words[at + 2], 'metric') ? draft.words[at + 2] : undefined;
  return !draft.words.some((t) => t !== listed && (is(t, 'how-many', 'share') || (is(t, 'metric') && !t.used)));
}

function group(draft: Draft, clause: Clause, measure: NonNullable<BoundFilter['measure']>, where: BoundFilter[]): void {
  const { pack, ask } = draft;
  const dimension = pack.dimensions.get(pack.entities.get(clause.subject)!.dimension!)!;
  const label = metricOf(pack, measure.ref)!.label[ask.locale];
  draft.dimensions.push({ ref: dimension.id, label: dimension.label[ask.locale], span: spanOf(clause.subjectToken) });
  draft.metrics.push({ ref: measure.ref, label });
  draft.having.push({ ...measure, label: `${label} ${measure.op} ${measure.value}` });
  draft.filters.push(...where.map((w) => ({ ...w, token: null })));
  clause.subjectToken.used = true;
}

function excludedIn(words: Token[], token: Token): boolean {
  const at = words.indexOf(token);
  const before = words.slice(0, at).reverse().find((t) => !is(t, 'value', 'filter', 'and', 'or', 'entity'));
  const after = words.slice(at + 1).find((t) => !is(t, 'value', 'filter', 'and', 'or', 'entity'));
  const mark = [before, after].find((t, i) => as(t, 'exclude')?.side === (i === 0 ? 'next' : 'prev'));
  if (mark) mark.used = true;
  return mark !== undefined;
}
