import type { Expr, Grain } from '@countersign/contracts';
import { unitOf } from '../load/compile-metrics.js';
import { columnsIn, mapColumns } from '../load/walk-expr.js';
import type { AggregateMetric, ColumnDef, DerivedMetric, MetricDef, Pack, RatioMetric } from '../pack.js';
import type { Bilingual } from '../schema/pack-source.js';

/**
 * References beyond what a pack declares, made by the resolver from what it declares:
 * - `orders.shipping_fee.avg`: an aggregate of a measure column
 * - `city.count`: how many different members of a dimension
 * - `units_sold.per_orders`: a metric divided by the distinct members of an entity among the same rows
 * - `net_revenue.per_buying_customers`: a metric divided by another that counts members
 * - `paid_amount.mean`: the average of the amounts that a metric adds up
 * - `tuition_charged.on_charges__due_on`: a metric dated by another of its dates
 * - `gross_revenue.minus_net_revenue`, `refunded_amount.over_paid_amount`: two metrics of one unit, subtracted or divided
 */
export function metricOf(pack: Pack, ref: string): MetricDef | undefined {
  const declared = pack.metrics.get(ref);
  if (declared) return declared;
  const parts = ref.split('.');
  if (parts.length === 3) return columnAggregate(pack, parts[0]!, parts[1]!, parts[2]!);
  if (parts.length !== 2) return undefined;
  const [first = '', last = ''] = parts;
  if (last === 'count') return membersOf(pack, first);
  if (last.startsWith('among_')) return among(pack, first, last.slice('among_'.length));
  if (last === 'mean') return meanOf(pack, first);
  if (last.startsWith('minus_')) return difference(pack, first, last.slice('minus_'.length));
  if (last.startsWith('over_')) return quotient(pack, first, last.slice('over_'.length));
  if (last.startsWith('on_')) return redated(pack, first, last.slice('on_'.length).replace('__', '.'));
  const entity = last.startsWith('per_') ? last.slice(4) : undefined;
  if (entity === undefined) return undefined;
  return pack.entities.has(entity) ? perMember(pack, first, entity) : perCounted(pack, first, entity);
}

const AGGREGATES = { avg: { en: 'average', ko: '평균' }, min: { en: 'lowest', ko: '최소' }, max: { en: 'highest', ko: '최대' }, sum: { en: 'total', ko: '합계' } };

function columnAggregate(pack: Pack, entity: string, column: string, fn: string): AggregateMetric | undefined {
  const owner = pack.entities.get(entity);
  const def = owner?.columns.get(column);
  if (!owner || !def || !(fn in AGGREGATES)) return undefined;
  const kind = fn as keyof typeof AGGREGATES;
  const name = columnLabel(def);
  const label = { en: `${AGGREGATES[kind].en} ${name.en}`, ko: `${AGGREGATES[kind].ko} ${name.ko}` };
  return {
    id: `${column}_${fn}`, kind, of: entity, value: { kind: 'column', qualifier: [entity], name: column }, where: [], time: owner.time,
    narrowed: {}, inPeriod: [], times: [], askTime: false, instead: {}, ...unitOf(def.unit ?? 'count'), private: false, label,
    definition: { en: `${label.en} over ${owner.label.en} rows.`, ko: `${owner.label.ko} 행의 ${label.ko}.` },
  };
}

function membersOf(pack: Pack, dimension: string): AggregateMetric | undefined {
  const def = pack.dimensions.get(dimension);
  if (!def) return undefined;
  return {
    id: `${dimension}_count`, kind: 'distinct', of: def.entity, value: { kind: 'column', qualifier: [def.entity], name: def.column }, where: [],
    time: pack.entities.get(def.entity)?.time, narrowed: {}, inPeriod: [], times: [], askTime: false, instead: {}, unit: 'count', private: false,
    label: { en: `number of different ${def.label.en}`, ko: `서로 다른 ${def.label.ko} 수` },
    definition: { en: `Count of different values of ${def.label.en}; unknown ones are left out.`, ko: `서로 다른 ${def.label.ko} 값의 수. 알 수 없는 값은 제외.` },
  };
}

