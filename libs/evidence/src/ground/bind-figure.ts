import { Exact } from '../exact.js';
import { cellAt, columnsFor, compared, DECLARES, directionFits, pairsFor, sumOf, surelyMeant, timeOrder, type Derived, type Ref } from './derive.js';
import { fits } from './fits.js';
import type { Grid } from './grid.js';
import { narrowed, type About } from './owners.js';
import type { ProseFigure } from './prose-figures.js';

export interface Binding {
  grid: Grid;
  figure: ProseFigure;
  about: About;
  /** The sentence. */
  text: string;
  /** The words round the figure, up to the next figures. */
  near: string;
  /** The figures of the sentence. */
  others: readonly ProseFigure[];
}

/**
 * What a figure stands on: a cell of what its sentence names, or a derivation its words declare over just these cells. Nothing is
 * searched beyond that: with a dozen rows some pair of cells gives any percentage.
 */
export function bindFigure(binding: Binding): Derived | undefined {
  const { text, figure } = binding;
  if (figure.role === 'quote') return quoted(binding);
  const steps: ((b: Binding) => Derived | undefined)[] = [cell, extreme, quoted, loneCell, together, spread, limit];
  if (DECLARES.average.test(text)) steps.unshift(average);
  if (DECLARES.sum.test(text)) steps.push(sum);
  if (DECLARES.difference.test(text)) steps.push(difference);
  if (figure.unit === 'percent' || /%|percent|퍼센트/i.test(text)) steps.push(percentage);
  if (DECLARES.ratio.test(text)) steps.push(ratio);
  steps.push(count);
  for (const step of steps) {
    const found = step(binding);
    if (found) return found;
  }
  return undefined;
}

function says(figure: ProseFigure, derived: Derived | undefined, grid: Grid): derived is Derived {
  if (derived === undefined || !sameUnit(figure, derived, grid)) return false;
  if (fits(figure, derived.value)) return true;
  // 8.24 in a column of millions is 8.24 million.
  const exponent = AMOUNTS.has(derived.kind) ? (grid.exponents[derived.refs[0]?.column ?? -1] ?? 0) : 0;
  return exponent > 0 && fits(figure, derived.value.times(new Exact(10).pow(exponent)));
}

const AMOUNTS: ReadonlySet<Derived['kind']> = new Set(['cell', 'sum', 'average', 'difference', 'min', 'max'] as const);

const POINTS = 'points';

/** A figure in dollars is no count, and a percentage no amount; a figure without a unit takes that of its cell. */
function sameUnit({ unit }: ProseFigure, { unit: own, refs, kind }: Derived, grid: Grid): boolean {
  if (unit === undefined) return true;
  const percentCells = refs.length > 0 && refs.every(({ row, column }) => grid.cells[row]?.[column]?.percent === true || isPercent(grid, column));
  if (unit === POINTS) return kind === 'difference' && percentCells;
  // Between two percentages lie points, and no percentage.
  if (unit === 'percent') return kind !== 'difference' && (own === 'percent' || percentCells);
  return own === undefined || own === '' || own === unit || !/^(?:[A-Z]{3}|percent|%|count)$/.test(own);
}

function isPercent(grid: Grid, column: number): boolean {
  const { name = '', unit } = grid.columns[column] ?? {};
  return unit === 'percent' || unit === '%' || (unit === undefined && /%|percent|pct|rate|share|ratio|margin|비율|률|율|비중/i.test(name));
}

function cellOf(grid: Grid, ref: Ref): Derived | undefined {
  const value = cellAt(grid, ref);
  return value && { kind: 'cell', refs: [ref], value, unit: grid.columns[ref.column]?.unit };
}

/** The row that is spoken of: one that is named, or the only one. */
function rowsAbout({ grid, about }: Binding): readonly number[] {
  return about.rows.length > 0 ? about.rows : grid.cells.length === 1 ? [0] : [];
}

const MOST_NAMED = 6;

