import type { Expr, Finding } from '@countersign/contracts';
import type { AcademicDef, DimensionDef, FilterDef, Pack } from '../pack.js';
import type { AcademicSource, PackSource } from '../schema/pack-source.js';
import { compileEntities } from './compile-entities.js';
import { compileMetrics } from './compile-metrics.js';
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
  const dimensions = new Map(Object.entries(source.dimensions).map(([id, d]): [string, DimensionDef] => {
    const values = d.values === undefined ? undefined : new Map(Object.entries(source.values[d.values]?.values ?? {}).map(([value, v]) => [value, v.label]));
    return [id, { id, ...split(d.of), show: d.show.map(split), values, label: d.label, definition: d.definition, hidden: d.hidden, ...(d.lookup ? { lookup: d.lookup.most } : {}) }];
  }));
  const filters = new Map(Object.entries(source.filters).map(([id, f]): [string, FilterDef] => {
    const where = formula(f.where, '', ['filters', id, 'where']);
    return [id, { id, where, entity: columnsIn(where)[0]?.qualifier[0] ?? '', label: f.label, definition: f.definition }];
  }));
  const { metrics, series, filters: known } = compileMetrics(source, entities, formula);
  for (const filter of known) filters.set(filter.id, filter);
  const { calendar } = source.pack;
  return {
    id: source.pack.id,
    version,
    title: source.pack.title,
    calendar: { timezone: calendar.timezone, weekStart: calendar.week_start, fiscalMonth: Number(calendar.fiscal_year_start.slice(0, 2)), ...(calendar.academic ? { academic: academicOf(calendar.academic) } : {}) },
    starters: source.pack.starters,
    entities,
    relationships: source.relationships.map((r) => ({ from: split(r.from), to: split(r.to), optional: r.optional, ...(r.at === undefined ? {} : { at: r.at === 'today' ? r.at : split(r.at) }) })),
    bridges: Object.entries(source.bridges).map(([entity, b]) => ({ entity, from: b.from, to: b.to, weight: formula(b.weight, entity, ['bridges', entity, 'weight']) })),
    metrics,
    series,
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
