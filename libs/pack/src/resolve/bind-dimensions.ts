import type { Grain } from '@countersign/contracts';
import { GRAIN_LABELS, WEEKDAY_LABEL } from '../describe/refs.js';
import { reaches } from '../plan/join-graph.js';
import { TIME, WEEKDAY } from '../pack.js';
import { isHangul, type Token } from '../read/token.js';
import { askTerm, choiceFor } from './bind-metrics.js';
import { dimensionOfEntity } from './bind-parts.js';
import { as, is, leavesOf, refuse, spanOf, type Draft, type Stop } from './draft.js';
import { REASONS } from './reasons.js';
import { subjectsOf } from './values.js';

/** Finds what the figures are broken down by: the marked groups, then the noun a ranking or "which" speaks of. */
export function bindDimensions(draft: Draft): Stop | undefined {
  const before = new Set(draft.dimensions.map((d) => d.ref));
  for (const token of draft.words) {
    if (token.used || !token.grouped) continue;
    const stop = addDimension(draft, token);
    if (stop) return stop;
  }
  const each = listedWithFigures(draft);
  if (each) {
    const stop = addDimension(draft, each);
    if (stop) return stop;
  }
  // "rank products within each category": what is ranked is listed.
  const ranking = draft.words.findIndex((t) => is(t, 'sort-by') && /^rank/i.test(t.text));
  const rankedOnes = ranking < 0 ? undefined : draft.words[ranking + 1];
  if (is(rankedOnes, 'entity') && !rankedOnes!.used && !rankedOnes!.grouped && draft.words.some((t) => t.grouped || t.used)) {
    const stop = addDimension(draft, rankedOnes!);
    if (stop) return stop;
  }
  const grouped = draft.dimensions.filter((d) => !before.has(d.ref)).map((d) => d.ref);
  const subject = rankedNoun(draft);
  if (subject) {
    const stop = addDimension(draft, subject);
    if (stop) return stop;
    const top = grouped.length > 0 ? draft.words.find((t) => is(t, 'top', 'rank')) : undefined;
    // "by product for the top category": what is ranked is one of its own, and not the best of each.
    if (top && /\b(?:for|of|in|from|within) (?:the|our) $/i.test(draft.ask.question.slice(0, top.start)) && draft.words.some((t) => t.grouped && t.start < top.start)) return refuse(draft, 'no-correct-plan', { detail: REASONS.rankWithin(draft.ask.locale, draft.ask.question.slice(top.start, subject.end)) });
    if (top) draft.limitWithin = grouped;
  }
  for (const token of draft.words) {
    // A dimension named without "by" beside a metric ("channel mix", "net revenue, category") still groups.
    if (token.used || token === subject || !(is(token, 'dimension', 'term', 'unit') || as(token, 'weekday')?.each)) continue;
    if (is(token, 'unit') && !draft.words.some((t) => is(t, 'trend', 'share', 'compare'))) continue;
    const stop = addDimension(draft, token);
    if (stop) return stop;
  }
  return undefined;
}

/** "customers and the number of orders they have", "all products along with net revenue": what stands first is listed, the figure is each one's. */
function listedWithFigures({ words, pack, metrics }: Draft): Token | undefined {
  const at = words.findIndex((t) => !is(t, 'list', 'which', 'name', 'within'));
  const first = words[at];
  const entity = pack.entities.get(as(first, 'entity')?.ref ?? '');
  if (!first || first.grouped || entity?.dimension === undefined || metrics.length === 0) return undefined;
  // "customers in Korea and their net revenue", "상품 목록과 판매량"
  let to = at + 1;
  while (is(words[to], 'value', 'filter', 'list')) to++;
  const joined = is(words[to], 'and') || (is(words[to], 'have') && words.some((t) => is(t, 'list')));
  const own = metrics.every((m) => m.span?.start !== first.start && leavesOf(pack, m.ref).every((leaf) => leaf.of !== entity.id));
  return own && joined && is(words[to + 1], 'how-many', 'how-much', 'metric', 'aggregate') ? first : undefined;
}

/** The noun of "top 5 products", "which channel", "가장 많은 도시". */
function rankedNoun(draft: Draft): Token | undefined {
  const { words } = draft;
  const mark = words.findIndex((t) => is(t, 'which'));
  const at = mark >= 0 ? mark : words.findIndex((t) => is(t, 'top', 'rank'));
  if (at < 0) return undefined;
  const noun = (t: Token): boolean => !t.used && !t.grouped && (is(t, 'dimension', 'entity', 'term', 'unit') || as(t, 'weekday')?.each === true) && !(is(t, 'entity') && draft.pack.entities.get(as(t, 'entity')!.ref)?.dimension === undefined);
  if (mark >= 0 && is(words[mark + 1], 'metric', 'amount', 'aggregate', 'column') && !words.some((t) => is(t, 'top', 'rank'))) return undefined;
  // "for each channel, the month with the most orders": with a breakdown, what has the most stands right before it.
  const owner = !isHangul(words[at]!.text) && is(words[at - 1], 'have', 'rel') ? words.slice(0, at - 1).findLast((t) => !is(t, 'period')) : undefined;
  if (mark < 0 && draft.dimensions.length > 0) return words.slice(at, at + 4).find(noun) ?? (owner && noun(owner) ? owner : undefined);
  return words.slice(at).find(noun) ?? words.slice(0, at).reverse().find(noun);
}

