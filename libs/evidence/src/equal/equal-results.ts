import { keyOfValue, readCell, type RawCell } from './cell-value.js';
import { classesOf, readColumn, sameCounts, type Classes, type ReadColumn } from './classes.js';

export interface ResultTable {
  columns: readonly string[];
  rows: readonly (readonly RawCell[])[];
}

export interface EqualResults {
  equal: boolean;
  /** Why, or the first difference. */
  reason: string;
}

/** Searching all ways to pair columns ends here; names and values leave few. */
const MOST_TRIES = 20_000;

/**
 * Do two results say the same? Rows are a multiset unless `ordered`. Columns may come in any order and under any name; the
 * prediction may have more of them, but as many rows and every value of the gold. How cells compare: {@link readCell}, {@link sameValue}.
 *
 * @example equalResults({ columns: ['n'], rows: [['1.0']] }, { columns: ['count', 'x'], rows: [['1', 'a']] }, false).equal // true
 */
export function equalResults(gold: ResultTable, predicted: ResultTable, ordered: boolean): EqualResults {
  if (gold.rows.length !== predicted.rows.length) return differs(`gold has ${rows(gold.rows.length)}, the prediction ${rows(predicted.rows.length)}`);
  if (gold.columns.length > predicted.columns.length) return differs(`gold has ${gold.columns.length} columns, the prediction only ${predicted.columns.length}`);
  const [mine, theirs] = [columnsOf(gold), columnsOf(predicted)];
  const candidates = mine.map((column, i) => candidatesFor({ column, name: gold.columns[i] ?? '', at: i }, predicted.columns, theirs));
  const missing = candidates.findIndex((list) => list.length === 0);
  if (missing !== -1) return differs(missingColumn(gold, predicted, mine[missing]?.keys ?? [], missing));
  const found = pair(candidates, ordered);
  if (found === 'none') return differs(pairlessReason(gold, predicted, candidates, ordered));
  if (found === 'too-many') return differs('too many ways to pair the columns');
  const extra = predicted.columns.length - gold.columns.length;
  return { equal: true, reason: `${ordered ? 'the same rows in the same order' : 'the same rows'}${extra > 0 ? `; ${extra} more column${extra > 1 ? 's' : ''}` : ''}` };
}

const differs = (reason: string): EqualResults => ({ equal: false, reason });
const rows = (n: number): string => `${n} row${n === 1 ? '' : 's'}`;
const columnsOf = (table: ResultTable): ReadColumn[] => table.columns.map((_, i) => readColumn(table.rows.map((row) => readCell(row[i] ?? null))));

interface Candidate {
  column: number;
  classes: Classes;
}

/** Columns that hold the same values, the one of the same name first, then the one in the same place. */
function candidatesFor(gold: { column: ReadColumn; name: string; at: number }, names: readonly string[], columns: readonly ReadColumn[]): Candidate[] {
  const order = names.map((_, i) => i).sort((a, b) => closeness(a) - closeness(b));
  function closeness(i: number): number {
    return names[i]?.toLowerCase() === gold.name.toLowerCase() ? 0 : i === gold.at ? 1 : 2;
  }
  return order.flatMap((column) => {
    const other = columns[column];
    const classes = other && classesOf(gold.column, other);
    return classes ? [{ column, classes }] : [];
  });
}

/** One prediction column for each gold column, so that the rows agree; given up as soon as a part of the rows does not. */
function pair(candidates: readonly (readonly Candidate[])[], ordered: boolean): 'found' | 'none' | 'too-many' {
  let tries = 0;
  const count = candidates[0]?.[0]?.classes.gold.length ?? 0;
  const start = Array<string>(count).fill('');
  const step = (at: number, used: ReadonlySet<number>, gold: readonly string[], predicted: readonly string[]): boolean => {
    const list = candidates[at];
    if (!list) return true;
    for (const { column, classes } of list) {
      if (used.has(column) || (tries += 1) > MOST_TRIES) continue;
      const [left, right] = [gold.map((key, i) => `${key},${classes.gold[i]}`), predicted.map((key, i) => `${key},${classes.predicted[i]}`)];
      const agree = ordered ? left.every((key, i) => key === right[i]) : sameCounts(left, right);
      if (agree && step(at + 1, new Set([...used, column]), left, right)) return true;
    }
    return false;
  };
  if (step(0, new Set(), start, start)) return 'found';
  return tries > MOST_TRIES ? 'too-many' : 'none';
}

function missingColumn(gold: ResultTable, predicted: ResultTable, column: readonly string[], at: number): string {
  const name = gold.columns[at] ?? '';
  const beside = predicted.columns.findIndex((one) => one.toLowerCase() === name.toLowerCase());
  const other = beside === -1 ? at : beside;
  const row = firstMissing(column, predicted.rows.map((each) => keyOf(each[other] ?? null)));
  return `no column of the prediction has the values of gold's "${name}"${row === undefined ? '' : `: ${shown(gold.rows[row]?.[at] ?? null)} (row ${row + 1}) is not in "${predicted.columns[other] ?? ''}" as often`}`;
}

/** The first that is not among the others as often. */
function firstMissing(keys: readonly string[], others: readonly string[]): number | undefined {
  const left = new Map<string, number>();
  for (const key of others) left.set(key, (left.get(key) ?? 0) + 1);
  const at = keys.findIndex((key) => {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count === 0;
  });
  return at === -1 ? undefined : at;
}

/** Every column is there, but not these rows. */
function pairlessReason(gold: ResultTable, predicted: ResultTable, candidates: readonly (readonly Candidate[])[], ordered: boolean): string {
  if (ordered && pair(candidates, false) === 'found') {
    const at = gold.rows.findIndex((row, i) => row.some((cell, c) => keyOf(cell) !== keyOf(predicted.rows[i]?.[candidates[c]?.[0]?.column ?? c] ?? null)));
    return `the same rows in another order, from row ${at + 1} on`;
  }
  const taken = candidates.map((list) => list[0]?.column ?? 0);
  const at = firstMissing(gold.rows.map((row) => row.map(keyOf).join()), predicted.rows.map((row) => taken.map((column) => keyOf(row[column] ?? null)).join()));
  const lost = at === undefined ? undefined : gold.rows[at];
  return `the columns hold the same values, but in other rows${lost ? `: (${lost.map(shown).join(', ')}) is not among them as often` : ''}`;
}

const keyOf = (cell: RawCell): string => keyOfValue(readCell(cell));

function shown(cell: RawCell): string {
  if (cell === null) return 'NULL';
  const text = typeof cell === 'string' ? cell : String(cell);
  return `'${text.length > 60 ? `${text.slice(0, 60)}…` : text}'`;
}
