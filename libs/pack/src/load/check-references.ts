import type { Expr, Finding } from '@countersign/contracts';
import { checkKinds } from './check-kinds.js';
import type { CompiledPack, PlaceOf } from './compile.js';
import { checkJoins, type Report } from './check-joins.js';
import { columnsIn } from './walk-expr.js';

/** Finds references to things the pack does not declare, and metrics that define themselves by themselves. */
export function checkReferences(pack: CompiledPack, findings: Finding[], at: PlaceOf): void {
  const report: Report = (path, rule, message, severity = 'error') => {
    findings.push({ rule, severity, message: `${path.join('.')}: ${message}`, at: at(path) });
  };
  const needColumn = (entity: string, column: string, path: string[]): void => {
    if (!pack.entities.get(entity)?.columns.has(column)) report(path, 'unknown-column', `there is no column ${entity}.${column}`);
  };
  const needRef = (ref: string, path: string[]): void => {
    const [entity = '', column = ''] = ref.split('.');
    needColumn(entity, column, path);
  };
  const need: Need = (known, ref, what, path) => {
    if (!known.has(ref)) report(path, `unknown-${what}`, `there is no ${what} ${ref}`);
  };
  const needColumns = (expr: Expr, path: string[]): void => columnsIn(expr).forEach((c) => needColumn(c.qualifier[0] ?? '', c.name, path));

  for (const entity of pack.entities.values()) {
    if (entity.table !== entity.id) continue;
    const path = ['entities', entity.id];
    entity.grain.forEach((column) => needColumn(entity.id, column, [...path, 'grain']));
    if (entity.time) needRef(entity.time, [...path, 'time']);
    if (entity.count) need(pack.metrics, entity.count, 'metric', [...path, 'count']);
    if (entity.amount) needColumn(entity.id, entity.amount, [...path, 'amount']);
    if (entity.dimension) need(pack.dimensions, entity.dimension, 'dimension', [...path, 'dimension']);
  }
  pack.relationships.forEach((r, i) => {
    needColumn(r.from.entity, r.from.column, ['relationships', String(i), 'from']);
    needColumn(r.to.entity, r.to.column, ['relationships', String(i), 'to']);
  });
  checkJoins(pack, report);
  checkCalendar(pack, need, report);
  checkScores(pack, report);
  for (const dimension of pack.dimensions.values()) {
    const path = ['dimensions', dimension.id];
    needColumn(dimension.entity, dimension.column, [...path, 'of']);
    dimension.show.forEach((c) => needColumn(c.entity, c.column, [...path, 'show']));
    const looked = dimension.lookup === undefined ? undefined : pack.entities.get(dimension.entity)?.columns.get(dimension.column);
    if (looked && (looked.type !== 'text' || looked.sensitivity === 'personal' || looked.scored)) report([...path, 'lookup'], 'lookup-not-possible', `${dimension.entity}.${dimension.column} can't be looked up: only texts that are not personal are`);
    const values = pack.source.dimensions[dimension.id]?.values;
    if (values !== undefined && !(values in pack.source.values)) report([...path, 'values'], 'unknown-values', `there is no value dictionary ${values}`);
  }
  for (const filter of pack.filters.values()) needColumns(filter.where, ['filters', filter.id, 'where']);
  for (const term of pack.terms.values()) {
    const known = { has: (id: string) => pack.metrics.has(id) || pack.dimensions.has(id) || pack.filters.has(id) };
    [...term.means, term.usual].forEach((ref) => need(known, ref, 'meaning', ['terms', term.id, 'means']));
  }
  for (const event of pack.events.values()) {
    for (const [subject, ref] of Object.entries(event.rows)) [subject, ref].forEach((id) => need(pack.entities, id, 'entity', ['events', event.id, 'rows']));
    for (const ref of Object.values(event.metric)) need(pack.metrics, ref, 'metric', ['events', event.id, 'metric']);
    if (event.time) needRef(event.time, ['events', event.id, 'time']);
  }
  checkMetrics(pack, need, needColumns, needRef, report);
  checkKinds(pack, report);
}