/** Only where the rows are amounts in themselves (payments), not parts of something (lines of an order). */
function meanOf(pack: Pack, id: string): AggregateMetric | undefined {
  const metric = pack.metrics.get(id);
  if (metric?.kind !== 'sum' || metric.value?.kind !== 'column' || pack.entities.get(metric.of)?.amount !== metric.value.name) return undefined;
  const label = { en: `average ${metric.label.en}`, ko: `평균 ${metric.label.ko}` };
  const rows = pack.entities.get(metric.of)!.label;
  return { ...metric, id: `average_${id}`, kind: 'avg', label, definition: { en: `${metric.definition.en} Averaged over ${rows.en} rows.`, ko: `${metric.definition.ko} ${rows.ko} 행의 평균.` } };
}

/** The metric with its periods taken by another of its dates. */
export const onDate = (ref: string, date: string): string => `${ref}.on_${date.replace('.', '__')}`;

/** Dates a metric may be dated by, the usual one first: those that all it is made of share. */
export function datesOf(pack: Pack, ref: string): string[] {
  const def = metricOf(pack, ref);
  if (!def) return [];
  if (def.kind !== 'ratio' && def.kind !== 'derived') return def.time === undefined ? [] : [def.time, ...def.times];
  const [first = [], ...others] = partsOf(def).map((part) => datesOf(pack, part));
  return first.filter((date) => others.every((dates) => dates.includes(date)));
}

const partsOf = (def: RatioMetric | DerivedMetric): string[] => (def.kind === 'ratio' ? [def.numerator, def.denominator] : columnsIn(def.formula).map((c) => c.name));

function redated(pack: Pack, id: string, date: string): MetricDef | undefined {
  const metric = pack.metrics.get(id);
  if (!metric || !datesOf(pack, id).includes(date)) return undefined;
  const [entity = '', column = ''] = date.split('.');
  const day = columnLabel(pack.entities.get(entity)!.columns.get(column)!);
  const text = { id: `${id}_by_${column}`, label: { en: `${metric.label.en} by ${day.en}`, ko: `${day.ko} 기준 ${metric.label.ko}` } };
  if (metric.kind === 'ratio') return { ...metric, ...text, numerator: onDate(metric.numerator, date), denominator: onDate(metric.denominator, date) };
  if (metric.kind === 'derived') return { ...metric, ...text, formula: mapColumns(metric.formula, (c) => ({ ...c, name: onDate(c.name, date) })) };
  return { ...metric, ...text, time: date };
}

function pairOf(pack: Pack, left: string, right: string): [MetricDef, MetricDef] | undefined {
  const [a, b] = [pack.metrics.get(left), pack.metrics.get(right)];
  return a && b && a.unit === b.unit && a.unitFrom?.dimension === b.unitFrom?.dimension && a.kind !== 'ratio' && b.kind !== 'ratio' ? [a, b] : undefined;
}

function difference(pack: Pack, left: string, right: string): MetricDef | undefined {
  const pair = pairOf(pack, left, right);
  if (!pair) return undefined;
  const [a, b] = pair;
  const label = { en: `${a.label.en} less ${b.label.en}`, ko: `${a.label.ko} − ${b.label.ko}` };
  const metric = (name: string): Expr => ({ kind: 'column', qualifier: [''], name });
  return { id: `${left}_minus_${right}`, kind: 'derived', formula: { kind: 'binary', op: '-', left: metric(left), right: metric(right) }, unit: a.unit, ...(a.unitFrom ? { unitFrom: { dimension: a.unitFrom.dimension } } : {}), private: false, label, definition: { en: `${label.en}.`, ko: `${a.label.ko}에서 ${b.label.ko}을(를) 뺀 값.` } };
}

