import { metricOf, WEEKDAY_LABEL } from '../describe/refs.js';
import { reaches } from '../plan/join-graph.js';
import { TIME, WEEKDAY, type AggregateMetric } from '../pack.js';
import { askTermLike } from './ask.js';
import { is, leavesOf, refuse, type Draft, type Stop } from './draft.js';

/**
 * A count of members narrowed by related rows is the count of members those rows belong to ("customers by channel");
 * one given a period it has no date for is asked about.
 */
export function fitMetrics(draft: Draft): Stop | undefined {
  const { pack } = draft;
  for (const metric of draft.metrics) {
    const def = metricOf(pack, metric.ref);
    if (!def || def.kind === 'ratio' || def.kind === 'derived' || def.counts === undefined) continue;
    const outside = entitiesAsked(draft).filter((e) => !reaches(pack, def.of, e));
    const narrower = outside.length === 0 ? undefined : narrowerOf(draft, def, outside);
    if (narrower) {
      becomes(draft, metric, narrower[1]);
      draft.notes.push({ code: 'narrowed-metric', params: { metric: metric.label } });
      continue;
    }
    const stop = datedOrAsked(draft, metric, def);
    if (stop) return stop;
  }
  if (draft.entity !== undefined && asksTime(draft) && pack.entities.get(draft.entity)?.time === undefined) return refuse(draft, 'unanswerable', { term: draft.period?.label ?? WEEKDAY_LABEL[draft.ask.locale] });
  return undefined;
}

/** What was ranked or limited by the one is by the other. */
function becomes(draft: Draft, metric: Draft['metrics'][number], ref: string): void {
  const former = metric.ref;
  const { label } = metric;
  metric.ref = ref;
  metric.label = metricOf(draft.pack, ref)!.label[draft.ask.locale];
  draft.order = draft.order.map((o) => (o.ref === former ? { ...o, ref } : o));
  draft.having = draft.having.map((h) => (h.ref === former ? { ...h, ref, label: h.label.replace(label, metric.label) } : h));
}

/** Rows that belong to everything asked come before rows that are only tied to it. */
function narrowerOf(draft: Draft, { narrowed }: AggregateMetric, outside: string[]): [string, string] | undefined {
  const { pack } = draft;
  const rows = Object.entries(narrowed);
  return rows.find(([entity]) => outside.every((e) => reaches(pack, entity, e))) ?? rows.find(([entity]) => outside.every((e) => reaches(pack, entity, e) || related(draft, entity, e)));
}

/** Entities of the dimensions and conditions of the question. */
function entitiesAsked(draft: Draft): string[] {
  const { pack } = draft;
  const of = (ref: string): string | undefined => pack.dimensions.get(ref)?.entity ?? pack.filters.get(ref)?.entity ?? (ref.includes('.') && ref !== WEEKDAY ? ref.split('.')[0] : undefined);
  return [...draft.dimensions.map((d) => d.ref), ...draft.filters.filter((f) => f.op !== 'exists' && f.op !== 'not-exists').map((f) => f.ref)].flatMap((ref) => of(ref) ?? []);
}

const related = (draft: Draft, entity: string, other: string): boolean => [...draft.pack.entities.keys()].some((e) => reaches(draft.pack, e, entity) && reaches(draft.pack, e, other));

/** A period, a breakdown by time, or days of the week. */
export const asksTime = (draft: Draft): boolean => draft.period !== null || draft.compare !== undefined || draft.dimensions.some((d) => d.ref === TIME || d.ref === WEEKDAY) || draft.filters.some((f) => f.ref === WEEKDAY);

function datedOrAsked(draft: Draft, metric: Draft['metrics'][number], def: AggregateMetric): Stop | undefined {
  if (!asksTime(draft) || def.time !== undefined) return undefined;
  if (def.inPeriod.length === 0) return refuse(draft, 'unanswerable', { term: draft.period?.label ?? metric.label });
  const token = draft.words.find((t) => t.start === metric.span?.start && t.end === metric.span.end);
  const term = token?.text ?? metric.label;
  const chosen = draft.ask.choices[term] ?? draft.ask.choices[def.id];
  if (def.inPeriod.length === 1 || (chosen !== undefined && def.inPeriod.includes(chosen))) {
    becomes(draft, metric, chosen ?? def.inPeriod[0]!);
    return undefined;
  }
  return askTermLike(draft, term, token, def.inPeriod);
}

/** Every metric must be reachable in time when a time is asked. */
export const undated = (draft: Draft): boolean => draft.period !== null && draft.metrics.length > 0 && !draft.metrics.some((m) => leavesOf(draft.pack, m.ref).some((l) => l.time)) && !draft.words.some((t) => is(t, 'event'));
