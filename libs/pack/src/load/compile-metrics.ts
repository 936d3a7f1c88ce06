import type { Expr } from '@countersign/contracts';
import type { AggregateMetric, EntityDef, FilterDef, MetricDef, SeriesDef } from '../pack.js';
import type { UnitSource } from '../schema/metric-kinds.js';
import type { MetricSource, PackSource } from '../schema/pack-source.js';
import { compileAverage } from './compile-average.js';

type ReadFormula = (text: string, base: string, path: string[]) => Expr;
type SeriesSource = Extract<MetricSource, { kind: 'cumulative' | 'period_over_period' }>;
type AverageSource = Extract<MetricSource, { kind: 'average' }>;
type FigureSource = Exclude<MetricSource, SeriesSource | AverageSource>;

interface Metrics {
  metrics: Map<string, MetricDef>;
  series: Map<string, SeriesDef>;
  /** Conditions that averages are kept with. */
  filters: FilterDef[];
}

/** Every declared metric, with the parts it is kept as. */
export function compileMetrics(source: PackSource, entities: Map<string, EntityDef>, formula: ReadFormula): Metrics {
  const all: Metrics = { metrics: new Map(), series: new Map(), filters: [] };
  for (const [id, m] of Object.entries(source.metrics)) {
    if (m.kind === 'cumulative' || m.kind === 'period_over_period') all.series.set(id, seriesOf(id, m));
    else if (m.kind !== 'average') all.metrics.set(id, metricOf(id, m, entities, formula));
    else {
      const { metrics, filters } = averageOf(id, m, entities, formula);
      for (const metric of metrics) all.metrics.set(metric.id, metric);
      all.filters.push(...filters);
    }
  }
  return all;
}

function seriesOf(id: string, m: SeriesSource): SeriesDef {
  const text = { id, of: m.of, label: m.label, definition: m.definition, private: m.private, lowerIsBetter: m.lower_is_better };
  return m.kind === 'cumulative' ? { ...text, kind: m.kind, reset: m.reset } : { ...text, kind: m.kind, against: m.against, show: m.show };
}

const textOf = (id: string, m: FigureSource | AverageSource): Pick<MetricDef, 'id' | 'label' | 'definition' | 'unit' | 'unitFrom' | 'private' | 'lowerIsBetter'> => ({ id, label: m.label, definition: m.definition, ...unitOf(m.unit), private: m.private, lowerIsBetter: m.lower_is_better });

const rowsOf = (m: Exclude<FigureSource, { kind: 'ratio' | 'derived' }> | AverageSource, entities: Map<string, EntityDef>): Pick<AggregateMetric, 'of' | 'where' | 'narrowed' | 'inPeriod' | 'time' | 'times' | 'askTime' | 'instead' | 'smallGroup'> => ({
  of: m.of, where: m.where, narrowed: m.narrowed, inPeriod: m.in_period, time: m.time ?? entities.get(m.of)?.time, times: m.times, askTime: m.ask_time, instead: m.instead, ...(m.small_group ? { smallGroup: m.small_group } : {}),
});

function averageOf(id: string, m: AverageSource, entities: Map<string, EntityDef>, formula: ReadFormula): ReturnType<typeof compileAverage> {
  return compileAverage({
    text: textOf(id, m),
    rows: rowsOf(m, entities),
    value: formula(m.value, m.of, ['metrics', id, 'value']),
    weight: m.weight === undefined ? undefined : formula(m.weight, m.of, ['metrics', id, 'weight']),
  }, entities);
}

function metricOf(id: string, m: FigureSource, entities: Map<string, EntityDef>, formula: ReadFormula): MetricDef {
  const text = textOf(id, m);
  if (m.kind === 'ratio') return { ...text, kind: 'ratio', numerator: m.numerator, denominator: m.denominator, percent: m.percent };
  if (m.kind === 'derived') return { ...text, kind: 'derived', formula: formula(m.formula, '', ['metrics', id, 'formula']) };
  const aggregate: AggregateMetric = { ...text, ...rowsOf(m, entities), kind: m.kind };
  if (m.kind !== 'count') aggregate.value = formula(m.value, m.of, ['metrics', id, 'value']);
  if (m.kind === 'count') aggregate.counts = m.of;
  if (m.kind === 'distinct' && m.counts) aggregate.counts = m.counts;
  if (m.balance) aggregate.balance = { take: m.balance.take, each: m.balance.each ?? keysWithoutDate(entities.get(m.of), aggregate.time) };
  if (m.gaps) aggregate.gaps = m.gaps;
  if (m.null_result) aggregate.zeroWithoutRows = true;
  return aggregate;
}

/** A unit as metrics carry it. */
export function unitOf(unit: UnitSource): Pick<AggregateMetric, 'unit' | 'unitFrom'> {
  return typeof unit === 'string' ? { unit } : { unit: '', unitFrom: { dimension: unit.from, ...(unit.converted === undefined ? {} : { converted: unit.converted }) } };
}

const keysWithoutDate = (entity: EntityDef | undefined, time: string | undefined): string[] => (entity?.grain ?? []).filter((column) => `${entity!.id}.${column}` !== time);
