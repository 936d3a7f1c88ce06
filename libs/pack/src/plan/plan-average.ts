import type { Grain, Interpretation } from '@countersign/contracts';
import { TIME, WEEKDAY, type Pack } from '../pack.js';
import { addUnits, unitsIn } from '../read/calendar.js';
import { withCtes } from './combine.js';
import { binary, call, column, item, number, query, select, table } from './expr.js';
import { figuresOf, ordering } from './figures.js';
import { addsUpOverTime } from './metric-expr.js';
import { NoPlan } from './no-plan.js';
import { WHY } from './why-not.js';
import type { Planned } from './plan-query.js';

/**
 * The mean of a metric a day, week, month …: what adds up is divided by the days of the calendar, so that days on which
 * nothing happened count; what does not add up is the mean of one figure a period.
 */
export function planAverage(pack: Pack, i: Interpretation): Planned {
  const grain = i.averageOver!;
  const [metric, ...others] = i.metrics;
  if (!metric || others.length > 0) throw new NoPlan(WHY.oneMetricOnly('mean'));
  // A weekday has fewer days than the period, so the period's days are no divisor for it.
  if ([...i.dimensions, ...i.filters].some(({ ref }) => ref === WEEKDAY)) throw new NoPlan(WHY.meanOfWeekdays);
  const units = addsUpOverTime(pack, metric.ref) ? unitsOf(i, grain, pack) : undefined;
  return units === undefined ? meanOfPeriods(pack, i, grain) : perUnit(pack, i, grain, units);
}

/** How many of the units the period has had by today; undefined where it has an open end or is not made of whole ones. */
function unitsOf({ period, today }: Interpretation, grain: Grain, pack: Pack): string | undefined {
  if (!period?.from || !period.to) return undefined;
  const tomorrow = addUnits(today, 'day', 1);
  const past = (to: string): string => (to > tomorrow ? tomorrow : to);
  const counts = (period.parts ?? [period]).map(({ from, to }) => (from && to && from < tomorrow ? unitsIn(from, past(to), grain, pack.calendar) : undefined));
  let sum = 0;
  for (const count of counts) {
    if (count === undefined) return undefined;
    sum += count;
  }
  return String(sum);
}

function perUnit(pack: Pack, i: Interpretation, grain: Grain, units: string): Planned {
  const figures = figuresOf(pack, { ...i, averageOver: undefined });
  const value = figures.values[0]!;
  const name = `average_${value.name}`;
  const body = select({
    items: [...figures.dimensions.map((d) => item(column(d.name, 'grouped'), d.name)), item(binary(binary(number('1.0'), '*', column(value.name, 'grouped')), '/', number(units)), name)],
    from: [table('grouped')],
  });
  return {
    query: withCtes([...figures.ctes, { name: 'grouped', columns: [], query: query(figures.body) }], body, { orderBy: ordering(i, { dimensions: figures.dimensions, values: [{ ...value, name }] }), limit: i.limit ?? null }),
    columns: [...figures.dimensions.map((d) => d.shown), { ...value.shown, name }],
    proofs: [...figures.proofs, `divided by the ${units} calendar ${grain}s of the period, those without rows included`],
  };
}

function meanOfPeriods(pack: Pack, i: Interpretation, grain: Grain): Planned {
  const figures = figuresOf(pack, { ...i, dimensions: [{ ref: TIME, label: grain, grain }, ...i.dimensions], averageOver: undefined });
  const value = figures.values[0]!;
  const keys = figures.dimensions.filter((d) => d.shown.ref !== TIME);
  const name = `average_${value.name}`;
  const body = select({ items: [...keys.map((d) => item(column(d.name, 'grouped'), d.name)), item(call('avg', [column(value.name, 'grouped')]), name)], from: [table('grouped')], groupBy: keys.map((d) => ({ kind: 'group-expr', expr: column(d.name, 'grouped') })) });
  return {
    query: withCtes([...figures.ctes, { name: 'grouped', columns: [], query: query(figures.body) }], body, { orderBy: ordering(i, { dimensions: keys, values: [{ ...value, name }] }), limit: i.limit ?? null }),
    columns: [...keys.map((d) => d.shown), { ...value.shown, name }],
    proofs: [...figures.proofs, `the mean is of one figure a ${grain}; periods without rows do not count`],
  };
}
