import type { Token } from '../read/token.js';
import { as, is, spanOf, type Draft } from './draft.js';

const NARROWS = ['value', 'filter', 'weekday'] as const;
const PASSES = ['entity', 'dimension', 'cue', 'rel', 'have', 'distinct', 'term', 'do', 'how-many', 'metric', 'both'] as const;

/** Tokens whose condition is turned round, each with the word that does it: "excluding cancelled", "취소 제외", "not web or mobile". */
export function findNegated({ words }: Draft): ReadonlyMap<Token, Token> {
  const negated = new Map<Token, Token>();
  words.forEach((mark, i) => {
    if (mark.used || !is(mark, 'exclude', 'not', 'do-not', 'have-not')) return;
    const side = 'side' in mark.lex ? mark.lex.side : 'prev';
    if (side === 'next' ? forward(words, i, negated) : backward(words, i, negated)) mark.used = true;
  });
  return negated;
}

function forward(words: Token[], i: number, negated: Map<Token, Token>): boolean {
  let found = false;
  let joint = true;
  for (let j = i + 1; j < words.length && !words[j]!.grouped; j++) {
    const token = words[j]!;
    if (is(token, ...NARROWS) && joint && !token.used) {
      negated.set(token, words[i]!);
      found = true;
      joint = false;
    } else if (is(token, 'and', 'or')) {
      // A comma before the rest of the question joins nothing to what is left out.
      joint = is(words[j + 1], ...NARROWS) || (is(words[j + 1], 'cue', 'dimension', 'entity') && is(words[j + 2], ...NARROWS));
      if (found && is(words[j + 1], ...NARROWS)) token.used = true;
    } else if (!is(token, ...PASSES) || (found && is(token, 'metric'))) break;
  }
  return found;
}

/** "취소도 반품도 아닌": two values of one thing side by side share the negation. */
const alike = (a: Token | undefined, b: Token): boolean => {
  const of = (t: Token | undefined): string | undefined => as(t, 'value')?.candidates.map((c) => c.dimension).join();
  return of(a) !== undefined && of(a) === of(b);
};

function backward(words: Token[], i: number, negated: Map<Token, Token>): boolean {
  let found = false;
  let joint = true;
  for (let j = i - 1; j >= 0 && !words[j]!.grouped; j--) {
    const token = words[j]!;
    if (is(token, ...NARROWS) && (joint || alike(words[j + 1], token)) && !token.used) {
      negated.set(token, words[i]!);
      found = true;
      joint = false;
    } else if (is(token, 'and', 'or')) {
      joint = true;
      if (found && is(words[j - 1], ...NARROWS)) token.used = true;
    } else if (!is(token, ...PASSES)) break;
  }
  return found;
}

/** "customers with no city", "도시가 없는 고객은 빼고": whether a value is known at all. */
export function bindUnknown(draft: Draft): void {
  const { words, pack, ask } = draft;
  words.forEach((mark, i) => {
    if (mark.used || !is(mark, 'have-not', 'have', 'not') || ofThoseInIt(words, i)) return;
    const at = dimensionBeside(words, i);
    if (at < 0 && is(mark, 'have-not') && withoutOne(draft, i)) return;
    const token = words[at];
    const def = pack.dimensions.get(as(token, 'dimension')?.ref ?? '');
    if (!token || !def || token.grouped || pack.entities.get(def.entity)?.columns.get(def.column)?.nulls !== 'allowed') return;
    if (is(mark, 'have', 'not') && def.values && (is(words[at + 1], 'value') || is(words[at - 1], 'value'))) return;
    // "that do not have the status closed": another one they may have.
    if (is(mark, 'have-not') && at === i + 1 && as(words[at + 1], 'value')?.candidates.some((c) => c.dimension === def.id)) return void (mark.lex = { t: 'not', side: 'next' });
    const kept = includesAround(draft, Math.min(i, at), Math.max(i, at));
    if (kept) {
      // "including those without a city": they are in the breakdown as it is.
      for (const t of [mark, token, ...kept]) t.used = true;
      return;
    }
    const missing = is(mark, 'have-not', 'not');
    const exclusion = excludesAround(words, Math.min(i, at), Math.max(i, at));
    if (exclusion) {
      // The members left out are context, not a further breakdown.
      const [from, to] = [words.indexOf(exclusion), at].sort((a, b) => a - b) as [number, number];
      for (const t of words.slice(from, to + 1)) t.used = true;
    }
    const isNull = missing === (exclusion === undefined);
    mark.used = token.used = true;
    draft.filters.push({ ref: def.id, op: isNull ? 'is-null' : 'not-null', values: [], label: `${def.label[ask.locale]} ${isNull ? '= ∅' : '≠ ∅'}`, token, span: spanOf(token) });
  });
}

