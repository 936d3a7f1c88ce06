import { isHangul, type Token } from '../read/token.js';
import { as, is, type Draft } from './draft.js';

/** "list pending orders", "which customers never ordered", "most expensive products": rows of one entity, no figure. */
export function bindList(draft: Draft): void {
  const { words, pack } = draft;
  if (draft.metrics.length > 0 || draft.dimensions.length > 0 || words.some((t) => is(t, 'how-many', 'share', 'change'))) return;
  // "the title and highest price for each film" is a breakdown.
  if (words.some((t) => t.grouped && !t.used)) return;
  const ordering = byColumn(draft);
  if (!ordering && words.some((t) => is(t, 'top'))) return;
  const subject = words.find((t, i) => is(t, 'entity') && !t.used && !t.grouped && !limited(words, i) && (!ordering || as(t, 'entity')!.ref === ordering.ref.split('.')[0])) ?? words.find((t) => is(t, 'entity') && !t.grouped && draft.filters.some((f) => f.ref === as(t, 'entity')!.ref));
  if (!subject && ordering) listOf(draft, ordering.ref.split('.')[0]!, ordering);
  const implied = subject || ordering || !words.some((t) => is(t, 'list')) ? undefined : ofTheNamed(draft);
  if (implied !== undefined) return listOf(draft, implied, undefined);
  if (!subject) return;
  const entity = as(subject, 'entity')!.ref;
  const asked = words.some((t) => is(t, 'list', 'name')) || asksWhich(draft, subject) || ordering !== undefined || ownColumns(draft, entity).length > 0 || (pack.entities.get(entity)?.time === undefined && draft.filters.some((f) => f.ref === entity && (f.op === 'exists' || f.op === 'not-exists')));
  if (!asked) return;
  subject.used = true;
  listOf(draft, entity, ordering);
}

/** "show me all discontinued furniture": the things a named condition is about, where what else is said is theirs too. */
function ofTheNamed({ words, pack }: Draft): string | undefined {
  const owners = words.flatMap((t) => (is(t, 'value') ? as(t, 'value')!.candidates.map((c) => pack.dimensions.get(c.dimension)!.entity) : (as(t, 'column')?.ref.split('.')[0] ?? [])));
  // "toys priced above 90": what costs something is what is of that kind.
  const priced = words.some((t) => as(t, 'threshold')?.price || is(t, 'column')) ? owners[0] : undefined;
  const entity = pack.filters.get(as(words.find((t) => is(t, 'filter')), 'filter')?.ref ?? '')?.entity ?? priced;
  return entity !== undefined && words.some((t) => is(t, 'value', 'filter')) && !words.some((t) => is(t, 'entity', 'event', 'term', 'metric')) && owners.every((o) => o === entity) ? entity : undefined;
}

/** "more than 100 completed orders": so many of them there must be of something else. */
function limited(words: Token[], at: number): boolean {
  const narrows = (t: Token): boolean => !is(t, 'value', 'filter', 'distinct');
  return is(isHangul(words[at]!.text) ? words.slice(at + 1).find(narrows) : words.slice(0, at).reverse().find(narrows), 'threshold');
}

function listOf(draft: Draft, entity: string, ordering: Ordering | undefined): void {
  draft.entity = entity;
  draft.intent = 'list';
  for (const t of draft.words) if (is(t, 'list', 'which', 'name')) t.used = true;
  for (const t of ownColumns(draft, entity)) t.used = true;
  if (!ordering) return;
  draft.order = [{ ref: ordering.ref, direction: ordering.direction }];
  draft.limit = countOf(draft);
  ordering.mark.used = true;
}

interface Ordering {
  ref: string;
  direction: 'asc' | 'desc';
  mark: Token;
}

/** "which customers …": the noun right after the question word. */
function asksWhich({ words }: Draft, subject: Token): boolean {
  const at = words.findIndex((t) => is(t, 'which'));
  return at >= 0 && words.slice(at + 1).find((t) => is(t, 'entity', 'dimension', 'unit', 'term', 'metric')) === subject;
}

/** "cheapest", "top 5 … by list price": the column and direction rows are ranked by. */
function byColumn(draft: Draft): Ordering | undefined {
  const { words, pack } = draft;
  const rank = words.find((t) => is(t, 'rank') && !t.used);
  const by = as(rank, 'rank');
  if (rank && by && !pack.metrics.has(by.by)) {
    for (const t of words) if (as(t, 'column')?.ref === by.by || (is(t, 'top') && t !== rank)) t.used = true;
    return { ref: by.by, direction: by.direction, mark: rank };
  }
  const top = words.find((t) => is(t, 'top') && !t.used);
  const at = words.indexOf(top!);
  // "the highest price", "top 5 … by price": no other column is what it is the highest of.
  const named = words.findIndex((t, i) => i > at && is(t, 'by') && is(words[i + 1], 'column'));
  const column = top && [words[at + 1], isHangul(top.text) ? words[at - 1] : undefined, named < 0 ? undefined : words[named + 1]].find((t) => is(t, 'column') && !t!.used);
  if (!top || !column || !words.some((t) => is(t, 'entity'))) return undefined;
  column.used = true;
  for (const t of words) if (is(t, 'by', 'sort-by')) t.used = true;
  return { ref: as(column, 'column')!.ref, direction: as(top, 'top')!.direction, mark: top };
}

/** Columns of the rows themselves; a text may be said as the dimension it is, unless its different values are asked for. */
function ownColumns(draft: Draft, entity: string): Token[] {
  const own = (t: Token): boolean => as(t, 'column')?.ref.split('.')[0] === entity || (draft.pack.dimensions.get(as(t, 'dimension')?.ref ?? '')?.entity === entity && draft.words.some((w) => is(w, 'which', 'list')) && !draft.words.some((w) => is(w, 'distinct', 'top', 'most')) && !isKeyOf(draft, t));
  return draft.words.filter((t) => own(t) && !t.used && !t.grouped && !nextToThreshold(draft, t) && !nextToSort(draft, t));
}

/** The thing itself is no column of it. */
const isKeyOf = ({ pack }: Draft, t: Token): boolean => {
  const def = pack.dimensions.get(as(t, 'dimension')?.ref ?? '');
  return def !== undefined && pack.entities.get(def.entity)?.grain.includes(def.column) === true;
};

const nextToThreshold = (draft: Draft, t: Token): boolean => [-1, 1].some((d) => is(draft.words[draft.words.indexOf(t) + d], 'threshold'));
const nextToSort = (draft: Draft, t: Token): boolean => [-1, 1].some((d) => is(draft.words[draft.words.indexOf(t) + d], 'sort-by'));

function countOf(draft: Draft): number {
  const amount = draft.words.find((t) => is(t, 'amount') && !t.used);
  const value = Number(as(amount, 'amount')?.value ?? 0);
  if (amount && value >= 1 && value <= 1000) {
    amount.used = true;
    return value;
  }
  const plural = /s\b/i.test(draft.words.filter((t) => is(t, 'entity')).map((t) => t.text).join(' '));
  if (plural) draft.notes.push({ code: 'assumed-limit', params: { limit: '10' } });
  return plural ? 10 : 1;
}
