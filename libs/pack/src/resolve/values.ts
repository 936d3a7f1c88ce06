import type { BoundFilter } from '@countersign/contracts';
import { reaches } from '../plan/join-graph.js';
import { isHangul, type Token } from '../read/token.js';
import { as, countedBy, is, leavesOf, refuse, spanOf, type Draft, type Stop } from './draft.js';

/** Dimensions a value may belong to here, narrowed by the words beside it and by what is counted. */
export function dimensionsOf(draft: Draft, token: Token, subjects: string[]): string[] {
  const { pack, words } = draft;
  const candidates = as(token, 'value')!.candidates.map((c) => c.dimension);
  if (candidates.length < 2) return candidates;
  // "미국과 캐나다 고객": what stands beside a run of values stands beside each of them.
  const { first, last } = runOf(draft, token);
  const near = [words[first - 1], words[last + 1], words[first - 2], words[last + 2]].filter((t): t is Token => t !== undefined);
  // "독일 고객에게 배송된 주문", "orders for German customers": the noun right after a value owns it, whatever stands further off.
  const following = words[last + 1];
  const tableOf = (ref: string): string | undefined => pack.entities.get(pack.dimensions.get(ref)!.entity)?.table;
  const named = (t: Token | undefined): string | undefined => as(t, 'entity')?.ref ?? countedBy(pack, as(t, 'metric')?.ref ?? '');
  const inside = words[first - 1];
  const owner = [following, inside && /^\s+(?:in|from|of)\s+(?:the\s+)?$/i.test(draft.ask.question.slice(inside.end, words[first]!.start)) ? inside : undefined].find((t) => t && !t.grouped && candidates.some((c) => tableOf(c) === named(t)));
  const owned = owner !== undefined;
  // "orders shipped to German customers": a word that points at another role before it leaves it open which is meant.
  const alone = words.filter((t) => as(t, 'value')?.candidates.some((c) => candidates.includes(c.dimension))).length === 1;
  if (owned && alone && near.some((t) => is(t, 'cue') && candidates.includes((t.lex as { ref: string }).ref) && pack.dimensions.get((t.lex as { ref: string }).ref)!.entity !== named(owner)) && chosenRole(draft, token, candidates) === undefined) return candidates;
  const cue = near.find((t) => !(owned && words.indexOf(t) > last) && is(t, 'cue', 'dimension') && candidates.includes((t.lex as { ref: string }).ref) && pointsInto(words, t, first, last));
  if (cue) {
    cue.used = cue.used || !cue.grouped;
    return [(cue.lex as { ref: string }).ref];
  }
  // "don't live in the US": a word for the city of customers points at their country too.
  const ownerOf = (ref: string): string | undefined => pack.dimensions.get(ref)?.entity;
  const akin = near.find((t) => is(t, 'cue') && pointsInto(words, t, first, last) && candidates.filter((c) => ownerOf(c) === ownerOf((t.lex as { ref: string }).ref)).length === 1);
  if (akin) {
    akin.used = true;
    return candidates.filter((c) => ownerOf(c) === ownerOf((akin.lex as { ref: string }).ref));
  }
  // "주문하지 않은 한국 고객 수": what is counted right after it owns it, before what was named further back.
  const holder = owner ?? near.find((t) => !t.grouped && candidates.some((c) => tableOf(c) === named(t)));
  // "orders from Korea": an order has a country of its own and its customer's.
  const held = named(holder);
  const narrowed = held !== undefined ? candidates.filter((c) => tableOf(c) === held || reaches(pack, held, pack.dimensions.get(c)!.entity)) : candidates;
  if (holder && narrowed.length < candidates.length) {
    // "Physics department": not the major of that name. A figure stays to be measured.
    // "top 10 customers in Korea": nor is what is ranked.
    const at = words.indexOf(holder);
    const ranked = is(words[at - 1], 'top', 'rank') || (is(words[at - 1], 'amount') && is(words[at - 2], 'top', 'rank'));
    holder.used = holder.used || (is(holder, 'entity') && !ranked);
    return dimensionsAmong(draft, token, narrowed, subjects, [words[last + 1], words[first - 1]]);
  }
  return dimensionsAmong(draft, token, candidates, subjects, [words[last + 1], words[first - 1]]);
}

/** Values side by side, joined by words for "and" or by nothing at all; "배송지가 한국인 일본 고객" says two things. */
function runOf({ words, ask }: Draft, token: Token): { first: number; last: number } {
  const joined = (left: Token | undefined, right: Token | undefined): boolean =>
    left !== undefined && right !== undefined && is(left, 'value', 'and', 'or') && is(right, 'value', 'and', 'or') && (!(is(left, 'value') && is(right, 'value')) || !/[\p{L}\p{N}]/u.test(ask.question.slice(left.end, right.start)));
  let first = words.indexOf(token);
  let last = first;
  while (joined(words[first - 1], words[first])) first--;
  while (joined(words[last], words[last + 1])) last++;
  return { first, last };
}

