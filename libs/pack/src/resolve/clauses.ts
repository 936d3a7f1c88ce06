import { reaches, rowsBetween } from '../plan/join-graph.js';
import { isHangul, type Token } from '../read/token.js';
import { as, countedBy, is, type Draft } from './draft.js';

/** "customers who ordered in 2024 but not in 2025" has two: things that must, or must not, have happened to a subject. */
export interface Clause {
  subject: string;
  subjectToken: Token;
  /** Entity whose rows prove it; null for an event that is a date of the subject itself. */
  rows: string | null;
  event: string | null;
  anchor: Token;
  negated: boolean;
  /** The words that narrow it. */
  words: Token[];
}

/** "who only ordered via web", "웹으로만 주문한": nothing else of the kind may have happened. */
export function onlyIn({ ask, tokens }: Draft, { words, anchor }: Clause): Token | undefined {
  const after = (t: Token): string => ask.question.slice(t.end, tokens.find((next) => next.start >= t.end && is(next, 'entity', 'event', 'value', 'do', 'metric', 'dimension'))?.start ?? t.end);
  // "only once" is a number; "only those who …" picks members.
  if (words.some((t) => as(t, 'threshold')?.op === 'eq')) return undefined;
  return words.find((t, i) => (as(t, 'compare-number')?.op === 'eq' && /^(?:only|just)$/i.test(t.text) && !is(words[i + 1], 'rel')) || ((t === anchor || is(t, 'value', 'filter', 'period', 'dimension', 'term')) && isHangul(ask.question) && /^\s?(?:으로|로|에서|에|에게)?만(?![가-힣])/.test(after(t))));
}

const LINKS = ['have', 'have-not', 'rel', 'not', 'do', 'do-not', 'some', 'threshold'] as const;
const BOUNDARY = ['by', 'sort-by', 'sorted', 'top', 'which', 'how-many', 'share', 'change', 'versus', 'compare'] as const;

/** Entity a token stands for as a subject. */
export function subjectOf(draft: Draft, token: Token): string | undefined {
  return as(token, 'entity')?.ref ?? countedBy(draft.pack, as(token, 'metric')?.ref ?? '');
}

/** Finds the clauses of the question, in order. */
export function findClauses(draft: Draft): Clause[] {
  const { words } = draft;
  const clauses: Clause[] = [];
  let edge = 0;
  words.forEach((anchor, at) => {
    const found = anchorAt(draft, at);
    if (!found) return;
    // "but did not order in 2025": the noun in what did not happen proves no other thing.
    if (clauses.some((c) => c.negated && c.words.includes(anchor) && c.subject === found.subject && c.rows === found.rows)) return void (anchor.used = true);
    const zone = zoneOf(draft, at, words.indexOf(found.subjectToken), edge, found.rows);
    edge = zone.to;
    clauses.push(...splitClause(draft, { ...found, anchor, negated: false, words: [] }, zone));
  });
  return clauses;
}

function anchorAt(draft: Draft, at: number): Pick<Clause, 'subject' | 'subjectToken' | 'rows' | 'event'> | null {
  const { pack, words } = draft;
  const token = words[at]!;
  if (token.grouped || token.used) return null;
  const event = eventOf(draft, at);
  if (event) {
    const def = pack.events.get(event)!;
    const own = def.time?.split('.')[0];
    const subject = nearestSubject(draft, at, (id) => id in def.rows || id === own);
    if (!subject) return null;
    return { ...subject, rows: own ? null : (def.rows[subject.subject] ?? null), event };
  }
  const named = as(token, 'entity')?.ref;
  if (named === undefined || (isHangul(token.text) && is(words[at + 1], 'how-many')) || is(words[at - 1], 'top') || is(words[at + 1], 'top') || is(words[at - 1], 'how-many')) return null;
  const subject = nearestSubject(draft, at, (id) => id !== named && rowsOf(draft, named, id) !== undefined);
  const rows = subject && rowsOf(draft, named, subject.subject);
  // "고객이 한 주문" is orders by customers; only "주문이 있는 고객" is customers with orders.
  const ordered = subject !== null && (words.indexOf(subject.subjectToken) > at) === isHangul(token.text);
  return subject && rows && ordered && linked(words, at, words.indexOf(subject.subjectToken)) ? { ...subject, rows, event: null } : null;
}