/** "cities with no active customers": nothing is missing but members of a kind. */
function ofThoseInIt(words: Token[], i: number): boolean {
  const step = 'side' in words[i]!.lex && (words[i]!.lex as { side: string }).side === 'prev' ? -1 : 1;
  let j = i + step;
  while (is(words[j], 'some')) j += step;
  const there = step === 1 ? is(words[j], 'value', 'filter') : is(words[j], 'entity') && is(words[j - 1], 'value', 'filter');
  return is(words[i], 'have-not') && there && is(words[i - step], 'dimension');
}

/** Index of the dimension an "is missing" mark speaks of. */
function dimensionBeside(words: Token[], i: number): number {
  const mark = words[i]!.lex;
  const own = 'side' in mark && mark.side === 'prev' ? -1 : 1;
  // "city with …" speaks of something else; "city unknown" of the city.
  // "locations where no cinema …" says nothing of the location.
  const denies = own === 1 && [words[i + 1], is(words[i + 1], 'some') ? words[i + 2] : undefined].some((t) => is(t, 'entity', 'metric', 'value', 'filter'));
  const prefer = mark.t === 'have-not' && !denies ? [own, -own] : [own];
  for (const step of prefer) {
    let j = i + step;
    while (is(words[j], 'some', 'rel')) j += step;
    if (is(words[j], 'dimension') && !words[j]!.grouped) return j;
  }
  return -1;
}

/** "by city, including those without one": the thing that may be missing is what the figures are broken down by. */
function withoutOne(draft: Draft, i: number): boolean {
  const { words, pack, ask } = draft;
  const def = words.flatMap((t) => (t.grouped ? (pack.dimensions.get(as(t, 'dimension')?.ref ?? '') ?? []) : [])).find((d) => pack.entities.get(d.entity)?.columns.get(d.column)?.nulls === 'allowed');
  const kept = includesAround(draft, i, i);
  const left = excludesAround(words, i, i);
  if (!def || (!kept && !left)) return false;
  for (const t of [words[i]!, ...(kept ?? [])]) t.used = true;
  if (!left) return true;
  left.used = true;
  draft.filters.push({ ref: def.id, op: 'not-null', values: [], label: `${def.label[ask.locale]} ≠ ∅`, token: words[i]!, span: spanOf(words[i]!) });
  return true;
}

/** Marks that say the unknown ones are to be kept: "including …", "…도 포함해서". */
function includesAround({ words }: Draft, from: number, to: number): Token[] | undefined {
  let j = from - 1;
  while (is(words[j], 'entity', 'rel', 'metric', 'one-of')) j--;
  const before = is(words[j], 'have') && INCLUDES.test(words[j]!.text) ? [words[j]!] : undefined;
  j = to + 1;
  while (is(words[j], 'entity', 'rel', 'metric')) j++;
  const after = is(words[j], 'have') && INCLUDES.test(words[j]!.text) ? words.slice(to + 1, j + 1).filter((t) => is(t, 'have')) : undefined;
  return before ?? after;
}

const INCLUDES = /^(?:includ|포함)/i;

function excludesAround(words: Token[], from: number, to: number): Token | undefined {
  let j = from - 1;
  while (is(words[j], 'entity', 'rel', 'have', 'metric')) j--;
  if (as(words[j], 'exclude')?.side === 'next') return words[j];
  j = to + 1;
  while (is(words[j], 'entity', 'rel', 'metric')) j++;
  return as(words[j], 'exclude')?.side === 'prev' ? words[j] : undefined;
}