/** "일본으로 배송된 한국 고객", "customers in Japan shipped to Korea": between two values a word points at one of them, in Korean at the one before it. */
function pointsInto(words: Token[], cue: Token, first: number, last: number): boolean {
  const at = words.indexOf(cue);
  const ref = (cue.lex as { ref: string }).ref;
  const valued = (t: Token | undefined): boolean => as(t, 'value')?.candidates.some((c) => c.dimension === ref) === true;
  if (words.slice(Math.min(at + 1, last + 1), Math.max(at, first)).some(valued)) return false;
  const between = is(cue, 'cue') && [at - 1, at - 2].some((i) => valued(words[i])) && [at + 1, at + 2].some((i) => valued(words[i]));
  return !between || (isHangul(cue.text) ? last < at : first > at);
}

const chosenRole = (draft: Draft, token: Token, candidates: string[]): string | undefined => {
  const said = draft.ask.choices[(token.lex as { surface: string }).surface] ?? draft.ask.choices[token.text] ?? chosenTerm(draft, candidates);
  return said !== undefined && candidates.includes(said) ? said : undefined;
};

function dimensionsAmong(draft: Draft, token: Token, candidates: string[], subjects: string[], beside: (Token | undefined)[]): string[] {
  const { pack } = draft;
  const said = chosenRole(draft, token, candidates);
  if (said !== undefined) return [said];
  const owners = beside.flatMap((t) => (t && !t.grouped ? (as(t, 'entity')?.ref ?? countedBy(pack, as(t, 'metric')?.ref ?? '') ?? []) : []));
  for (const owner of [...owners, ...subjects]) {
    const fitting = candidates.filter((c) => reaches(pack, owner, pack.dimensions.get(c)!.entity));
    if (fitting.length > 0) return fitting;
  }
  return candidates;
}

/** A choice made for a term ("country") holds for its values too. */
function chosenTerm(draft: Draft, candidates: string[]): string | undefined {
  for (const [key, ref] of Object.entries(draft.ask.choices)) if (candidates.includes(ref) && draft.words.some((t) => as(t, 'term')?.surface === key)) return ref;
  return undefined;
}

/** "orders by Japanese customers to Korea": of two values of one dimension that nothing joins, one is meant in another role. */
export function apartInOneRole(draft: Draft, token: Token, earlier: Token): boolean {
  const [from, to] = [draft.words.indexOf(earlier), draft.words.indexOf(token)].sort((a, b) => a - b) as [number, number];
  return runOf(draft, token).first > from && !draft.words.slice(from + 1, to).some((t) => is(t, 'and', 'or', 'versus', 'compare', 'not', 'exclude', 'but'));
}

/** Asks which role a value is meant in. */
export function askRole(draft: Draft, token: Token, dimensions: string[]): Stop {
  const { pack, ask } = draft;
  return {
    clarify: {
      term: (token.lex as { surface: string }).surface,
      kind: 'role',
      span: spanOf(token),
      choices: dimensions.map((ref, i) => {
        const def = pack.dimensions.get(ref)!;
        return { ref, label: def.label[ask.locale], definition: def.definition[ask.locale], usual: i === 0 };
      }),
    },
  };
}

/** A value or named filter as a condition. */
export function conditionOf(draft: Draft, token: Token, dimension: string | null, negated: boolean): BoundFilter {
  const { pack, ask } = draft;
  const filter = as(token, 'filter');
  if (filter) {
    const label = pack.filters.get(filter.ref)!.label[ask.locale];
    return { ref: filter.ref, op: filter.negated !== negated ? 'not-named' : 'named', values: [], label, span: spanOf(token) };
  }
  const def = pack.dimensions.get(dimension!)!;
  const value = as(token, 'value')!.candidates.find((c) => c.dimension === dimension)!.value;
  return { ref: def.id, op: negated ? 'ne' : 'eq', values: [value], label: `${def.label[ask.locale]} = ${def.values?.get(value)?.[ask.locale] ?? value}`, span: spanOf(token) };
}

/** Several values of one dimension are one condition. */
export function mergeConditions<T extends BoundFilter>(conditions: T[]): T[] {
  const out: T[] = [];
  for (const condition of conditions) {
    const same = out.find((o) => o.ref === condition.ref && o.numerator === condition.numerator && ['eq', 'in', 'ne', 'not-in'].includes(o.op) && (o.op === 'eq' || o.op === 'in') === (condition.op === 'eq') && ['eq', 'ne'].includes(condition.op));
    if (same && !same.values.includes(condition.values[0]!)) {
      same.op = same.op === 'eq' || same.op === 'in' ? 'in' : 'not-in';
      same.values = [...same.values, ...condition.values];
      same.label = `${same.label}, ${condition.label.split(' = ')[1] ?? ''}`;
    } else if (!same) out.push({ ...condition });
  }
  return out;
}

/** Entities that decide which role of a dimension fits: those counted, else those the metrics read. */
export function subjectsOf(draft: Draft): string[] {
  const refs = draft.metrics.map((m) => m.ref);
  if (draft.entity) return [draft.entity];
  const counted = refs.flatMap((ref) => countedBy(draft.pack, ref) ?? []);
  return counted.length > 0 && counted.length === refs.length ? counted : refs.flatMap((ref) => leavesOf(draft.pack, ref).map((l) => l.of));
}

export const unread = (draft: Draft, token: Token): Stop => refuse(draft, 'unanswerable', { term: token.text });