function cell(binding: Binding): Derived | undefined {
  const { grid, figure, about, near } = binding;
  const superlative = DECLARES.max.test(near) !== DECLARES.min.test(near) && about.rows.length === 0;
  const rows = rowsAbout(binding);
  // A value that many rows have names none of them.
  const columns = surelyMeant(grid, about, figure);
  const many = rows.length > MOST_NAMED && (about.columns.length === 0 || (figure.value?.abs().lt(20) ?? true));
  if (superlative || many) return undefined;
  for (const row of rows) {
    for (const column of columns) {
      const found = cellOf(grid, { row, column });
      if (says(figure, found, grid)) return found;
      const share = asPercent(binding, found);
      if (share) return share;
    }
  }
  return undefined;
}

/** 0.35 in a column of rates is 35%. */
function asPercent({ figure, grid }: Binding, found: Derived | undefined): Derived | undefined {
  const column = found?.refs[0]?.column;
  if (!found || column === undefined || figure.unit !== 'percent' || found.unit === 'percent' || !isPercent(grid, column) || found.value.abs().gt(1)) return undefined;
  const scaled: Derived = { ...found, value: found.value.times(100), unit: 'percent' };
  return fits(figure, scaled.value) ? scaled : undefined;
}

/** "The highest … was 120": the extreme of a column, of the rows named or of all. */
function extreme({ grid, figure, about, text }: Binding): Derived | undefined {
  const [max, min] = [DECLARES.max.test(text), DECLARES.min.test(text)];
  if (!max && !min) return undefined;
  for (const rows of about.rows.length > 1 ? [about.rows, grid.cells.map((_, i) => i)] : [grid.cells.map((_, i) => i)]) {
    for (const column of columnsFor(grid, about)) {
      const refs = rows.map((row) => ({ row, column })).filter((ref) => cellAt(grid, ref));
      const sorted = [...refs].sort((a, b) => (cellAt(grid, a) as Exact).cmp(cellAt(grid, b) as Exact));
      for (const [wanted, ref, kind] of [[max, sorted.at(-1), 'max'], [min, sorted[0], 'min']] as const) {
        const found = wanted && ref ? cellOf(grid, ref) : undefined;
        const named = about.rows.length === 0 || about.carried || (ref !== undefined && about.rows.includes(ref.row));
        if (named && says(figure, found, grid)) return { ...found, kind };
      }
    }
  }
  return undefined;
}

/** A figure of some length in the column that is named, where no row is: only one that is written in full. */
function loneCell({ grid, figure, about }: Binding): Derived | undefined {
  const columns = columnsFor(grid, about);
  const digits = figure.text.replace(/\D/g, '').replace(/0+$/, '').length;
  if (about.named.size > 0 || digits < (columns.length === 1 ? 1 : 3) || (figure.value?.abs().lt(20) ?? true)) return undefined;
  for (const column of columns) for (const row of grid.cells.keys()) {
    const found = cellOf(grid, { row, column });
    if (says(figure, found, grid)) return found;
  }
  return undefined;
}

/** Where no row is named: the one row that holds all figures of the sentence, two at least. */
function together({ grid, figure, about, others }: Binding): Derived | undefined {
  const claimed = others.filter(({ role }) => role === 'claim');
  if (about.named.size > 0 || claimed.length < 2) return undefined;
  const columns = columnsFor(grid, about);
  const find = (one: ProseFigure, row: number): Derived | undefined => columns.map((column) => cellOf(grid, { row, column })).find((found) => says(one, found, grid));
  const row = [...grid.cells.keys()].find((at) => claimed.every((one) => find(one, at) !== undefined));
  return row === undefined ? undefined : find(figure, row);
}

/** "The difference between the highest and the lowest". */
function spread({ grid, figure, about, text }: Binding): Derived | undefined {
  if (!DECLARES.max.test(text) || !DECLARES.min.test(text) || !/differen|range|gap|spread|차이/i.test(text)) return undefined;
  const rows = about.rows.length > 1 ? about.rows : [...grid.cells.keys()];
  for (const column of columnsFor(grid, about)) {
    const refs = rows.map((row) => ({ row, column })).filter((ref) => cellAt(grid, ref)).sort((a, b) => (cellAt(grid, a) as Exact).cmp(cellAt(grid, b) as Exact));
    const [low, high] = [refs[0], refs.at(-1)];
    const found = low && high ? compared(grid, [high, low], 'difference') : undefined;
    if (says(figure, found, grid)) return found;
  }
  return undefined;
}

