import { metricOf } from '../describe/refs.js';
import { TIME } from '../pack.js';
import type { Token } from '../read/token.js';
import { as, is, refuse, type Draft, type Stop } from './draft.js';
import { REASONS } from './reasons.js';

/** Ranking and order: "top 5 … by …", "highest first", "which … most", "순매출 순으로". */
export function bindRank(draft: Draft): Stop | undefined {
  const { words } = draft;
  const top = words.find((t) => is(t, 'top') && !t.used);
  const rank = words.find((t) => is(t, 'rank'));
  const sorted = words.find((t) => is(t, 'sorted'));
  const sortBy = words.find((t) => is(t, 'sort-by'));
  const by = as(rank, 'rank')?.by;
  if (by !== undefined && draft.entity === undefined && !metricOf(draft.pack, by)) return refuse(draft, 'no-correct-plan', { detail: REASONS.rankWithin(draft.ask.locale, rank!.text) });
  // One that is used already and not listed beside another is part of a figure: "the lowest of the maximum temperatures".
  const ends = new Set(words.flatMap((t, i) => (t.used && !is(words[i - 1], 'and') && !is(words[i + 1], 'and') ? [] : endOf(t))));
  if (ends.size > 1) return refuse(draft, 'no-correct-plan', { detail: REASONS.bothEnds(draft.ask.locale) });
  const direction = as(top, 'top')?.direction ?? as(rank, 'rank')?.direction;
  if (direction !== undefined && draft.dimensions.length > 0 && draft.metrics.length > 0) {
    const ranked = top && words[words.indexOf(top) + 1];
    // "the best customer in each country": how many there are is not what makes one the best.
    if (ranked && is(ranked, 'entity') && /^(?:top|bottom|best|worst|leading|상위|하위|최고|최악)$/i.test(top.text) && draft.metrics.every((m) => m.span?.start === ranked.start)) return refuse(draft, 'unanswerable', { term: draft.ask.question.slice(top.start, ranked.end) });
    const percent = words.find((t) => as(t, 'amount')?.percent && !t.used);
    if (percent) return refuse(draft, 'no-correct-plan', { detail: REASONS.percentOfRanking(draft.ask.locale, percent.text) });
    const metric = changeOf(draft, (top ?? rank)!) ?? rankMetric(draft, (top ?? rank)!);
    const less = words.some((t) => is(t, 'change') && LESS.test(t.text)) && metric.includes('.change');
    draft.order = [{ ref: metric, direction: judged(draft, metric, less ? (direction === 'asc' ? 'desc' : 'asc') : direction, as(top, 'top')?.quality) }];
    draft.limit = limitOf(draft, top, rank);
    draft.intent = 'rank';
    for (const t of words) if (is(t, 'top', 'rank')) t.used = true;
  }
  if (direction === undefined) furthest(draft);
  // "… ordered by net revenue": an event word that orders the answer instead.
  const named = words.findIndex((t, i) => is(t, 'event') && is(words[i + 1], 'by') && draft.metrics.some((m) => m.span?.start === words[i + 2]?.start));
  if (named >= 0 && !sorted && draft.order.length === 0) order(draft, draft.metrics.find((m) => m.span?.start === words[named + 2]!.start)!.ref, 'desc');
  if (sorted || sortBy) {
    const stop = bindSort(draft, sorted, sortBy);
    if (stop) return stop;
  }
  return undefined;
}

const LESS = /decreas|declin|drop|fell|fall|shr[aiu]nk|down|감소|줄/i;

/** "grew the most", "by growth in net revenue": what is ranked is how a figure changed, not what it is now. */
function changeOf({ words, metrics, compare }: Draft, mark: Token): string | undefined {
  const change = words.findIndex((t) => is(t, 'change'));
  const at = words.indexOf(mark);
  const beside = change >= 0 && (Math.abs(change - at) === 1 || is(words[change - 1], 'by') || (Math.abs(change - at) === 2 && is(words[Math.min(change, at) + 1], 'amount', 'do')));
  return compare && metrics[0] && beside ? `${metrics[0].ref}.${compare.show === 'change-percent' ? 'change-percent' : 'change'}` : undefined;
}

