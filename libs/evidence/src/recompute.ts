import type { Cell, CellRef, Claim, ResultColumn } from '@countersign/contracts';
import { Exact, readExact } from './exact.js';

export interface Table {
  columns: readonly ResultColumn[];
  rows: readonly Cell[][];
  rowCount: number;
}

export interface Recomputed {
  value: Exact;
  unit: string | undefined;
}

/**
 * The exact value of a claim's operation over its operands; undefined when it has none (a NULL, a division by zero, operands of
 * different units, a cell that is not there).
 *
 * - `cell` one cell; `sum`, `average` one or more; `difference` a − b; `ratio` a ÷ b
 * - `change-percent` (a − b) ÷ |b| × 100; `share-percent` the first as a percentage of the sum of the rest
 * - `min`, `max` the cell named, which must be the extreme of its whole column; `rank` its place in it, largest first
 * - `row-count` the rows of the result; no operand
 */
export function recompute(claim: Pick<Claim, 'operation' | 'operands'>, table: Table): Recomputed | undefined {
  const { operation, operands } = claim;
  if (operation === 'row-count') return operands.length === 0 ? { value: new Exact(table.rowCount), unit: undefined } : undefined;
  const values = operands.map(({ row, column }) => readExact(table.rows[row]?.[column]));
  if (values.length === 0 || values.some((value) => value === undefined)) return undefined;
  const units = new Set(operands.map(({ column }) => table.columns[column]?.unit));
  if (units.size > 1) return undefined;
  const value = OPERATIONS[operation](values as Exact[], operands, table);
  return value && { value, unit: unitFor(operation, [...units][0]) };
}

type Operation = (values: Exact[], operands: readonly CellRef[], table: Table) => Exact | undefined;

const OPERATIONS: Record<Exclude<Claim['operation'], 'row-count'>, Operation> = {
  cell: (values) => (values.length === 1 ? values[0] : undefined),
  sum: (values) => total(values),
  average: (values) => total(values).div(values.length),
  difference: (values) => two(values, (a, b) => a.minus(b)),
  ratio: (values) => two(values, (a, b) => (b.isZero() ? undefined : a.div(b))),
  'change-percent': (values) => two(values, (a, b) => (b.isZero() ? undefined : a.minus(b).div(b.abs()).times(100))),
  'share-percent': ([part, ...whole]) => (part && whole.length > 0 && !total(whole).isZero() ? part.div(total(whole)).times(100) : undefined),
  min: (values, operands, table) => extreme(values, operands, table, (other, mine) => other.lt(mine)),
  max: (values, operands, table) => extreme(values, operands, table, (other, mine) => other.gt(mine)),
  rank: (values, operands, table) => {
    const [mine, cell] = [values[0], operands[0]];
    if (values.length !== 1 || !mine || !cell || !isWhole(table)) return undefined;
    return new Exact(1 + columnOf(table, cell).filter((other) => other.gt(mine)).length);
  },
};

function total(values: readonly Exact[]): Exact {
  return values.reduce((sum, value) => sum.plus(value), new Exact(0));
}

function two(values: readonly Exact[], operation: (a: Exact, b: Exact) => Exact | undefined): Exact | undefined {
  const [a, b] = values;
  return values.length === 2 && a && b ? operation(a, b) : undefined;
}

function extreme(values: readonly Exact[], operands: readonly CellRef[], table: Table, beats: (other: Exact, mine: Exact) => boolean): Exact | undefined {
  const [mine, cell] = [values[0], operands[0]];
  if (values.length !== 1 || !mine || !cell || !isWhole(table)) return undefined;
  return columnOf(table, cell).some((other) => beats(other, mine)) ? undefined : mine;
}

/** Extremes of a part are no extremes. */
function isWhole({ rows, rowCount }: Table): boolean {
  return rows.length === rowCount;
}

function columnOf({ rows }: Table, { column }: CellRef): Exact[] {
  return rows.map((row) => readExact(row[column])).filter((value) => value !== undefined);
}

function unitFor(operation: Claim['operation'], unit: string | undefined): string | undefined {
  switch (operation) {
    case 'change-percent': case 'share-percent': return 'percent';
    case 'ratio': case 'rank': case 'row-count': return undefined;
    default: return unit;
  }
}
