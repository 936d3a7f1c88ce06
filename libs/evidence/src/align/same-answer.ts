import type { Asked } from './asked-columns.js';
import type { Relation } from './run/scope.js';
import { keyOf, keysOf, Moment, type Value } from './run/value.js';
import { readings } from './time-readings.js';

type Row = readonly Value[];

/** How a query's rows miss what was asked for. */
export type Difference = 'columns' | 'rows' | 'figures' | 'order' | 'limit';

interface Chosen {
  /** Reads the key of an expected row and of a given row. */
  keys: { expected: (row: Row) => string; given: (row: Row) => string }[];
  figures: { expected: number; given: number; factor: number }[];
}

/** Two ways to lay the expected rows out. */
interface Layout {
  rows: readonly Row[];
  figures: { at: number; percent: boolean }[];
}

/**
 * Do the rows of a query say what the expected rows say? Columns may come in any order and more of them; a time bucket in
 * any form; a label for its key; a fraction for a percentage. `expected` has all rows, without the limit.
 *
 * @returns undefined when they do
 */
export function differenceOf(expected: Relation, given: Relation, asked: Asked, rounded: boolean): Difference | undefined {
  let nearest: Difference | undefined;
  for (const layout of layoutsOf(expected.rows, asked)) {
    for (const chosen of choices(layout, given, asked)) {
      const difference = compare(layout, given.rows, { asked, chosen, rounded });
      if (difference === undefined) return undefined;
      nearest = nearest === undefined || RANKS.indexOf(difference) > RANKS.indexOf(nearest) ? difference : nearest;
    }
  }
  return nearest ?? 'columns';
}

/** From far off to near. */
const RANKS: readonly Difference[] = ['columns', 'rows', 'figures', 'limit', 'order'];

function layoutsOf(rows: readonly Row[], { figures, stacked }: Asked): Layout[] {
  const flat = { rows, figures };
  if (!stacked || stacked.length < 2) return [flat];
  const [first] = figures;
  const half = figures.length / 2;
  // One figure of two periods: a row for each period.
  if (!first || half !== 1) return [flat];
  const tall = rows.flatMap((row) => stacked.map((at) => row.map((value, i) => (i === first.at ? (row[at] ?? null) : value))));
  return [flat, { rows: tall, figures: [first] }];
}

/** Ways to find what was asked for among the given columns, the likely ones first. */
function* choices(layout: Layout, given: Relation, asked: Asked): Generator<Chosen> {
  const keys = asked.keys.map(({ at, grain }) => keyCandidates(at, grain, layout.rows, given));
  const figures = layout.figures.map(({ at, percent }) => given.columns.flatMap((_, column) => (percent ? [1, 100] : [1]).map((factor) => ({ expected: at, given: column, factor }))));
  let tried = 0;
  for (const chosenKeys of product(keys)) {
    for (const chosenFigures of product(figures)) {
      if (new Set(chosenFigures.map((figure) => figure.given)).size < chosenFigures.length) continue;
      if ((tried += 1) > 4_000) return;
      yield { keys: chosenKeys, figures: chosenFigures };
    }
  }
}

function* product<T>(lists: readonly (readonly T[])[]): Generator<T[]> {
  const [first, ...rest] = lists;
  if (!first) { yield []; return; }
  for (const one of first) for (const others of product(rest)) yield [one, ...others];
}

function keyCandidates(at: readonly number[], grain: Asked['keys'][number]['grain'], expected: readonly Row[], given: Relation): Chosen['keys'] {
  const found: Chosen['keys'] = [];
  for (const source of at) {
    given.columns.forEach((_, column) => {
      for (const read of readings(grain)) {
        const mine = (row: Row): string => read.expected(row[source] ?? null);
        const theirs = (row: Row): string => read.given(row[column] ?? null);
        const known = new Set(expected.map(mine));
        const shared = given.rows.filter((row) => known.has(theirs(row))).length;
        // A column that has nothing of the key is not it.
        if (shared > 0 || given.rows.length === 0 || expected.length === 0) found.push({ expected: mine, given: theirs });
      }
    });
  }
  return found;
}

interface Comparing {
  asked: Asked;
  chosen: Chosen;
  rounded: boolean;
}