function endOf(token: Token): ('asc' | 'desc')[] {
  const fn = as(token, 'aggregate')?.fn;
  const direction = as(token, 'top')?.direction ?? as(token, 'rank')?.direction ?? (fn === 'max' ? 'desc' : fn === 'min' ? 'asc' : undefined);
  return direction ? [direction] : [];
}

/** "which category has the highest price", "channel with the maximum fee": a highest value said of what is asked for picks one of it. */
function furthest(draft: Draft): void {
  const { words, metrics, dimensions, pack } = draft;
  const [metric] = metrics;
  const def = metric && metricOf(pack, metric.ref);
  const at = words.findIndex((t) => t.start === metric?.span?.start);
  const mark = words.slice(0, Math.max(at, 0)).findLastIndex((t) => is(t, 'top', 'aggregate'));
  if (metrics.length !== 1 || !def || !['max', 'min'].includes(def.kind) || mark < 0 || dimensions.length === 0) return;
  const asked = words.findIndex((t) => dimensions.some((d) => d.span?.start === t.start));
  const said = words.slice(0, asked).some((t) => is(t, 'which')) || words.slice(asked, mark).some((t) => is(t, 'have', 'rel'));
  if (asked < 0 || asked > mark || !said || words.some((t) => t.grouped)) return;
  draft.order = [{ ref: metric.ref, direction: def.kind === 'max' ? 'desc' : 'asc' }];
  draft.limit = 1;
  draft.intent = 'rank';
}

/** "The worst cancellation rate" is the highest. */
function judged({ pack }: Draft, metric: string, direction: 'asc' | 'desc', quality: boolean | undefined): 'asc' | 'desc' {
  const turned = direction === 'asc' ? 'desc' : 'asc';
  return quality && pack.metrics.get(metric)?.lowerIsBetter ? turned : direction;
}

/** The metric a ranking is by: after "by", else the one nearest to the ranking word. */
function rankMetric(draft: Draft, mark: Token): string {
  const { words, metrics } = draft;
  const at = words.indexOf(mark);
  const by = as(mark, 'rank')?.by;
  if (by !== undefined && metrics.some((m) => m.ref === by)) return by;
  let best = { ref: metrics[0]!.ref, distance: Infinity };
  for (const metric of metrics) {
    const i = words.findIndex((t) => metric.span !== undefined && t.start === metric.span.start);
    if (i < 0) continue;
    const distance = is(words[i - 1], 'by') ? -1 : Math.abs(i - at);
    if (is(words[i - 1], 'by')) words[i - 1]!.used = true;
    if (distance < best.distance) best = { ref: metric.ref, distance };
  }
  return best.ref;
}

/** The number beside the ranking word; "top products" without one is ten, "the highest" one. */
function limitOf(draft: Draft, top: Token | undefined, rank: Token | undefined): number {
  const { words } = draft;
  const amounts = words.filter((t) => is(t, 'amount') && !t.used && Number.isInteger(Number(as(t, 'amount')!.value)));
  const at = words.indexOf((top ?? rank)!);
  const nearest = amounts.sort((a, b) => Math.abs(words.indexOf(a) - at) - Math.abs(words.indexOf(b) - at))[0];
  const value = Number(as(nearest, 'amount')?.value ?? 0);
  if (nearest && value >= 1 && value <= 1000) {
    nearest.used = true;
    return value;
  }
  if (!top || !/^(?:top|bottom|상위|하위|톱|탑)$/i.test(top.text) || words.some((t) => is(t, 'which')) || isSingular(words[at + 1])) return 1;
  draft.notes.push({ code: 'assumed-limit', params: { limit: '10' } });
  return 10;
}

const isSingular = (noun: Token | undefined): boolean => noun !== undefined && is(noun, 'entity', 'dimension') && /^[a-z ]*[^s]$/i.test(noun.text);