/** "More than 1,000": true of the rows named, or a condition that rows are counted by. */
function limit({ grid, figure, about, others }: Binding): Derived | undefined {
  const { value, bound } = figure;
  if (!value || (bound !== 'above' && bound !== 'below')) return undefined;
  const holds = (cell: Exact): boolean => (bound === 'above' ? cell.gte(value) : cell.lte(value));
  for (const column of surelyMeant(grid, about, figure)) {
    const refs = (about.rows.length > 0 ? about.rows : grid.cells.map((_, i) => i)).map((row) => ({ row, column }));
    const met = refs.filter((ref) => { const cell = cellAt(grid, ref); return cell && holds(cell); });
    if (about.rows.length > 0 ? met.length === refs.length : others.some((other) => other !== figure && other.value?.eq(met.length))) return { kind: 'row-count', refs: met, value };
  }
  return undefined;
}

/** Part of a cell that is no number: a score '3 - 1', a time, a name. */
function quoted({ grid, figure, about }: Binding): Derived | undefined {
  const digits = figure.role === 'quote' ? figure.text.replace(/\s/g, '') : figure.text.replace(/[^\d.,]/g, '').replace(/[.,]$/, '');
  if (!/\d/.test(digits)) return undefined;
  const rows = about.rows.length > 0 ? about.rows : grid.cells.length === 1 || digits.length > 2 ? grid.cells.map((_, i) => i) : [];
  const pattern = new RegExp(`(?<![\\d.,])${digits.replace(/[.]/g, '\\.')}(?![\\d]|[.,]\\d)`);
  const columns = about.columns.length > 0 ? about.columns : about.sentenceColumns;
  if (digits.length < 3 && columns.length === 0 && figure.role !== 'quote') return undefined;
  for (const row of rows) {
    for (const [column, { text, value }] of (grid.cells[row] ?? []).entries()) {
      if (value === undefined && (figure.role === 'quote' || columns.length === 0 || columns.includes(column)) && pattern.test(figure.role === 'quote' ? text.replace(/\s/g, '').replace(/[–−:]/g, '-') : text)) return { kind: 'text', refs: [{ row, column }], value: figure.value ?? new Exact(0) };
    }
  }
  return undefined;
}

/** Rows a sum or mean is over: several named, or all. */
function rowSets({ grid, about }: Binding): (readonly number[])[] {
  const all = grid.cells.map((_, i) => i);
  const union = [...new Set([...about.named.values()].flat())].sort((a, b) => a - b);
  const sets = [about.rows, narrowed(about.named), union].filter((rows) => rows.length > 1);
  return about.rows.length > 1 ? sets : [...sets, all];
}

const over = (binding: Binding, mean: boolean): Derived | undefined => {
  const { grid, figure, about } = binding;
  for (const rows of rowSets(binding)) for (const column of columnsFor(grid, about)) {
    const found = sumOf(grid, rows, column, mean);
    if (says(figure, found, grid)) return found;
  }
  // Across the named columns of one row.
  const mentioned = about.sentenceColumns.filter((column) => grid.numeric[column]);
  const across = mentioned.length > 1 ? mentioned : grid.columns.flatMap(({ name }, column) => (grid.numeric[column] && /\b(?:19|20)\d{2}\b/.test(name) && !/chang|%/i.test(name) ? [column] : []));
  for (const row of about.rows.length > 0 ? about.rows : grid.cells.length === 1 ? [0] : []) {
    const refs = across.map((column) => ({ row, column }));
    const list = refs.flatMap((ref) => cellAt(grid, ref) ?? []);
    if (list.length < 2) continue;
    const value = list.reduce((total, one) => total.plus(one), new Exact(0));
    const found: Derived = { kind: mean ? 'average' : 'sum', refs, value: mean ? value.div(list.length) : value, unit: grid.columns[across[0] ?? 0]?.unit };
    if (says(figure, found, grid)) return found;
  }
  return undefined;
};
const sum = (binding: Binding): Derived | undefined => over(binding, false);
const average = (binding: Binding): Derived | undefined => over(binding, true);