function compare(layout: Layout, given: readonly Row[], { asked, chosen, rounded }: Comparing): Difference | undefined {
  const nothing = (row: Row): boolean => chosen.figures.length > 0 && chosen.figures.every(({ given: at }) => (row[at] ?? null) === null || row[at] === 0);
  const byKey = new Map<string, Row[]>();
  for (const row of layout.rows) put(byKey, keysIn(chosen, row, 'expected'), row);
  const kept = asked.limit === undefined ? given.filter((row) => byKey.has(keysIn(chosen, row, 'given')) || !nothing(row)) : given;
  const met = new Map<string, Row[]>();
  for (const row of kept) put(met, keysIn(chosen, row, 'given'), row);
  if (![...met.keys()].every((key) => byKey.has(key))) return 'rows';
  for (const [key, rows] of met) if (rows.length > (byKey.get(key)?.length ?? 0)) return 'rows';
  const first = firstPeriod(layout.rows, asked);
  const excused = (key: string, rows: readonly Row[]): boolean => first !== undefined && keyOf(byKey.get(key)?.[0]?.[asked.changesOver ?? -1] ?? null) === first && rows.every(nothing);
  if (![...met].every(([key, rows]) => excused(key, rows) || sameFigures(byKey.get(key) ?? [], rows, chosen, rounded, asked.limit !== undefined))) return 'figures';
  const empty = (row: Row): boolean => chosen.figures.length > 0 && chosen.figures.every(({ expected: at }) => (row[at] ?? null) === null || row[at] === 0);
  const wanted = asked.limit ?? layout.rows.filter((row) => met.has(keysIn(chosen, row, 'expected')) || !empty(row)).length;
  if (kept.length !== Math.min(wanted, layout.rows.length)) return asked.limit === undefined ? 'rows' : 'limit';
  return orderDifference(layout.rows, kept.map((row) => byKey.get(keysIn(chosen, row, 'given'))?.[0] ?? []), asked);
}

/** The earliest period, where changes between periods are asked for. */
function firstPeriod(rows: readonly Row[], { changesOver }: Asked): string | undefined {
  if (changesOver === undefined) return undefined;
  const [first] = rows.map((row) => row[changesOver] ?? null).sort(byValue);
  return first === undefined ? undefined : keyOf(first);
}

function put(map: Map<string, Row[]>, key: string, row: Row): void {
  const rows = map.get(key);
  if (rows) rows.push(row);
  else map.set(key, [row]);
}

const keysIn = ({ keys }: Chosen, row: Row, side: 'expected' | 'given'): string => keys.map((key) => key[side](row)).join('\u0001');

function sameFigures(expected: readonly Row[], given: readonly Row[], { figures }: Chosen, rounded: boolean, part: boolean): boolean {
  if (!part && expected.length !== given.length) return false;
  return figures.every(({ expected: e, given: g, factor }) => {
    const wanted = expected.map((row) => figure(row[e])).sort((a, b) => a - b);
    const found = given.map((row) => figure(row[g]) * factor).sort((a, b) => a - b);
    return found.every((value, i) => near(wanted[i] ?? NaN, value, rounded ? slack(value / factor) * factor : 0));
  });
}

/** No figure and nothing are one answer. */
function figure(value: Value | undefined): number {
  return typeof value === 'number' ? value : value === null || value === undefined ? 0 : typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}

const near = (a: number, b: number, slackness: number): boolean => Math.abs(a - b) <= slackness + 1e-7 * Math.max(1, Math.abs(a), Math.abs(b));

/** Half of the last place shown. */
function slack(value: number): number {
  const [, decimals = ''] = String(Number(value.toFixed(6))).split('.');
  return decimals.length > 4 ? 0 : 0.5000001 * 10 ** -Math.max(decimals.length, 2) * (decimals.length === 0 ? 100 : decimals.length === 1 ? 10 : 1);
}

function orderDifference(expected: readonly Row[], shown: readonly Row[], { order, limit }: Asked): Difference | undefined {
  const [first] = order;
  if (!first) return undefined;
  const value = (row: Row): Value => row[first.at] ?? null;
  const sign = first.direction === 'desc' ? -1 : 1;
  const sorted = expected.map(value).sort((a, b) => sign * byValue(a, b));
  if (limit !== undefined) {
    const best = sorted.slice(0, shown.length).map(keyOf).sort();
    if (keysOfAll(shown.map(value)) !== best.join()) return 'limit';
  }
  const shownOrder = shown.map(value).filter((v) => v !== null);
  return shownOrder.every((v, i) => i === 0 || sign * byValue(shownOrder[i - 1] ?? null, v) <= 1e-9) ? undefined : 'order';
}

const keysOfAll = (values: readonly Value[]): string => values.map((v) => keysOf([v])).sort().join();

/** NULL is no figure, and last in either direction is as good as first. */
function byValue(a: Value, b: Value): number {
  const rank = (v: Value): number | string => (v instanceof Moment ? v.ms : typeof v === 'number' || typeof v === 'string' ? v : v === null ? -Infinity : Number(v));
  const [x, y] = [rank(a), rank(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}
