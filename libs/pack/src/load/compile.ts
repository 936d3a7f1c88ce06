import type { Expr, Finding } from '@countersign/contracts';
import type { AcademicDef, AggregateMetric, DimensionDef, EntityDef, FilterDef, MetricDef, Pack } from '../pack.js';
import type { AcademicSource, MetricSource, PackSource } from '../schema/pack-source.js';
import { compileAverage } from './compile-average.js';
import { compileEntities } from './compile-entities.js';
import { FormulaError, parseFormula } from './formula.js';
import { columnsIn } from './walk-expr.js';

export type PlaceOf = (path: PropertyKey[]) => Finding['at'];
export type CompiledPack = Omit<Pack, 'lexicon'>;

const split = (ref: string): { entity: string; column: string } => {
  const [entity = '', column = ''] = ref.split('.');
  return { entity, column };
};

/** Turns the YAML's shapes into the ones the resolver and planner use. Formulas are read here. */
export function compile(source: PackSource, version: number, findings: Finding[], at: PlaceOf): CompiledPack {
  const formula = (text: string, base: string, path: string[]): Expr => {
    try {
      return parseFormula(text, base);
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      findings.push({ rule: 'formula', severity: 'error', message: `${path.join('.')}: ${error.message}`, at: at(path) });
      return { kind: 'null' };
    }
  };
  const entities = compileEntities(source);
  const metrics = new Map<string, MetricDef>();
  const dimensions = new Map(Object.entries(source.dimensions).map(([id, d]): [string, DimensionDef] => {
    const values = d.values === undefined ? undefined : new Map(Object.entries(source.values[d.values]?.values ?? {}).map(([value, v]) => [value, v.label]));
    return [id, { id, ...split(d.of), show: d.show.map(split), values, label: d.label, definition: d.definition, hidden: d.hidden }];
  }));
  const filters = new Map(Object.entries(source.filters).map(([id, f]): [string, FilterDef] => {
    const where = formula(f.where, '', ['filters', id, 'where']);
    return [id, { id, where, entity: columnsIn(where)[0]?.qualifier[0] ?? '', label: f.label, definition: f.definition }];
  }));
  for (const [id, m] of Object.entries(source.metrics)) {
    const compiled = metricsOf(id, m, entities, formula);
    for (const metric of compiled.metrics) metrics.set(metric.id, metric);
    for (const filter of compiled.filters) filters.set(filter.id, filter);
  }
  const { calendar } = source.pack;
  return {
    id: source.pack.id,
    version,
    title: source.pack.title,
    calendar: { timezone: calendar.timezone, weekStart: calendar.week_start, fiscalMonth: Number(calendar.fiscal_year_start.slice(0, 2)), ...(calendar.academic ? { academic: academicOf(calendar.academic) } : {}) },
    starters: source.pack.starters,
    entities,
    relationships: source.relationships.map((r) => ({ from: split(r.from), to: split(r.to), optional: r.optional, ...(r.at === undefined ? {} : { at: r.at === 'today' ? r.at : split(r.at) }) })),
    metrics,
    per: source.per,
    dimensions,
    filters,
    terms: new Map(Object.entries(source.terms).map(([id, t]) => [id, { id, means: t.means, usual: t.usual, fitsSubject: t.unless === 'fits-subject' }])),
    events: new Map(Object.entries(source.events).map(([id, e]) => [id, { id, rows: e.rows, metric: e.metric, measure: e.measure, time: e.time }])),
    source,
  };
}

const academicOf = ({ terms, dimension, year_dimension, year }: AcademicSource): AcademicDef => ({
  yearStart: terms[0]!.from, terms: terms.map(({ id, from, regular }) => ({ id, from, regular })), dimension, yearDimension: year_dimension, askYear: year === 'ask',
});

type ReadFormula = (text: string, base: string, path: string[]) => Expr;

/** A declared metric, with the parts it is kept as. */
function metricsOf(id: string, m: MetricSource, entities: Map<string, EntityDef>, formula: ReadFormula): { metrics: MetricDef[]; filters: FilterDef[] } {
  if (m.kind !== 'average') return { metrics: [metricOf(id, m, entities, formula)], filters: [] };
  const { where, narrowed } = m;
  return compileAverage({
    text: { id, label: m.label, definition: m.definition, unit: m.unit, private: m.private, lowerIsBetter: m.lower_is_better },
    rows: { of: m.of, where, narrowed, inPeriod: m.in_period, time: m.time ?? entities.get(m.of)?.time, times: m.times, askTime: m.ask_time, ...(m.small_group ? { smallGroup: m.small_group } : {}) },
    value: formula(m.value, m.of, ['metrics', id, 'value']),
    weight: m.weight === undefined ? undefined : formula(m.weight, m.of, ['metrics', id, 'weight']),
  }, entities);
}

function metricOf(id: string, m: Exclude<MetricSource, { kind: 'average' }>, entities: Map<string, EntityDef>, formula: ReadFormula): MetricDef {
  const text = { id, label: m.label, definition: m.definition, unit: m.unit, private: m.private, lowerIsBetter: m.lower_is_better };
  if (m.kind === 'ratio') return { ...text, kind: 'ratio', numerator: m.numerator, denominator: m.denominator, percent: m.percent };
  if (m.kind === 'derived') return { ...text, kind: 'derived', formula: formula(m.formula, '', ['metrics', id, 'formula']) };
  const aggregate: AggregateMetric = { ...text, kind: m.kind, of: m.of, where: m.where, narrowed: m.narrowed, inPeriod: m.in_period, time: m.time ?? entities.get(m.of)?.time, times: m.times, askTime: m.ask_time, ...(m.small_group ? { smallGroup: m.small_group } : {}) };
  if (m.kind === 'sum') aggregate.value = formula(m.value, m.of, ['metrics', id, 'value']);
  if (m.kind === 'distinct') aggregate.value = formula(m.value, m.of, ['metrics', id, 'value']);
  if (m.kind === 'count') aggregate.counts = m.of;
  if (m.kind === 'distinct' && m.counts) aggregate.counts = m.counts;
  return aggregate;
}