export function addDimension(draft: Draft, token: Token): Stop | undefined {
  const { pack, ask } = draft;
  const unit = as(token, 'unit')?.unit;
  if (unit === 'year' && pack.calendar.academic?.askYear) {
    const stop = chooseYear(draft, token);
    if (stop !== 'calendar') return stop;
  }
  if (unit) {
    token.used = true;
    addGrain(draft, unit, token);
    return undefined;
  }
  const weekday = as(token, 'weekday');
  if (weekday?.each) {
    token.used = true;
    if (!draft.dimensions.some((d) => d.ref === WEEKDAY)) draft.dimensions.push({ ref: WEEKDAY, label: WEEKDAY_LABEL[ask.locale], span: spanOf(token) });
    return undefined;
  }
  const term = as(token, 'term');
  const entity = as(token, 'entity')?.ref;
  const part = entity === undefined ? undefined : dimensionOfEntity(draft, token, entity);
  if (part && 'stop' in part) return part.stop;
  let ref = as(token, 'dimension')?.ref ?? part?.ref;
  if (term) {
    const def = pack.terms.get(term.ref)!;
    if (!pack.dimensions.has(def.means[0]!)) return undefined;
    const fitting = def.means.filter((m) => subjectsOf(draft).every((s) => reaches(pack, s, pack.dimensions.get(m)!.entity)));
    ref = choiceFor(draft, token, def.means) ?? (def.fitsSubject && fitting.length === 1 ? fitting[0] : undefined);
    if (ref === undefined) return askTerm(draft, token, def.means);
  }
  const column = as(token, 'column')?.ref;
  if (column !== undefined && isTime(draft, column)) {
    token.used = true;
    addGrain(draft, 'day', token);
    return undefined;
  }
  // "by product name": what is shown under that name is broken down by.
  const [owner = '', name = ''] = column?.split('.') ?? [];
  ref ??= [...pack.dimensions.values()].find((d) => d.show.some((s) => s.entity === owner && s.column === name))?.id;
  if (ref === undefined) return refuse(draft, 'unanswerable', { term: token.text });
  token.used = true;
  if (!draft.dimensions.some((d) => d.ref === ref)) draft.dimensions.push({ ref, label: pack.dimensions.get(ref)!.label[ask.locale], span: spanOf(token) });
  return undefined;
}

const CALENDAR_YEAR = {
  label: { en: 'calendar year', ko: '달력 연도' },
  definition: { en: 'January to December.', ko: '1월부터 12월까지.' },
};

/** "By year" of a school: the calendar's, or the academic one where the figures have it. */
function chooseYear(draft: Draft, token: Token): Stop | undefined | 'calendar' {
  const { pack, ask } = draft;
  const def = pack.dimensions.get(pack.calendar.academic!.yearDimension)!;
  const said = ask.choices[token.text];
  if (said === TIME || /calendar|달력/i.test(token.text) || !draft.metrics.every((m) => leavesOf(pack, m.ref).every((leaf) => def.id in leaf.instead || reaches(pack, leaf.of, def.entity)))) return 'calendar';
  if (said !== def.id) {
    const choices = [
      { ref: def.id, label: def.label[ask.locale], definition: def.definition[ask.locale], usual: true },
      { ref: TIME, label: CALENDAR_YEAR.label[ask.locale], definition: CALENDAR_YEAR.definition[ask.locale], usual: false },
    ];
    return { clarify: { term: token.text, kind: 'term', span: spanOf(token), choices } };
  }
  token.used = true;
  if (!draft.dimensions.some((d) => d.ref === def.id)) draft.dimensions.push({ ref: def.id, label: def.label[ask.locale], span: spanOf(token) });
  return undefined;
}

export function addGrain(draft: Draft, grain: Grain, token: Token | null): void {
  if (draft.dimensions.some((d) => d.ref === TIME && d.grain === grain)) return;
  draft.dimensions.push({ ref: TIME, label: GRAIN_LABELS[grain][draft.ask.locale], grain, ...(token ? { span: spanOf(token) } : {}) });
}

const isTime = (draft: Draft, ref: string): boolean => {
  const [entity = '', column = ''] = ref.split('.');
  return draft.pack.entities.get(entity)?.columns.get(column)?.role === 'time';
};