function quotient(pack: Pack, top: string, bottom: string): MetricDef | undefined {
  const pair = pairOf(pack, top, bottom);
  if (!pair) return undefined;
  const [a, b] = pair;
  const label = { en: `${a.label.en} as a share of ${b.label.en}`, ko: `${b.label.ko} 대비 ${a.label.ko} 비율` };
  return { id: `${top}_over_${bottom}`, kind: 'ratio', numerator: top, denominator: bottom, percent: true, unit: 'percent', private: false, label, definition: { en: `${a.label.en} divided by ${b.label.en}, in percent.`, ko: `${a.label.ko} ÷ ${b.label.ko} (%).` } };
}

function perMember(pack: Pack, metricId: string, entity: string): MetricDef | undefined {
  const metric = pack.metrics.get(metricId);
  const owner = pack.entities.get(entity);
  if (!metric || !owner || metric.kind === 'ratio') return undefined;
  // What a formula is made of has one set of rows, or it has no members.
  const rows = metric.kind === 'derived' ? columnsIn(metric.formula)[0]?.name : metricId;
  if (rows === undefined || !among(pack, rows, entity)) return undefined;
  const label = { en: `${metric.label.en} per ${owner.label.en}`, ko: `${owner.label.ko}당 ${metric.label.ko}` };
  return {
    id: `${metricId}_per_${entity}`, kind: 'ratio', numerator: metricId, denominator: `${rows}.among_${entity}`, percent: false, unit: metric.unit, private: false, label,
    definition: { en: `${metric.label.en} divided by the different ${owner.label.en} members among the same rows.`, ko: `${metric.label.ko} ÷ 같은 행의 서로 다른 ${owner.label.ko} 수.` },
  };
}

/** "net revenue per buyer": by the members that a metric of their own counts. */
function perCounted(pack: Pack, top: string, bottom: string): MetricDef | undefined {
  const [a, b] = [pack.metrics.get(top), pack.metrics.get(bottom)];
  if (!a || !b || a.kind === 'ratio' || (b.kind !== 'count' && b.kind !== 'distinct')) return undefined;
  const label = { en: `${a.label.en} per ${b.label.en}`, ko: `${a.label.ko} ÷ ${b.label.ko}` };
  return {
    id: `${top}_per_${bottom}`, kind: 'ratio', numerator: top, denominator: bottom, percent: false, unit: a.unit, ...(a.unitFrom ? { unitFrom: { dimension: a.unitFrom.dimension } } : {}), private: false, label,
    definition: { en: `${a.label.en} divided by ${b.label.en}.`, ko: `${a.label.ko} ÷ ${b.label.ko}.` },
  };
}

/** The different members of an entity among the rows a metric reads. */
function among(pack: Pack, metricId: string, entity: string): AggregateMetric | undefined {
  const metric = pack.metrics.get(metricId);
  const owner = pack.entities.get(entity);
  if (!metric || !owner || metric.kind === 'ratio' || metric.kind === 'derived') return undefined;
  return { ...metric, id: `${entity}_in_${metricId}`, kind: 'distinct', value: { kind: 'column', qualifier: [entity], name: owner.grain[0]! }, counts: entity, unit: 'count', unitFrom: undefined, gaps: undefined, zeroWithoutRows: undefined, private: true };
}

/** A column's label, from its name when it has none. */
export function columnLabel(column: ColumnDef): Bilingual {
  const words = column.id.replaceAll('_', ' ');
  return column.label ?? { en: words, ko: words };
}

export const WEEKDAY_LABEL: Bilingual = { en: 'day of week', ko: '요일' };
/** Monday first. */
export const WEEKDAYS = {
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  ko: ['월요일', '화요일', '수요일', '목요일', '금요일', '토요일', '일요일'],
};

export const GRAIN_LABELS: Record<Grain, Bilingual> = {
  day: { en: 'day', ko: '일' },
  week: { en: 'week', ko: '주' },
  month: { en: 'month', ko: '월' },
  quarter: { en: 'quarter', ko: '분기' },
  year: { en: 'year', ko: '연도' },
};
