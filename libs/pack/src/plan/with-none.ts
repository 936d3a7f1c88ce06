import type { BoundFilter, Cte, Expr, Interpretation } from '@countersign/contracts';
import { metricOf } from '../describe/refs.js';
import { TIME, WEEKDAY, type AggregateMetric, type Pack } from '../pack.js';
import { passesAtZero } from './at-zero.js';
import { typeOf } from './blocks.js';
import { COMPARE, conditionsOn, entityOf } from './conditions.js';
import { dimensionColumns } from './dimensions.js';
import { all, binary, call, cast, column, item, number, query, select, table } from './expr.js';
import type { Figures } from './figures.js';
import { Source } from './source.js';

/** "products with fewer than 5 units sold": those that sold nothing have no rows to be grouped, and pass all the same. */
export function countsNone(pack: Pack, i: Pick<Interpretation, 'dimensions' | 'metrics' | 'having'>): boolean {
  const [dimension, ...others] = i.dimensions;
  const known = dimension && others.length === 0 && dimension.ref !== TIME && dimension.ref !== WEEKDAY ? pack.dimensions.get(dimension.ref) : undefined;
  const refs = [...i.metrics, ...i.having].map(({ ref }) => ref);
  return known !== undefined && i.having.length > 0 && i.having.every((limit) => passesAtZero(pack, limit)) && refs.every((ref) => passesAtZero(pack, { ref, op: 'eq', value: '0' }));
}

/**
 * The figures of every member there is, zero where nothing was found, and the limit over them. Empty rows are stacked under
 * the figures and folded with them, so that an unknown member stays one.
 */
export function withNone(pack: Pack, i: Interpretation, figures: Figures): Figures {
  const names = [...figures.dimensions, ...figures.values].map((d) => d.name);
  const ctes: Cte[] = [
    ...figures.ctes,
    { name: 'found', columns: [], query: query(figures.body) },
    { name: 'unfilled', columns: [], query: query({ kind: 'set-operation', op: 'union', all: true, left: select({ items: names.map((n) => item(column(n, 'found'), n)), from: [table('found')] }), right: members(pack, i, figures) }) },
    { name: 'filled', columns: [], query: query(folded(figures)) },
  ];
  const where = all(i.having.map((h) => binary(column(figures.values.find((v) => v.ref === h.ref)!.name, 'filled'), COMPARE[h.op], number(h.value))));
  const label = pack.dimensions.get(i.dimensions[0]!.ref)!.label.en;
  return {
    ...figures, ctes,
    body: select({ items: names.map((n) => item(column(n, 'filled'), n)), from: [table('filled')], ...(where ? { where } : {}) }),
    values: figures.values.map((v) => ({ ...v, nullable: false })),
    proofs: [...figures.proofs, `every ${label} has a row before the limit; one without any counts as zero`],
  };
}

/** Each member once, with no figure, under the conditions that are its own. */
function members(pack: Pack, i: Interpretation, figures: Figures) {
  const { entity } = pack.dimensions.get(i.dimensions[0]!.ref)!;
  const source = new Source(pack, entity, i.today);
  const columns = dimensionColumns(source, i.dimensions, metricOf(pack, i.metrics[0]!.ref) as AggregateMetric, i.locale);
  const own = (f: BoundFilter): boolean => f.ref !== WEEKDAY && !f.numerator && (pack.entities.has(f.ref) ? source.reaches(f.ref) : source.reaches(entityOf(pack, f.ref)));
  const where = all(conditionsOn(source, i.filters.filter(own)));
  const empty = (v: Figures['values'][number]): Expr => cast({ kind: 'null' }, typeOf(metricOf(pack, v.ref) as AggregateMetric));
  return select({ distinct: true, items: [...columns.map((d) => item(d.expr, d.name)), ...figures.values.map((v) => item(empty(v), v.name))], from: source.from, ...(where ? { where } : {}) });
}

/** A fold meets at most one figure and one empty row. */
function folded(figures: Figures) {
  return select({
    items: [...figures.dimensions.map((d) => item(column(d.name, 'unfilled'), d.name)), ...figures.values.map((v) => item(call('coalesce', [call('max', [column(v.name, 'unfilled')]), number('0')]), v.name))],
    from: [table('unfilled')],
    groupBy: figures.dimensions.map((d) => ({ kind: 'group-expr' as const, expr: column(d.name, 'unfilled') })),
  });
}
