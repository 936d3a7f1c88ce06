import { metricOf } from '../describe/refs.js';
import { rangeOf } from '../read/calendar.js';
import { isHangul, type Token } from '../read/token.js';
import type { Clause } from './clauses.js';
import { as, countedBy, is, leavesOf, refuse, type Draft, type Stop } from './draft.js';
import { REASONS } from './reasons.js';

/**
 * Says when each clause holds. A period said once beside several clauses of one subject holds for each of them; a
 * subject counted by a date of its own ("new customers in 2025 who …") keeps the period beside it.
 */
export function placePeriods(draft: Draft, clauses: Clause[]): Stop | undefined {
  carryYear(draft);
  for (const clause of clauses) {
    countWithin(draft, clause);
    if (clause.rows !== null && (tangled(clause) || turnsRound(clause))) return unclear(draft, periodsOf(clause));
    const own = ownPeriods(draft, clause);
    clause.words = clause.words.filter((t) => !own.includes(t));
    // Without a date beside it, "new customers" is new at no time: the event's period is not the day they came.
    if (bornAt(draft, clause) && own.length === 0 && periodsOf(clause).length > 0) return unclear(draft, periodsOf(clause));
  }
  return shareOne(draft, clauses);
}

/** "ordered in Q1 2025 but not in Q2": the quarter is of the year that was said last. */
function carryYear({ words, pack }: Draft): void {
  let year: number | undefined;
  for (const token of words) {
    const range = as(token, 'period')?.range;
    if (!range) continue;
    const loose = range.assumed && range.said.year === undefined && Object.keys(range.said).length > 0;
    const said = loose && year !== undefined ? { ...range.said, year } : undefined;
    const dated = said && rangeOf(said, pack.calendar);
    if (dated) token.lex = { t: 'period', range: { ...dated, said, assumed: false } };
    else year = range.said.year;
  }
}

/** "2025년 신규 고객 중 … 주문한 고객 수": those counted are the ones named before "중". */
function countWithin(draft: Draft, clause: Clause): void {
  const { words, pack } = draft;
  if (!isHangul(clause.subjectToken.text) || words.some((t) => is(t, 'share')) || datedFigure(draft, clause)) return;
  const at = words.findIndex((t, i) => is(words[i + 1], 'within') && countedBy(pack, as(t, 'metric')?.ref ?? '') === clause.subject);
  if (at < 0 || words[at]!.start > clause.anchor.start) return;
  clause.subjectToken.used = true;
  words[at + 1]!.used = true;
  clause.subjectToken = words[at]!;
}

export const periodsOf = ({ words }: Pick<Clause, 'words'>): Token[] => words.filter((t) => is(t, 'period') && !t.used);

/** The subject is a figure with a time: the members counted by a date of theirs, or by what they did. */
const datedFigure = (draft: Draft, { subjectToken }: Clause): boolean => leavesOf(draft.pack, as(subjectToken, 'metric')?.ref ?? '').some((leaf) => leaf.time !== undefined);

/** Counted by a date of the members themselves, which no event of theirs replaces. */
export function bornAt({ pack }: Draft, { subject, subjectToken }: Clause): boolean {
  const def = metricOf(pack, as(subjectToken, 'metric')?.ref ?? '');
  return def !== undefined && 'time' in def && def.of === subject && def.time?.split('.')[0] === subject && pack.entities.get(subject)?.time === undefined;
}

/** Periods right beside a dated figure: after it in English, before it in Korean. */
export function ownPeriods(draft: Draft, clause: Clause): Token[] {
  if (!datedFigure(draft, clause)) return [];
  const { words } = draft;
  const step = isHangul(clause.subjectToken.text) ? -1 : 1;
  const own: Token[] = [];
  for (let i = words.indexOf(clause.subjectToken) + step; is(words[i], 'period', 'and', 'or'); i += step) if (is(words[i], 'period')) own.push(words[i]!);
  return own;
}

/** "books in 2024 or toys in 2025", "books and toys in 2024 and 2025": which goes with which is not said. */
function tangled({ words }: Clause): boolean {
  const kinds = words.filter((t) => is(t, 'period', 'value') && !t.used).map((t) => is(t, 'period'));
  const turns = kinds.filter((kind, i) => i > 0 && kind !== kinds[i - 1]).length;
  const several = kinds.filter((kind) => kind).length > 1 && kinds.filter((kind) => !kind).length > 1;
  return several && (turns > 1 || words.some((t) => is(t, 'and', 'both')));
}

/** "ordered in 2024 but had no orders in 2025", read as one thing that did not happen, would deny what did. */
function turnsRound({ words, anchor, negated }: Clause): boolean {
  const after = words.slice(words.indexOf(anchor) + 1);
  const turn = after.findIndex((t) => is(t, 'but', 'and'));
  return negated && words.includes(anchor) && !isHangul(anchor.text) && turn >= 0 && after.slice(turn).some((t) => is(t, 'have-not', 'not', 'do-not'));
}

function shareOne(draft: Draft, clauses: Clause[]): Stop | undefined {
  for (const subject of new Set(clauses.map((c) => c.subject))) {
    const group = clauses.filter((c) => c.subject === subject);
    const dated = group.filter((c) => periodsOf(c).length > 0);
    if (dated.length === 0) takeLoose(draft, clauses, group);
    const [giver] = dated;
    // The day somebody came is no period of what they did afterwards.
    if (dated.length !== 1 || giver!.rows === null) continue;
    const open = group.filter((c) => c !== giver);
    const [first] = periodsOf(giver!);
    if (open.some((c) => apart(giver!, c))) return unclear(draft, [first!]);
    for (const clause of open) clause.words = [...clause.words, ...periodsOf(giver!)];
  }
  return undefined;
}

/** What may well hold at another time than the period said of its neighbour. */
function apart(giver: Clause, open: Clause): boolean {
  const [period] = periodsOf(giver);
  // "bought books but not in 2025": nothing but the period is said, so what did not happen then is a guess.
  if (giver.anchor === open.anchor && !narrowed(giver) && narrowed(open)) return true;
  if (giver.negated && open.rows === null) return true;
  // "ordered in 2025 but never bought toys": never at all, or not then.
  if (open.anchor.start > period!.start && open.words.some((t) => AT_NO_TIME.test(t.text))) return true;
  // A Korean period stands before all it holds for; said later, it may be meant for the last clause alone.
  return isHangul(giver.anchor.text) && open.anchor.start < period!.start;
}

const AT_NO_TIME = /^never|한\s?번도|적[이도]?\s?없/i;
const narrowed = ({ words }: Clause): boolean => words.some((t) => is(t, 'value', 'filter', 'threshold'));

/** "도서와 완구를 모두 구매한 2025년 고객": in no clause, and with nothing else to date, it says when those things happened. */
function takeLoose(draft: Draft, clauses: Clause[], group: Clause[]): void {
  const { words, pack } = draft;
  const loose = words.filter((t) => is(t, 'period') && !t.used);
  const others = words.some((t) => is(t, 'metric', 'entity', 'term', 'rank') && !clauses.some((c) => c.subjectToken === t || c.anchor === t));
  const dated = group.some((c) => c.rows === null || datedFigure(draft, c) || pack.entities.get(c.subject)?.time !== undefined);
  if (group.length < 2 || group.length < clauses.length || loose.length !== 1 || others || dated) return;
  for (const clause of group) clause.words = [...clause.words, ...loose];
}

const unclear = (draft: Draft, periods: Token[]): Stop => refuse(draft, 'no-correct-plan', { detail: REASONS.whichClause(draft.ask.locale, periods.map((t) => t.text).join(', ')) });
