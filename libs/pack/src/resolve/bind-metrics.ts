import type { Choice } from '@countersign/contracts';
import { metricOf } from '../describe/refs.js';
import { reaches } from '../plan/join-graph.js';
import { isHangul, type Token } from '../read/token.js';
import { addMetric } from './add-metric.js';
import { bindPairs } from './bind-pairs.js';
import { as, countedBy, is, spanOf, type Draft, type Stop } from './draft.js';
import { commonest, mostOf } from './most-of.js';
import { perOrAverage } from './per-or-average.js';

/** Finds what is measured. Ambiguous words stop here; a bare entity is its count. */
export function bindMetrics(draft: Draft): Stop | undefined {
  const { words } = draft;
  howMany(words);
  statesBeforeRates(words);
  for (const token of words) {
    if (token.used) continue;
    const metric = as(token, 'metric');
    if (metric) addMetric(draft, metric.ref, token);
    const term = as(token, 'term');
    if (term && draft.pack.metrics.has(draft.pack.terms.get(term.ref)!.means[0]!)) {
      const stop = chooseMeaning(draft, token, draft.pack.terms.get(term.ref)!.means);
      if (stop) return stop;
    }
    const rank = as(token, 'rank');
    if (rank && draft.pack.metrics.has(rank.by)) addMetric(draft, rank.by, token);
  }
  rankedByCount(draft);
  mostOf(draft);
  commonest(draft);
  words.forEach((token, i) => countTarget(draft, token, i));
  columnAggregates(draft);
  meansOfAmounts(draft);
  meanOfRows(draft);
  const stop = bindPairs(draft);
  return stop ?? perOrAverage(draft);
}

/** "placed by how many customers": a number of them, not a change. */
function howMany(words: Token[]): void {
  words.forEach((token, i) => {
    if (is(token, 'change') && /how many$/i.test(token.text) && is(words[i + 1], 'entity', 'dimension')) token.lex = { t: 'how-many' };
  });
}

/** "refund rate": the rate is of what became of a payment, not of the amount of the same name. */
function statesBeforeRates(words: Token[]): void {
  words.forEach((token, i) => {
    const state = is(token, 'metric') ? token.others.find((o) => o.t === 'value') : undefined;
    if (state && is(words[i + 1], 'share') && /^rate|[율률]$/i.test(words[i + 1]!.text)) token.lex = state;
  });
}

/** The meaning chosen for an ambiguous term, or the question back. */
function chooseMeaning(draft: Draft, token: Token, means: string[]): Stop | undefined {
  const chosen = choiceFor(draft, token, means);
  if (chosen === undefined) return askTerm(draft, token, means);
  addMetric(draft, chosen, token);
  return undefined;
}

/** What the asker chose for this term: by its surface, as typed, or by the term's id. */
export function choiceFor(draft: Draft, token: Token, means: string[]): string | undefined {
  const term = as(token, 'term')!;
  const { choices } = draft.ask;
  const at = draft.words.indexOf(token);
  const cue = draft.words.slice(Math.max(0, at - 2), at + 4).find((t) => is(t, 'cue') && means.includes((t.lex as { ref: string }).ref));
  const chosen = choices[term.surface] ?? choices[token.text] ?? choices[term.ref] ?? as(cue, 'cue')?.ref;
  return chosen !== undefined && means.includes(chosen) ? chosen : undefined;
}

export function askTerm(draft: Draft, token: Token, means: string[]): Stop {
  const { pack, ask } = draft;
  const term = as(token, 'term')!;
  const usual = pack.terms.get(term.ref)!.usual;
  const choices = means.map((ref): Choice => {
    const def = metricOf(pack, ref) ?? pack.dimensions.get(ref)!;
    return { ref, label: def.label[ask.locale], definition: def.definition[ask.locale], usual: ref === usual };
  });
  return { clarify: { term: term.surface, kind: 'term', span: spanOf(token), choices } };
}

