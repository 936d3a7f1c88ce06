import { isLoose, keyOfValue, sameValue, type CellValue } from './cell-value.js';

/** A column read once. */
export interface ReadColumn {
  values: readonly CellValue[];
  keys: readonly string[];
  /** Some value may be the same as one written otherwise. */
  loose: boolean;
}

export function readColumn(values: readonly CellValue[]): ReadColumn {
  return { values, keys: values.map(keyOfValue), loose: values.some(isLoose) };
}

/** Two columns as numbers: cells that say the same have the same number. */
export interface Classes {
  gold: number[];
  predicted: number[];
}

/** Numbers the values of two columns; undefined when they don't hold the same values equally often. */
export function classesOf(gold: ReadColumn, predicted: ReadColumn): Classes | undefined {
  const exact = sameCounts(gold.keys, predicted.keys);
  if (!exact && !(gold.loose && predicted.loose)) return undefined;
  const numbers = exact ? new Map([...new Set(gold.keys)].map((key, i) => [key, i])) : looseNumbers(gold, predicted);
  const classes = { gold: gold.keys.map((key) => numbers.get(key) ?? -1), predicted: predicted.keys.map((key) => numbers.get(key) ?? -1) };
  return exact || sameCounts(classes.gold, classes.predicted) ? classes : undefined;
}

function looseNumbers(gold: ReadColumn, predicted: ReadColumn): Map<string, number> {
  const values = new Map<string, CellValue>();
  for (const { keys, values: all } of [gold, predicted]) keys.forEach((key, i) => values.set(key, all[i] as CellValue));
  const sorted = [...values].sort(([a, x], [b, y]) => (x.kind === 'number' && y.kind === 'number' ? x.value.cmp(y.value) : a < b ? -1 : 1));
  const numbers = new Map<string, number>();
  let last: CellValue | undefined;
  let number = -1;
  for (const [key, value] of sorted) {
    if (!last || !sameValue(last, value)) [number, last] = [number + 1, value];
    numbers.set(key, number);
  }
  return numbers;
}

export function sameCounts<T>(a: readonly T[], b: readonly T[]): boolean {
  const counts = new Map<T, number>();
  for (const one of a) counts.set(one, (counts.get(one) ?? 0) + 1);
  for (const one of b) counts.set(one, (counts.get(one) ?? 0) - 1);
  return [...counts.values()].every((count) => count === 0);
}