function checkMetrics(
  pack: CompiledPack,
  need: Need,
  needColumns: (expr: Expr, path: string[]) => void,
  needRef: (ref: string, path: string[]) => void,
  report: Report,
): void {
  for (const metric of pack.metrics.values()) {
    const path = ['metrics', metric.id];
    for (const ref of partsOf(pack, metric.id)) need(pack.metrics, ref, 'metric', path);
    if (reachesItself(pack, metric.id)) report(path, 'circular-metric', 'it is defined by itself');
    if (metric.kind === 'ratio' || metric.kind === 'derived') continue;
    need(pack.entities, metric.of, 'entity', [...path, 'of']);
    metric.where.forEach((ref) => need(pack.filters, ref, 'filter', [...path, 'where']));
    if (metric.value) needColumns(metric.value, [...path, 'value']);
    if (metric.time) needRef(metric.time, [...path, 'time']);
    for (const ref of [...Object.keys(metric.instead), ...Object.values(metric.instead)]) need(pack.dimensions, ref, 'dimension', [...path, 'instead']);
    if (metric.smallGroup) need(pack.entities, metric.smallGroup.of, 'entity', [...path, 'small_group']);
    metric.times.forEach((ref) => needRef(ref, [...path, 'times']));
    if (metric.askTime && metric.times.length === 0) report([...path, 'ask_time'], 'one-date', 'there is only one date to choose from');
    for (const ref of [...metric.inPeriod, ...Object.values(metric.narrowed)]) need(pack.metrics, ref, 'metric', path);
  }
}

type Need = (known: { has(id: string): boolean }, ref: string, what: string, path: string[]) => void;

/** Terms follow one another round the year, once each. */
function checkCalendar({ calendar: { academic }, dimensions }: CompiledPack, need: Need, report: Report): void {
  if (!academic) return;
  const path = ['pack', 'calendar', 'academic'];
  need(dimensions, academic.dimension, 'dimension', [...path, 'dimension']);
  need(dimensions, academic.yearDimension, 'dimension', [...path, 'year_dimension']);
  const days = academic.terms.map(({ from }) => (from < academic.yearStart ? `1${from}` : `0${from}`));
  if (days.some((day, i) => i > 0 && day <= days[i - 1]!)) report([...path, 'terms'], 'terms-out-of-order', 'each term begins after the one before it, within one year');
}

/** A column worth what a dictionary says needs the dictionary, numbers in it, and the column it reads. */
function checkScores(pack: CompiledPack, report: Report): void {
  for (const [entity, { columns }] of Object.entries(pack.source.entities)) {
    for (const [id, { scored }] of Object.entries(columns)) {
      if (!scored) continue;
      const path = ['entities', entity, 'columns', id, 'scored'];
      if (!(scored.from in columns)) report(path, 'unknown-column', `there is no column ${entity}.${scored.from}`);
      const values = pack.source.values[scored.by]?.values;
      if (!values) report(path, 'unknown-values', `there is no value dictionary ${scored.by}`);
      else if (!Object.values(values).some((v) => v.score !== undefined)) report(path, 'no-scores', `no value of ${scored.by} has a score`);
    }
  }
}

/** Metrics a metric is made of. */
export function partsOf(pack: Pick<CompiledPack, 'metrics'>, id: string): string[] {
  const metric = pack.metrics.get(id);
  if (metric?.kind === 'ratio') return [metric.numerator, metric.denominator];
  return metric?.kind === 'derived' ? columnsIn(metric.formula).map((c) => c.name) : [];
}

function reachesItself(pack: CompiledPack, id: string): boolean {
  const seen = new Set<string>();
  const stack = partsOf(pack, id);
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next === id) return true;
    if (!seen.has(next)) stack.push(...partsOf(pack, next));
    seen.add(next);
  }
  return false;
}
