import type { Candidate, Expr, Grain, Interpretation, Select } from '@countersign/contracts';
import { TIME, type Pack } from '../pack.js';
import { addUnits, startOf } from '../read/calendar.js';
import { withCtes } from './combine.js';
import { binary, call, column, date, item, number, orderBy, over, percentOf, query, select, table, text, when } from './expr.js';
import { figuresOf, ordering, type Figures } from './figures.js';
import { addsUpOverTime } from './metric-expr.js';
import { NoPlan } from './no-plan.js';
import { WHY } from './why-not.js';
import type { Planned } from './plan-query.js';

const grouped = (figures: Figures) => [...figures.ctes, { name: 'grouped', columns: [], query: query(figures.body) }];
const isTime = (d: Figures['dimensions'][number]): boolean => d.shown.ref === TIME;
const CHANGE = { en: 'change', ko: '증감' };
const BEFORE = { en: 'before', ko: '이전' };

/** Each period against an earlier one, or a running total. */
export function planSeries(pack: Pack, i: Interpretation): Planned {
  const [metric, ...others] = i.metrics;
  if (!metric || others.length > 0) throw new NoPlan(WHY.oneMetricOnly('series'));
  return i.series!.kind === 'cumulative' ? runningTotal(pack, i, metric) : changes(pack, i);
}

/** Summed up to each period. What comes before the period but belongs to the total is read too, and not shown. */
function runningTotal(pack: Pack, i: Interpretation, metric: Interpretation['metrics'][number]): Planned {
  if (!addsUpOverTime(pack, metric.ref)) throw new NoPlan(WHY.notOverTime(metric.label));
  const grain = i.dimensions.find((d) => d.ref === TIME)!.grain!;
  const reset = i.series?.reset;
  if (reset !== undefined && reset !== 'never' && WIDTH.indexOf(grain) > WIDTH.indexOf(reset)) throw new NoPlan(WHY.restarts(reset, grain));
  const { period } = i;
  if (reset !== undefined && period?.parts) throw new NoPlan(WHY.separatePeriods('total'));
  const since = !period?.from || reset === undefined ? period : { ...period, from: reset === 'never' ? null : startOf(period.from, reset, pack.calendar) };
  const figures = figuresOf(pack, i, since, period);
  const { time, value, partition, keys } = partsOf(figures);
  const window = over([...partition, ...restarts(grain, reset, time)], [orderBy(time, 'asc')], { unit: 'rows', start: { kind: 'unbounded-preceding' }, end: { kind: 'current-row' } });
  const name = `${value.name}_to_date`;
  const current = column(value.name, 'grouped');
  const total = select({ items: [...keys.map((n) => item(column(n, 'grouped'), n)), item(current, value.name), item(call('sum', [current], { over: window }), name)], from: [table('grouped')] });
  const earlier = since?.from !== period?.from;
  const shown = [...keys, value.name, name].map((n) => item(column(n, 'windowed'), n));
  const [ctes, body] = earlier ? [[...grouped(figures), { name: 'windowed', columns: [], query: query(total) }], select({ items: shown, from: [table('windowed')], ...sinceFrom(i, figures, grain) })] : [grouped(figures), total];
  return {
    query: withCtes(ctes, body, { orderBy: ordering(i, figures), limit: null }),
    columns: [...figures.dimensions.map((d) => d.shown), value.shown, { ...value.shown, name }],
    proofs: [...figures.proofs, `the metric adds up over time${reset === undefined ? '' : reset === 'never' ? '; the total begins with the first row' : `; the total starts again each ${reset}`}`],
  };
}

const WIDTH: string[] = ['day', 'week', 'month', 'quarter', 'year'];

/** What a running total is kept apart by so that it starts again. A bucket of a year is a number. */
function restarts(grain: Grain, reset: string | undefined, time: Expr): Expr[] {
  if (reset === undefined || reset === 'never') return [];
  if (grain === 'year') return [time];
  const parts = reset === 'year' ? ['year'] : ['year', reset];
  return parts.map((part) => call('extract', [text(part), time]));
}

function partsOf(figures: Figures) {
  const time = column(figures.dimensions.find(isTime)!.name, 'grouped');
  const partition = figures.dimensions.filter((d) => !isTime(d)).map((d) => column(d.name, 'grouped'));
  return { time, partition, value: figures.values[0]!, keys: figures.dimensions.map((d) => d.name) };
}