function pairwise({ grid, figure, about, text, near }: Binding, kind: Parameters<typeof compared>[2]): Derived | undefined {
  const columns = kind === 'difference' ? surelyMeant(grid, about, figure) : columnsFor(grid, about);
  for (const pair of pairsFor(grid, about, columns, text)) {
    const earlier = kind === 'share-percent' || kind === 'ratio' ? undefined : timeOrder(grid, ...pair);
    // What changed in time changed from the earlier to the later.
    if (earlier === -1) continue;
    const found = compared(grid, pair, kind);
    if (says(figure, found, grid) && (earlier === undefined || figure.value?.isNegative() || directionFits(near, found.value))) return found;
  }
  return undefined;
}

function difference(binding: Binding): Derived | undefined {
  return pairwise(binding, 'difference');
}

function ratio(binding: Binding): Derived | undefined {
  return pairwise(binding, 'ratio') ?? pairwise(binding, 'share-percent');
}

/** A change where words say change; a share of the whole or of the other cell named where words say share. */
function percentage(binding: Binding): Derived | undefined {
  const { grid, figure, about, text } = binding;
  if (DECLARES.change.test(text)) {
    const found = pairwise(binding, 'change-percent');
    if (found) return found;
  }
  if (!DECLARES.share.test(text)) return undefined;
  for (const row of about.rows) for (const column of columnsFor(grid, about)) {
    const part = cellAt(grid, { row, column });
    const refs = grid.cells.map((_, r) => ({ row: r, column }));
    const whole = refs.flatMap((ref) => cellAt(grid, ref) ?? []).reduce((total, one) => total.plus(one), new Exact(0));
    if (!part || whole.isZero()) continue;
    const found: Derived = { kind: 'share-percent', refs: [{ row, column }, ...refs], value: part.div(whole).times(100), unit: 'percent' };
    if (says(figure, found, grid)) return found;
  }
  return about.named.size > 0 || about.sentenceColumns.length > 1 ? pairwise(binding, 'share-percent') : undefined;
}

/** "12 channels", "3 of them in Seoul": rows of the result, those with what is named, or different values of a named column. */
function count({ grid, figure, about, near, others }: Binding): Derived | undefined {
  const { value, unit, scale } = figure;
  if (!value || unit !== undefined || scale > 0 || !value.isInteger() || value.isNegative()) return undefined;
  const all = grid.cells.map((_, i) => i);
  const counted = (rows: readonly number[], kind: 'row-count' | 'distinct-count', n: number): Derived | undefined => (fits(figure, new Exact(n)) ? { kind, refs: rows.slice(0, 100).map((row) => ({ row, column: 0 })), value: new Exact(n) } : undefined);
  const inAll = narrowed(about.named);
  const sets = about.named.size === 0 ? [all] : [inAll, about.rows, ...(about.carried ? [all] : [])];
  for (const rows of sets) {
    const found = rows.length > 0 ? counted(rows, 'row-count', rows.length) : undefined;
    if (found) return found;
  }
  const limited = others.find((other) => other !== figure && other.value !== undefined && (other.bound === 'above' || other.bound === 'below'));
  if (limited?.value) {
    const bar = limited.value;
    for (const column of columnsFor(grid, about)) {
      const rows = (about.rows.length > 1 ? about.rows : all).filter((row) => { const cell = cellAt(grid, { row, column }); return cell && (limited.bound === 'above' ? cell.gte(bar) : cell.lte(bar)); });
      const found = counted(rows, 'row-count', rows.length);
      if (found) return found;
    }
  }
  const columns = [...about.columns, ...about.sentenceColumns];
  if (!DECLARES.distinct.test(near) && columns.length === 0) return undefined;
  for (const column of new Set(columns)) {
    for (const rows of about.named.size === 0 ? [all] : [inAll, ...about.named.values()]) {
      const found = counted(rows, 'distinct-count', new Set(rows.map((row) => grid.cells[row]?.[column]?.text)).size);
      if (found && rows.length > 0) return found;
    }
  }
  return undefined;
}