/** The rows that tie an entity to a subject: its own, or those between ("orders with more than three products"). */
function rowsOf({ pack }: Draft, entity: string, subject: string): string | undefined {
  if (reaches(pack, entity, subject)) return entity;
  const count = pack.metrics.get(pack.entities.get(entity)?.count ?? '');
  // Two things that belong to one another the other way round ("orders of customers") are no such pair.
  return count && 'narrowed' in count && !reaches(pack, subject, entity) ? rowsBetween(pack, count, subject) : undefined;
}

/** A word that is an event: by itself, or a noun made one by "do" ("주문을 … 한"). */
function eventOf(draft: Draft, at: number): string | null {
  const token = draft.words[at]!;
  const own = as(token, 'event')?.ref;
  if (own) return own;
  const noun = token.others.find((l) => l.t === 'event');
  if (!noun || noun.t !== 'event') return null;
  for (let i = at + 1; i < draft.words.length; i++) {
    // "주문하고": what is done and what comes next.
    if (is(draft.words[i], 'do', 'do-not') || (i === at + 1 && is(draft.words[i], 'and') && /^(?:하고|했고)$/.test(draft.words[i]!.text))) return noun.ref;
    if (!is(draft.words[i], 'threshold', 'some', 'both', 'amount')) return null;
  }
  return null;
}

/** English subjects stand before what happens to them, Korean ones after. */
function nearestSubject(draft: Draft, at: number, fits: (entity: string) => boolean): { subject: string; subjectToken: Token } | null {
  const { words } = draft;
  const back = words.slice(0, at).reverse();
  const ahead = words.slice(at + 1);
  const order = isHangul(words[at]!.text) ? [...ahead, ...back] : [...back, ...ahead];
  for (const token of order) {
    const subject = token.grouped && !is(token, 'entity') ? undefined : subjectOf(draft, token);
    if (subject !== undefined && fits(subject)) return { subject, subjectToken: token };
  }
  return null;
}

function linked(words: Token[], at: number, subjectAt: number): boolean {
  const [from, to] = at < subjectAt ? [at, subjectAt] : [subjectAt, at];
  const between = words.slice(from + 1, to);
  // "… and did not order": what did not happen is said of the subject, whatever stands between.
  if (from === subjectAt && is(words[at - 1], 'not', 'have-not')) return true;
  if (between.some((t) => is(t, 'by', 'top', 'and') && !is(t, 'both'))) return between.some((t) => is(t, 'rel', 'have', 'have-not', 'do', 'do-not')) && !between.some((t) => is(t, 'by', 'top'));
  return between.some((t) => is(t, ...LINKS));
}

interface Zone {
  from: number;
  to: number;
}

/** The words around an anchor that belong to it. */
function zoneOf(draft: Draft, at: number, subjectAt: number, edge: number, rows: string | null): Zone {
  const { words } = draft;
  const stop = (t: Token | undefined): boolean => t === undefined || (is(t, ...BOUNDARY) && !(is(t, 'by') && !t.used)) || t.grouped;
  if (isHangul(words[at]!.text)) {
    let from = at;
    while (from > edge && !stop(words[from - 1]) && (didIt(draft, from - 1, at, rows) || (!subjectOf(draft, words[from - 1]!) && !is(words[from - 1], 'metric')))) from--;
    let to = at + 1;
    while (to < words.length && is(words[to], ...LINKS, 'both', 'amount', 'but')) to++;
    return { from, to };
  }
  let from = at;
  while (from > Math.max(edge, subjectAt + 1) && !stop(words[from - 1])) from--;
  let to = at + 1;
  while (to < words.length && !stop(words[to]) && !nextAnchor(draft, to)) to++;
  // Joining words before the next anchor are its own.
  while (to > at + 1 && nextAnchor(draft, to) && is(words[to - 1], 'but', 'and', 'not', 'rel', 'have', 'have-not')) to--;
  return { from, to };
}

/** "일본 고객이 구매하지 않은 상품": who did it stands before what was done, and what narrows them before them. */
function didIt({ pack, words, ask }: Draft, i: number, at: number, rows: string | null): boolean {
  const doer = as(words[i], 'entity')?.ref;
  return doer !== undefined && rows !== null && i < at && reaches(pack, rows, doer) && /^(?:들)?[이가](?:\s|$)/.test(ask.question.slice(words[i]!.end));
}