/** How far apart the two periods are, in the units of the breakdown, and the number a period has on that scale. */
function scale(grain: Grain, against: Grain | undefined, time: Expr): { index: Expr; step: number; same: Expr | undefined } | undefined {
  const part = (name: string): Expr => call('extract', [text(name), time]);
  const perYear = grain === 'month' ? 12 : grain === 'quarter' ? 4 : undefined;
  if (grain === 'year') return { index: time, step: 1, same: undefined };
  if (perYear === undefined) return undefined;
  const index = binary(binary(part('year'), '*', number(String(perYear))), '+', part(grain));
  return against === 'year' ? { index, step: perYear, same: part(grain) } : { index, step: 1, same: undefined };
}

/** The earlier period is read too, so that the first one asked for has something to be set against. */
function changes(pack: Pack, i: Interpretation): Planned {
  const series = i.series!;
  const grain = i.dimensions.find((d) => d.ref === TIME)!.grain!;
  const { against } = series;
  if (against !== undefined && against !== grain && !(against === 'year' && (grain === 'month' || grain === 'quarter'))) throw new NoPlan(WHY.unevenPeriods(grain, against));
  const { period } = i;
  if (period?.parts) throw new NoPlan(WHY.separatePeriods('change'));
  const figures = figuresOf(pack, i, period?.from ? { ...period, from: addUnits(period.from, against ?? grain, -1) } : period);
  const { time, partition, value, keys } = partsOf(figures);
  const steps = scale(grain, against, time);
  const current = column(value.name, 'grouped');
  const window = over([...partition, ...(steps?.same ? [steps.same] : [])], [orderBy(time, 'asc')]);
  const lag = (expr: Expr): Expr => call('lag', [expr], { over: window });
  const name = `${value.name}_previous`;
  // A period without rows is not in the result; the one before it must not stand in for it.
  const previous = steps ? when(binary(lag(steps.index), '=', binary(steps.index, '-', number(String(steps.step)))), lag(current)) : lag(current);
  const inner = select({ items: [...keys.map((n) => item(column(n, 'grouped'), n)), item(current, value.name), item(previous, name)], from: [table('grouped')] });
  const { items, shown } = results(i, value);
  const body = select({ items: [...keys.map((n) => item(column(n, 'windowed'), n)), item(column(value.name, 'windowed'), value.name), ...items], from: [table('windowed')], ...sinceFrom(i, figures, grain) });
  return {
    query: withCtes([...grouped(figures), { name: 'windowed', columns: [], query: query(inner) }], body, { orderBy: ordering(i, figures), limit: null }),
    columns: [...figures.dimensions.map((d) => d.shown), value.shown, ...shown],
    proofs: [...figures.proofs, `each ${grain} is set against the ${against ?? grain} before it, and against nothing where that has no rows`],
  };
}

function results(i: Interpretation, value: Figures['values'][number]): { items: Select['items']; shown: Candidate['columns'] } {
  const { kind, against } = i.series!;
  const [after, before] = [column(value.name, 'windowed'), column(`${value.name}_previous`, 'windowed')];
  const label = (suffix: string): string => `${value.shown.label ?? value.name} ${suffix}`;
  const all = [
    { when: kind === 'both' || against !== undefined, name: `${value.name}_previous`, expr: before, unit: value.shown.unit, label: label(BEFORE[i.locale]) },
    { when: kind !== 'change-percent', name: `${value.name}_change`, expr: binary(after, '-', before), unit: value.shown.unit, label: label(CHANGE[i.locale]) },
    { when: kind !== 'change', name: `${value.name}_change_percent`, expr: percentOf(binary(after, '-', before), before), unit: 'percent', label: label(`${CHANGE[i.locale]} %`) },
  ].filter((c) => c.when);
  return { items: all.map((c) => item(c.expr, c.name)), shown: all.map((c) => ({ ...value.shown, name: c.name, label: c.label, ...(c.unit === undefined ? {} : { unit: c.unit }) })) };
}

function sinceFrom(i: Interpretation, figures: Figures, grain: Grain): Pick<Select, 'where'> {
  if (!i.period?.from) return {};
  const from = grain === 'year' ? number(i.period.from.slice(0, 4)) : date(i.period.from);
  return { where: binary(column(figures.dimensions.find(isTime)!.name, 'windowed'), '>=', from) };
}