/** "how many …", "… 몇 건": the entity's count, never a sum; of a dimension, its different members. */
function countTarget(draft: Draft, token: Token, i: number): void {
  if (!is(token, 'how-many')) return;
  const { words, pack } = draft;
  const ahead = words.slice(i + 1);
  const back = words.slice(0, i).reverse();
  // "몇 명의 고객이": what stands after "의" is counted.
  const owns = isHangul(token.text) && ahead[0] && /^\s?의\s/.test(draft.ask.question.slice(token.end, ahead[0].start));
  // "몇 개 도시": what stands right after it is counted.
  const named = isHangul(token.text) && /개|가지|종|곳|군데/.test(token.text) && is(ahead[0], 'dimension') && !ahead[0]!.grouped && draft.ask.question.slice(token.end, ahead[0]!.start).trim() === '';
  const order = isHangul(token.text) && !owns && !named ? [...back, ...ahead] : ahead;
  const target = order.find((t) => is(t, 'entity', 'dimension', 'metric', 'term', 'event') && !(t.grouped && is(t, 'dimension', 'entity')));
  token.used = true;
  // "customers and the number of records they have": what is not known is not they.
  if (!target && /^(?:the )?number of$/i.test(token.text) && is(words[i - 1], 'and')) token.lex = { t: 'unknown' };
  token.used = token.lex.t !== 'unknown';
  if (!target || target.used) return;
  const count = pack.entities.get(as(target, 'entity')?.ref ?? '')?.count;
  if (count !== undefined) addMetric(draft, count, target);
  const term = as(target, 'term');
  const fits = term ? (pack.terms.get(term.ref)?.means ?? []).filter((m) => pack.dimensions.has(m)) : [];
  const dimension = as(target, 'dimension')?.ref ?? (fits.length > 0 ? (choiceFor(draft, target, fits) ?? fittingEntity(draft, fits)) : undefined);
  if (dimension !== undefined && (!isHangul(token.text) || back[0] === target || ahead[0] === target)) addMetric(draft, `${dimension}.count`, target);
}

/** "top 5 courses by enrolments": what stands after "by" is counted, what stands before it is ranked. */
function rankedByCount({ words, pack, ...draft }: Draft): void {
  const top = words.findIndex((t) => is(t, 'top', 'rank'));
  const by = words.findIndex((t, i) => i > top && as(t, 'by')?.side === 'next' && as(t, 'by')?.ratio === undefined);
  const counted = words[by + 1];
  const count = pack.entities.get(as(counted, 'entity')?.ref ?? '')?.count;
  if (top < 0 || by < 0 || !counted || count === undefined || (!(is(words[by + 2], 'and') && is(words[by + 3], 'metric')) && (draft.metrics.length > 0 || words.some((t) => is(t, 'metric', 'term'))))) return;
  if (!words.slice(top, by).some((t) => is(t, 'entity', 'dimension'))) return;
  counted.grouped = false;
  addMetric({ words, pack, ...draft }, count, counted);
}

/** "average paid amount": over the rows that the sum adds up, where these are amounts of their own. */
function meansOfAmounts(draft: Draft): void {
  const { words, pack } = draft;
  for (const metric of draft.metrics) {
    const at = words.findIndex((t) => t.start === metric.span?.start);
    const average = [words[at - 1], words[at + 1]].find((t) => as(t, 'aggregate')?.fn === 'avg' && !t!.used);
    const ref = `${metric.ref}.mean`;
    const mean = at >= 0 && average && !words.some((t) => t.grouped && is(t, 'unit')) ? metricOf(pack, ref) : undefined;
    if (!mean) continue;
    average!.used = true;
    metric.ref = ref;
    metric.label = mean.label[draft.ask.locale];
  }
}

/** "average value of captured payments": of the amount each row is. */
function meanOfRows(draft: Draft): void {
  const { words, pack } = draft;
  const average = words.find((t) => as(t, 'aggregate')?.fn === 'avg' && !t.used);
  if (!average || draft.metrics.length > 0 || words.some((t) => is(t, 'how-many', 'column', 'term') || as(t, 'by')?.ratio)) return;
  const at = words.indexOf(average);
  const entity = words.slice(at + 1, at + 4).find((t) => is(t, 'entity') && !t.grouped);
  const amount = pack.entities.get(as(entity, 'entity')?.ref ?? '')?.amount;
  if (!entity || amount === undefined) return;
  average.used = true;
  addMetric(draft, `${as(entity, 'entity')!.ref}.${amount}.avg`, entity);
}