function bindSort(draft: Draft, sorted: Token | undefined, sortBy: Token | undefined): Stop | undefined {
  const { words, metrics, dimensions } = draft;
  for (const t of words) if (is(t, 'sorted', 'sort-by')) t.used = true;
  const direction = as(sorted, 'sorted')?.direction ?? 'desc';
  const time = dimensions.find((d) => d.ref === TIME);
  if (as(sorted, 'sorted')?.by === 'time' && time) {
    draft.order = [{ ref: TIME, direction }];
    return undefined;
  }
  if (as(sorted, 'sorted')?.by === 'name') return byName(draft, sorted!, direction);
  if (draft.order.length > 0) return undefined;
  const at = words.indexOf((sortBy ?? sorted)!);
  const side = as(sortBy, 'sort-by')?.side;
  // "rank channels by gross margin": what comes after "by" orders them.
  const byAt = words.findIndex((t, i) => i > at && is(t, 'by') && metrics.some((m) => m.span?.start === words[i + 1]?.start));
  const by = side === 'next' && byAt > at + 1 ? metrics.find((m) => m.span?.start === words[byAt + 1]!.start) : undefined;
  if (by) {
    words[byAt]!.used = true;
    return order(draft, by.ref, judged(draft, by.ref, direction, as(sorted, 'sorted')?.quality));
  }
  // "in descending order of price"
  const ahead = side === 'next' || (!sortBy && is(words[at + 1], 'column', 'metric', 'dimension') && !words[at + 1]!.grouped);
  const target = ahead ? words.slice(at + 1, at + 3) : words.slice(Math.max(0, at - 2), at).reverse();
  for (const token of target) {
    const metric = metrics.find((m) => m.span?.start === token.start);
    if (metric) return order(draft, metric.ref, judged(draft, metric.ref, direction, as(sorted, 'sorted')?.quality));
    const dimension = dimensions.find((d) => d.span?.start === token.start || d.ref === as(token, 'dimension')?.ref);
    if (dimension && is(token, 'dimension')) token.used = true;
    if (dimension && side === 'next') return order(draft, dimension.ref, as(sorted, 'sorted')?.direction ?? 'asc');
    const column = as(token, 'column')?.ref ?? columnOf(draft, token);
    if (column !== undefined && draft.entity !== undefined) {
      token.used = true;
      return order(draft, column, as(sorted, 'sorted')?.direction ?? 'asc');
    }
  }
  if (metrics.length > 0) return order(draft, metrics[0]!.ref, judged(draft, metrics[0]!.ref, direction, as(sorted, 'sorted')?.quality));
  return refuse(draft, 'unanswerable', { term: (sortBy ?? sorted)!.text });
}

/** A dimension of a list is ordered as the column it is, where that is one of the rows' own. */
function columnOf({ pack, entity }: Draft, token: Token): string | undefined {
  const def = pack.dimensions.get(as(token, 'dimension')?.ref ?? '');
  return def && def.entity === entity ? `${def.entity}.${def.column}` : undefined;
}

/** "in alphabetical order": of the first name that is asked for. */
function byName(draft: Draft, mark: Token, direction: 'asc' | 'desc'): Stop | undefined {
  const { pack, words, entity, dimensions } = draft;
  const [named] = dimensions.filter((d) => d.ref !== TIME);
  if (named && entity === undefined) return order(draft, named.ref, direction);
  const column = words.map((t) => as(t, 'column')?.ref ?? columnOf(draft, t)).find((ref) => ref !== undefined && ref.split('.')[0] === entity);
  const label = entity === undefined ? undefined : [...pack.entities.get(entity)!.columns.values()].find((c) => c.role === 'label' && c.sensitivity !== 'personal');
  const by = column ?? (label && `${entity}.${label.id}`);
  return by === undefined ? refuse(draft, 'unanswerable', { term: mark.text }) : order(draft, by, direction);
}

function order(draft: Draft, ref: string, direction: 'asc' | 'desc'): undefined {
  draft.order = [{ ref, direction }];
  if (metricOf(draft.pack, ref) && draft.intent === 'aggregate') draft.intent = 'rank';
  return undefined;
}
