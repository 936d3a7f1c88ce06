import type { Expr, Interpretation, OrderItem } from '@countersign/contracts';
import { TIME, type Pack } from '../pack.js';
import { addUnits } from '../read/calendar.js';
import { withCtes } from './combine.js';
import { binary, call, column, date, item, number, orderBy, over, percentOf, query, select, table } from './expr.js';
import { figuresOf, ordering, type Figures } from './figures.js';
import { isAdditive } from './metric-expr.js';
import { NoPlan } from './no-plan.js';
import type { Planned } from './plan-query.js';

const grouped = (figures: Figures) => [...figures.ctes, { name: 'grouped', columns: [], query: query(figures.body) }];
const isTime = (d: Figures['dimensions'][number]): boolean => d.shown.ref === TIME;

/** "top 3 products in each category": ranked inside each group, ties broken by the key. */
export function planWithin(pack: Pack, i: Interpretation): Planned {
  const figures = figuresOf(pack, i);
  const within = new Set(i.limitWithin);
  const groups = figures.dimensions.filter((d) => within.has(d.shown.ref ?? ''));
  const rest = figures.dimensions.filter((d) => !groups.includes(d) && d.shown.role === 'dimension');
  const [asked] = i.order;
  const value = figures.values.find((v) => v.ref === asked?.ref);
  if (!asked || !value) throw new NoPlan('a ranking by nothing');
  const sort: OrderItem[] = [orderBy(column(value.name, 'grouped'), asked.direction, value.nullable), ...rest.map((d) => orderBy(column(d.name, 'grouped'), 'asc'))];
  const names = [...figures.dimensions.map((d) => d.name), ...figures.values.map((v) => v.name)];
  const ranked = select({ items: [...names.map((n) => item(column(n, 'grouped'), n)), item(call('row_number', [], { over: over(groups.map((d) => column(d.name, 'grouped')), sort) }), 'place')], from: [table('grouped')] });
  const body = select({ items: names.map((n) => item(column(n, 'ranked'), n)), from: [table('ranked')], where: binary(column('place', 'ranked'), '<=', number(String(i.limit ?? 1))) });
  return {
    query: withCtes([...grouped(figures), { name: 'ranked', columns: [], query: query(ranked) }], body, { orderBy: [...groups.map((d) => orderBy(column(d.name, 'ranked'), 'asc')), orderBy(column('place', 'ranked'), 'asc')], limit: null }),
    columns: [...figures.dimensions.map((d) => d.shown), ...figures.values.map((v) => v.shown)],
    proofs: [...figures.proofs, 'ranked inside each group; ties are broken by the key'],
  };
}

/** Each period against the one before it, or a running total. */
export function planSeries(pack: Pack, i: Interpretation): Planned {
  const series = i.series!;
  const [metric, ...others] = i.metrics;
  if (!metric || others.length > 0) throw new NoPlan('a series of more than one metric');
  const changes = series.kind !== 'cumulative';
  if (!changes && !isAdditive(pack, metric.ref)) throw new NoPlan(`${metric.label} does not add up over time`);
  const grain = i.dimensions.find((d) => d.ref === TIME)?.grain;
  if (!grain) throw new NoPlan('a series without a time');
  // The first period's predecessor is read too, or its change would be missing.
  const period = changes && i.period?.from ? { ...i.period, from: addUnits(i.period.from, grain, -1) } : i.period;
  const figures = figuresOf(pack, i, period);
  const time = figures.dimensions.find(isTime)!;
  const value = figures.values[0]!;
  const partition = figures.dimensions.filter((d) => !isTime(d)).map((d) => column(d.name, 'grouped'));
  const window = over(partition, [orderBy(column(time.name, 'grouped'), 'asc')], changes ? undefined : { unit: 'rows', start: { kind: 'unbounded-preceding' }, end: { kind: 'current-row' } });
  const current = column(value.name, 'grouped');
  const name = changes ? `${value.name}_previous` : `${value.name}_to_date`;
  const windowed: Expr = call(changes ? 'lag' : 'sum', [current], { over: window });
  const keys = figures.dimensions.map((d) => d.name);
  const inner = select({ items: [...keys.map((n) => item(column(n, 'grouped'), n)), item(current, value.name), item(windowed, name)], from: [table('grouped')] });
  const before = column(name, 'windowed');
  const after = column(value.name, 'windowed');
  const result: Expr = series.kind === 'change' ? binary(after, '-', before) : percentOf(binary(after, '-', before), before);
  const resultName = series.kind === 'change' ? `${value.name}_change` : `${value.name}_change_percent`;
  const from = changes && i.period?.from ? (grain === 'year' ? number(i.period.from.slice(0, 4)) : date(i.period.from)) : undefined;
  const body = select({
    items: [...keys.map((n) => item(column(n, 'windowed'), n)), item(after, value.name), ...(changes ? [item(result, resultName)] : [item(before, name)])],
    from: [table('windowed')],
    ...(from ? { where: binary(column(time.name, 'windowed'), '>=', from) } : {}),
  });
  const shown = { ...value.shown, name: changes ? resultName : name, ...(series.kind === 'change-percent' ? { unit: 'percent' } : {}) };
  return {
    query: withCtes([...grouped(figures), { name: 'windowed', columns: [], query: query(inner) }], body, { orderBy: ordering(i, figures), limit: null }),
    columns: [...figures.dimensions.map((d) => d.shown), value.shown, shown],
    proofs: [...figures.proofs, changes ? `each ${grain} is set against the one before it in the result` : 'the metric adds up over time'],
  };
}

/** The mean over periods of a figure per period: one row. */
export function planAverage(pack: Pack, i: Interpretation): Planned {
  const grain = i.averageOver!;
  const figures = figuresOf(pack, { ...i, dimensions: [{ ref: TIME, label: grain, grain }, ...i.dimensions], averageOver: undefined });
  const value = figures.values[0]!;
  const keys = figures.dimensions.filter((d) => !isTime(d));
  const name = `average_${value.name}`;
  const body = select({ items: [...keys.map((d) => item(column(d.name, 'grouped'), d.name)), item(call('avg', [column(value.name, 'grouped')]), name)], from: [table('grouped')], groupBy: keys.map((d) => ({ kind: 'group-expr', expr: column(d.name, 'grouped') })) });
  return {
    query: withCtes(grouped(figures), body, { orderBy: keys.map((d) => orderBy(column(d.name, 'grouped'), 'asc')), limit: null }),
    columns: [...keys.map((d) => d.shown), { ...value.shown, name }],
    proofs: [...figures.proofs, `the mean is of one figure a ${grain}; periods without rows do not count`],
  };
}
