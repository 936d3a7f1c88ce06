import { CannotFollow, compareValues, keyOf, numberOf, truthOf, type Value } from './value.js';

type Aggregate = (values: Value[], rows: number) => Value;

const sum = (values: Value[]): number => values.reduce<number>((total, value) => total + numberOf(value), 0);
const some = (f: (values: Value[]) => Value): Aggregate => (values) => (values.length === 0 ? null : f(values));
const best = (better: (order: number) => boolean): Aggregate => some((values) => values.reduce((kept, value) => (better(compareValues(value, kept) ?? 0) ? value : kept)));

function middle(values: Value[]): Value {
  const sorted = values.map(numberOf).sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half)] ?? 0)) / 2;
}

function spread(values: Value[], less: number): Value {
  if (values.length <= less) return null;
  const mean = sum(values) / values.length;
  return values.reduce<number>((total, value) => total + (numberOf(value) - mean) ** 2, 0) / (values.length - less);
}

const rootOf = (value: Value): Value => (value === null ? null : Math.sqrt(numberOf(value)));

/** Aggregates by name, over values that are not NULL. */
const AGGREGATES: Readonly<Record<string, Aggregate>> = {
  count: (values) => values.length, count_big: (values) => values.length,
  sum: some(sum), avg: some((values) => sum(values) / values.length),
  min: best((order) => order < 0), max: best((order) => order > 0), any_value: some((values) => values[0] ?? null),
  bool_and: some((values) => values.every((value) => truthOf(value))), every: some((values) => values.every((value) => truthOf(value))), bool_or: some((values) => values.some((value) => truthOf(value))),
  median: some(middle), percentile_cont: some(middle),
  stddev: (values) => rootOf(spread(values, 1)), stddev_samp: (values) => rootOf(spread(values, 1)), stddev_pop: (values) => rootOf(spread(values, 0)), variance: (values) => spread(values, 1), var_samp: (values) => spread(values, 1), var_pop: (values) => spread(values, 0),
  string_agg: some((values) => values.map(keyOf).sort().join(',')), listagg: some((values) => values.map(keyOf).sort().join(',')), group_concat: some((values) => values.map(keyOf).sort().join(',')), array_agg: some((values) => values.map(keyOf).sort().join(',')),
};

export const isAggregate = (name: string): boolean => Object.hasOwn(AGGREGATES, name);

export function aggregated(name: string, given: readonly Value[], distinct: boolean): Value {
  const aggregate = AGGREGATES[name];
  if (!aggregate) throw new CannotFollow(`${name}()`);
  const values = given.filter((value) => value !== null);
  const seen = new Set<string>();
  const taken = distinct ? values.filter((value) => { const key = keyOf(value); return seen.has(key) ? false : Boolean(seen.add(key)); }) : values;
  return aggregate(taken, given.length);
}