/** "how many countries do customers live in": of the roles, the only one that the entity named has. */
function fittingEntity({ pack, words }: Draft, means: string[]): string | undefined {
  const entities = words.flatMap((t) => as(t, 'entity')?.ref ?? []);
  const fitting = means.filter((m) => entities.length > 0 && entities.every((e) => reaches(pack, e, pack.dimensions.get(m)!.entity)));
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** "average shipping fee", "최대 할인율", "shipping fees" (an amount that adds up). */
function columnAggregates(draft: Draft): void {
  const { words, pack } = draft;
  words.forEach((token, i) => {
    const column = as(token, 'column');
    const [entity = '', id = ''] = column?.ref.split('.') ?? [];
    const def = pack.entities.get(entity)?.columns.get(id);
    if (!column || token.used || token.grouped || def?.role !== 'measure' || is(words[i + 1], 'threshold') || is(words[i - 1], 'threshold')) return;
    // "minimum and maximum list price", "average and total shipping fee"
    const listed = [words[i - 3], words[i - 1]].map(aggregateSaid);
    if (is(words[i - 2], 'and') && listed[0] && listed[1] && listed[0] !== listed[1]) {
      for (const t of [words[i - 2]!, words[i - 1]!]) t.used = true;
      addMetric(draft, `${column.ref}.${listed[0]}`, words[i - 3]!);
      // Said of the column, neither ranks anything.
      for (const t of [words[i - 3]!, words[i - 1]!]) t.lex = { t: 'filler' };
      return addMetric(draft, `${column.ref}.${listed[1]}`, token);
    }
    const mark = [words[i - 1], words[i + 1], words[i - 2]].find((t) => is(t, 'aggregate') && !t!.used);
    const top = draft.words.some((t) => is(t, 'entity') && !t.used) ? undefined : [words[i - 1], words[i + 1]].find((t) => is(t, 'top') && !t!.used);
    const fn = as(mark, 'aggregate')?.fn ?? (top ? (as(top, 'top')!.direction === 'desc' ? 'max' : 'min') : def.additive && !words.some((t) => is(t, 'list')) ? 'sum' : undefined);
    if (fn === undefined) return;
    if (mark) mark.used = true;
    else if (top) top.used = true;
    addMetric(draft, `${column.ref}.${fn}`, token);
  });
}

/** What a word before a column makes of it; of a total, only where the amounts add up is there a sum. */
function aggregateSaid(token: Token | undefined): 'avg' | 'min' | 'max' | 'sum' | undefined {
  const top = as(token, 'top');
  return as(token, 'aggregate')?.fn ?? (top && /^(?:minimum|maximum|lowest|highest|smallest|largest)$/i.test(token!.text) ? (top.direction === 'desc' ? 'max' : 'min') : undefined);
}

const OWNS = /^(?:s['’]\s|.['’]s\s|.의\s?$)/i;

/** With nothing measured so far, an entity named is counted; beside other metrics only when listed with them. */
export function countEntities(draft: Draft): void {
  const { words, pack } = draft;
  if (draft.entity !== undefined) return;
  const countable = (t: Token | undefined): boolean => is(t, 'entity') && !t!.used && !t!.grouped && pack.entities.get(as(t, 'entity')!.ref)?.count !== undefined;
  // "inactive customers' orders", "활성 고객의 주문": what somebody has is counted, not they.
  const first = words.find((t, i) => countable(t) && !(countable(words[i + 1]) && (OWNS.test(draft.ask.question.slice(t.end - 1, words[i + 1]!.start)) || (isHangul(t.text) && draft.ask.question.slice(t.end, words[i + 1]!.start).trim() === ''))) && !(isHangul(t.text) && is(words[i + 1], 'within') && words.slice(i + 2).some(countable)));
  if (draft.metrics.length === 0) {
    if (words.some((t) => is(t, 'how-much'))) return;
    if (first) addCount(draft, first);
    else addImplied(draft);
    if (first?.used) listedWith(draft, first);
    return;
  }
  words.forEach((token, i) => {
    const count = is(token, 'entity') && !token.used && !token.grouped ? pack.entities.get(as(token, 'entity')!.ref)?.count : undefined;
    // "list all products along with net revenue": they are listed, not counted.
    if (is(words[i - 1], 'list', 'name', 'within') || (is(words[i + 1], 'and') && words[i + 2] && /\b(?:their|its|his|her)\s+(?:\w+\s+)?$/i.test(draft.ask.question.slice(words[i + 1]!.end, words[i + 2]!.start)))) return;
    const listed = (is(words[i + 1], 'and') && is(words[i + 2], 'metric', 'term')) || (is(words[i - 1], 'and') && is(words[i - 2], 'metric', 'term') && !is(words[i + 1], 'rel', 'have'));
    if (count !== undefined && listed && countedBy(pack, draft.metrics[0]!.ref) !== as(token, 'entity')!.ref) addMetric(draft, count, token);
  });
}

/** "customers and orders by segment": each of a list of things is counted. */
function listedWith(draft: Draft, first: Token): void {
  const { words, pack } = draft;
  for (let i = words.indexOf(first); is(words[i + 1], 'and') && is(words[i + 2], 'entity') && !words[i + 2]!.grouped && !is(words[i + 3], 'rel', 'have', 'have-not', 'do', 'do-not', 'event'); i += 2) {
    const count = pack.entities.get(as(words[i + 2], 'entity')!.ref)?.count;
    if (count !== undefined) addMetric(draft, count, words[i + 2]!);
  }
}

/** An entity counted; "the sum of payments" asks for an amount, and a count would answer something else. */
function addCount(draft: Draft, entity: Token): void {
  const { words, pack } = draft;
  const ref = as(entity, 'entity')!.ref;
  const sum = words.find((t) => as(t, 'aggregate')?.fn === 'sum');
  if (sum && (hasAmounts(draft, ref) || !isHangul(sum.text))) return;
  addMetric(draft, pack.entities.get(ref)!.count!, entity);
}

/** Amounts are added up over the rows of this entity, so "the most refunds" may mean money. */
const hasAmounts = (draft: Draft, entity: string): boolean => [...draft.pack.metrics.values()].some((m) => m.kind === 'sum' && m.of === entity && m.unit !== 'count');

/** "취소 건수", "cancellations by channel", "반품률": the rows the value belongs to are counted. An event alone is its own metric. */
function addImplied(draft: Draft): void {
  const { words, pack } = draft;
  if (countedByKind(draft)) return;
  const owners = new Set(words.flatMap((t) => as(t, 'value')?.candidates.map((c) => pack.dimensions.get(c.dimension)!.entity) ?? []));
  const stated = words.filter((t) => is(t, 'value') && as(t, 'value')!.candidates.length === 1 && pack.entities.get(pack.dimensions.get(as(t, 'value')!.candidates[0]!.dimension)!.entity)?.count === undefined);
  const statuses = words.filter((t) => isStatus(draft, t));
  const owner = statuses.length === 1 ? pack.dimensions.get(as(statuses[0], 'value')!.candidates[0]!.dimension)!.entity : undefined;
  const asked = words.some((t) => is(t, 'how-many', 'share')) || (words.some((t) => is(t, 'top') || t.grouped) && owner !== undefined && !hasAmounts(draft, owner));
  const count = owner === undefined ? undefined : pack.entities.get(owner)?.count;
  if (count !== undefined && asked && owners.size > 0 && stated.length === 0) return addMetric(draft, count, null);
  // "비활성 고객 국가별 인원수": the members that a named condition is about.
  const named = words.filter((t) => is(t, 'filter'));
  const members = pack.entities.get(pack.filters.get(as(named[0], 'filter')?.ref ?? '')?.entity ?? '')?.count;
  if (members !== undefined && named.length === 1 && words.some((t) => is(t, 'how-many', 'share'))) return addMetric(draft, members, null);
  // "비활성 고객 세그먼트별": the members that what they are broken down by is said to be of.
  const by = words.find((t) => t.grouped && is(t, 'dimension'));
  const ofWhat = pack.entities.get(pack.dimensions.get(as(by, 'dimension')?.ref ?? '')?.entity ?? '');
  if (by && ofWhat?.count !== undefined && isHangul(by.text) && by.text.startsWith(`${ofWhat.label.ko} `) && words.some((t) => is(t, 'value', 'filter'))) return addMetric(draft, ofWhat.count, null);
  const event = words.find((t) => is(t, 'event') && Object.keys(pack.events.get(as(t, 'event')!.ref)!.metric).length === 1 && pack.events.get(as(t, 'event')!.ref)!.time !== undefined);
  if (event) addMetric(draft, Object.values(pack.events.get(as(event, 'event')!.ref)!.metric)[0]!, event);
}

/** "how many raw materials", "표준 원가가 1만원을 넘는 원자재": a value that says what kind of thing it is counts the things. */
function countedByKind(draft: Draft): boolean {
  const { words, pack } = draft;
  const kinds = words.filter((t) => is(t, 'value') && as(t, 'value')!.candidates.length === 1 && !isStatus(draft, t));
  const entity = pack.entities.get(pack.dimensions.get(as(kinds[0], 'value')?.candidates[0]!.dimension ?? '')?.entity ?? '');
  const limited = words.some((t, i) => is(t, 'threshold') && [words[i - 1], words[i + 1]].some((o) => as(o, 'column')?.ref.split('.')[0] === entity?.id));
  const asked = words.some((t, i) => is(t, 'how-many') && (isHangul(t.text) ? words[i - 1] : words[i + 1]) === kinds[0]);
  if (entity?.count === undefined || kinds.length !== 1 || (!limited && !asked) || entity.time !== undefined || words.some((t) => is(t, 'event', 'entity', 'metric', 'term', 'period'))) return false;
  addMetric(draft, entity.count, null);
  return true;
}

/** A value that says what became of a row ("cancelled", "failed"), not what kind it is. */
function isStatus(draft: Draft, token: Token): boolean {
  const candidates = as(token, 'value')?.candidates ?? [];
  if (candidates.length !== 1) return false;
  const { dimension } = candidates[0]!;
  return draft.pack.source.dimensions[dimension]?.state === true || draft.pack.terms.get('status')?.means.includes(dimension) === true;
}
