import type { Expr, Finding } from '@countersign/contracts';
import type { AggregateMetric, DimensionDef, EntityDef, FilterDef, MetricDef, Pack } from '../pack.js';
import type { MetricSource, PackSource } from '../schema/pack-source.js';
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
  const entities = new Map(Object.entries(source.entities).map(([id, e]): [string, EntityDef] => {
    const columns = new Map(Object.entries(e.columns).map(([column, c]) => [column, { ...c, id: column, entity: id }]));
    return [id, { id, label: e.label, description: e.description, grain: e.grain, count: e.count, dimension: e.dimension, amount: e.amount, columns, time: e.time && (e.time.includes('.') ? e.time : `${id}.${e.time}`) }];
  }));
  const metrics = new Map(Object.entries(source.metrics).map(([id, m]): [string, MetricDef] => [id, metricOf(id, m, entities, formula)]));
  const dimensions = new Map(Object.entries(source.dimensions).map(([id, d]): [string, DimensionDef] => {
    const values = d.values === undefined ? undefined : new Map(Object.entries(source.values[d.values]?.values ?? {}).map(([value, v]) => [value, v.label]));
    return [id, { id, ...split(d.of), show: d.show.map(split), values, label: d.label, definition: d.definition, hidden: d.hidden }];
  }));
  const filters = new Map(Object.entries(source.filters).map(([id, f]): [string, FilterDef] => {
    const where = formula(f.where, '', ['filters', id, 'where']);
    return [id, { id, where, entity: columnsIn(where)[0]?.qualifier[0] ?? '', label: f.label, definition: f.definition }];
  }));
  const { calendar } = source.pack;
  return {
    id: source.pack.id,
    version,
    title: source.pack.title,
    calendar: { timezone: calendar.timezone, weekStart: calendar.week_start, fiscalMonth: Number(calendar.fiscal_year_start.slice(0, 2)) },
    starters: source.pack.starters,
    entities,
    relationships: source.relationships.map((r) => ({ from: split(r.from), to: split(r.to), optional: r.optional })),
    metrics,
    per: source.per,
    dimensions,
    filters,
    terms: new Map(Object.entries(source.terms).map(([id, t]) => [id, { id, means: t.means, usual: t.usual, fitsSubject: t.unless === 'fits-subject' }])),
    events: new Map(Object.entries(source.events).map(([id, e]) => [id, { id, rows: e.rows, metric: e.metric, measure: e.measure, time: e.time }])),
    source,
  };
}

function metricOf(id: string, m: MetricSource, entities: Map<string, EntityDef>, formula: (text: string, base: string, path: string[]) => Expr): MetricDef {
  const text = { id, label: m.label, definition: m.definition, unit: m.unit, private: m.private, lowerIsBetter: m.lower_is_better };
  if (m.kind === 'ratio') return { ...text, kind: 'ratio', numerator: m.numerator, denominator: m.denominator, percent: m.percent };
  if (m.kind === 'derived') return { ...text, kind: 'derived', formula: formula(m.formula, '', ['metrics', id, 'formula']) };
  const aggregate: AggregateMetric = { ...text, kind: m.kind, of: m.of, where: m.where, narrowed: m.narrowed, inPeriod: m.in_period, time: m.time ?? entities.get(m.of)?.time };
  if (m.kind === 'sum') aggregate.value = formula(m.value, m.of, ['metrics', id, 'value']);
  if (m.kind === 'distinct') aggregate.value = formula(m.value, m.of, ['metrics', id, 'value']);
  if (m.kind === 'count') aggregate.counts = m.of;
  if (m.kind === 'distinct' && m.counts) aggregate.counts = m.counts;
  return aggregate;
}