/** Who did it, in a clause about what was done: "bought by enterprise customers", "기업 고객이 산". They narrow nothing by themselves. */
export function doersIn(draft: Draft, { words, anchor, rows, subject }: Clause): Token[] {
  const { pack } = draft;
  const at = draft.words.indexOf(anchor);
  return words.flatMap((t, i) => {
    const doer = as(t, 'entity')?.ref;
    if (doer === undefined || doer === subject || rows === null || t.grouped || !reaches(pack, rows, doer)) return [];
    if (isHangul(t.text)) return didIt(draft, draft.words.indexOf(t), at, rows) ? [t] : [];
    const by = words.slice(0, i).findLast((w) => !is(w, 'value', 'filter'));
    return by && is(by, 'by') && /^by$/i.test(by.text) && words.indexOf(by) > words.indexOf(anchor) ? [t, by] : [];
  });
}

/** What happened next: an event, or a noun that is said not to have ("signed up in 2025 but did not order in 2025"). */
const nextAnchor = ({ words, ...draft }: Draft, at: number): boolean => is(words[at], 'event') || (is(words[at], 'entity') && is(words[at - 1], 'not', 'have-not') && is(words[at - 2], 'but', 'and') && anchorAt({ words, ...draft }, at) !== null) || (is(words[at], 'entity') && is(words[at - 1], 'and') && is(words[at + 1], 'period') && anchorAt({ words, ...draft }, at) !== null);

/** One anchor, several clauses: "in 2024 but not in 2025", "both electronics and furniture". */
function splitClause(draft: Draft, clause: Clause, zone: Zone): Clause[] {
  const words = draft.words.slice(zone.from, zone.to).filter((t) => !t.grouped);
  const anchorAt = words.indexOf(clause.anchor);
  // "… but not in 2025": what follows the negation is a clause of its own.
  const cut = words.findIndex((t, i) => i > anchorAt && (is(t, 'not') || (is(t, 'have-not') && is(words[i - 1], 'but', 'and') && is(words[i + 1], 'value', 'filter'))) && (is(words[i - 1], 'but', 'and') || isElliptic(words, i)) && words.slice(i + 1).some((w) => is(w, 'period', 'value', 'filter')) && (t.lex as { side?: string }).side === 'next');
  const parts = cut < 0 || isHangul(clause.anchor.text) ? [words] : [words.slice(0, cut), words.slice(cut)];
  const made = parts.map((part, i): Clause => ({ ...clause, words: part, negated: i > 0 || as(clause.anchor, 'event')?.negated === true || part.some((t) => is(t, 'not', 'have-not', 'do-not')) }));
  for (const part of parts) for (const t of part) if (is(t, 'not', 'have-not', 'do-not', 'do', 'have', 'rel', 'but', 'some', 'both', 'and', 'one-of')) t.used = true;
  clause.anchor.used = true;
  return made.flatMap((c) => bothOf(c));
}

const isElliptic = (words: Token[], i: number): boolean => is(words[i + 1], 'period');

/** "both A and B" (and A and B of something that happened) means each by itself, not a row that is both. */
function bothOf(clause: Clause): Clause[] {
  const periods = clause.words.filter((t) => is(t, 'period'));
  const values = clause.words.filter((t) => is(t, 'value'));
  const joinedByAnd = clause.words.some((t) => is(t, 'and', 'both')) && !clause.words.some((t) => is(t, 'or', 'some'));
  if (!joinedByAnd || clause.negated) return [clause];
  const dimension = (t: Token): string | undefined => as(t, 'value')?.candidates.map((c) => c.dimension).join();
  const repeated = values.filter((t) => values.some((o) => o !== t && dimension(o) === dimension(t)));
  const pairs = inTurns(clause.words);
  if (pairs.length > 0) return pairs.map((pair) => ({ ...clause, words: clause.words.filter((t) => !is(t, 'period', 'value') || pair.includes(t)) }));
  if (periods.length > 1 && repeated.length > 1) return [clause];
  const each = periods.length > 1 ? periods : repeated.length > 1 ? repeated : [];
  return each.length === 0 ? [clause] : each.map((one) => ({ ...clause, words: clause.words.filter((t) => !each.includes(t) || t === one) }));
}

/** "books in 2024 and toys in 2025": each value with the period said next to it, always on the same side. */
function inTurns(words: Token[]): Token[][] {
  const said = words.filter((t) => is(t, 'period', 'value') && !t.used);
  const regular = said.every((t, i) => i === 0 || is(t, 'period') !== is(said[i - 1], 'period'));
  if (said.length < 4 || said.length % 2 > 0 || !regular) return [];
  return said.flatMap((t, i) => (i % 2 === 0 ? [[t, said[i + 1]!]] : []));
}
