import { Exact } from '../exact.js';
import type { Grid } from './grid.js';
import type { About } from './owners.js';

export interface Ref {
  row: number;
  column: number;
}

export interface Derived {
  kind: 'cell' | 'sum' | 'average' | 'difference' | 'change-percent' | 'share-percent' | 'ratio' | 'row-count' | 'distinct-count' | 'min' | 'max' | 'rank' | 'text';
  refs: Ref[];
  value: Exact;
  /** Undefined: a plain number. */
  unit?: string | undefined;
}

export const cellAt = (grid: Grid, { row, column }: Ref): Exact | undefined => grid.cells[row]?.[column]?.value;

/** Words that declare a derivation. */
export const DECLARES = {
  sum: /\b(?:total(?:s|ed|ing)?|sum|combined|together|altogether|overall|in all|aggregate|accumulated)\b|합계|총합|합산|합쳐|합친|모두|전체|총|누적/i,
  average: /\b(?:average[ds]?|averaging|mean|per (?:month|day|week|year|quarter|row))\b|평균/i,
  difference: /\b(?:more|less|fewer|higher|lower|larger|smaller|greater|differ(?:s|ence|ent)?|gap|change[ds]?|increase[ds]?|decrease[ds]?|rose|fell|grew|grown|growth|up|down|drop(?:s|ped)?|declin(?:e|ed|ing)|gain(?:s|ed)?|lost|ahead|behind|margin|by|exceed(?:s|ed)?|longer|shorter|older|younger|taller)\b|차이|증가|감소|늘|줄|올랐|올라|떨어|상승|하락|많|적|높|낮|변화|증감/i,
  change: /\b(?:change[ds]?|increase[ds]?|decrease[ds]?|rose|rise|fell|grew|grow|growth|up|down|drop(?:s|ped)?|declin(?:e|ed|ing)|gain(?:s|ed)?|higher|lower|more|less|fewer|than|compared)\b|증가|감소|늘|줄|올랐|올라|떨어|상승|하락|성장|변화|대비|증감/i,
  share: /\b(?:share|percentage|proportion|of (?:the |all |total|overall)|account(?:s|ed|ing)? for|made up|makes? up|represent(?:s|ed|ing)?|contribut(?:e|es|ed|ing)|out of|portion|%)\b|비중|비율|차지|점유/i,
  ratio: /\b(?:times|ratio|fold|multiple)\b|배(?![가-힣])|배[가이의로]|비율/i,
  max: /\b(?:highest|most|largest|greatest|max(?:imum)?|biggest|peak(?:ed)?|longest|tallest)\b|가장 (?:높|많|큰|크)|최고|최대/i,
  min: /\b(?:lowest|least|fewest|smallest|min(?:imum)?|shortest)\b|가장 (?:낮|적|작)|최저|최소/i,
  distinct: /\b(?:different|distinct|unique|various|separate)\b|서로 다른|종류|가지/i,
} as const;

/** Value columns a figure may be about: those named beside it, else in its sentence, else all. */
export function columnsFor(grid: Grid, about: About): number[] {
  const valued = (columns: readonly number[]): number[] => columns.filter((column) => grid.cells.some((row) => row[column]?.value !== undefined));
  const near = valued(about.columns);
  if (near.length > 0) return near;
  const named = valued(about.sentenceColumns);
  return named.length > 0 ? named : valued(grid.columns.map((_, i) => i));
}

/**
 * The same for a small whole number, which some column always has by chance: only columns that are named, or the only one. A
 * number of more digits, with decimals or a unit speaks for itself.
 */
export function surelyMeant(grid: Grid, about: About, { value, unit, scale }: { value: Exact | undefined; unit: string | undefined; scale: number }): number[] {
  const columns = columnsFor(grid, about);
  const plain = unit === undefined && scale === 0 && (value?.abs().lt(100) ?? true);
  const named = about.columns.length > 0 || about.sentenceColumns.length > 0;
  return plain && !named && columns.length > 1 ? [] : columns;
}

const values = (grid: Grid, refs: readonly Ref[]): Exact[] => refs.flatMap((ref) => cellAt(grid, ref) ?? []);
const total = (list: readonly Exact[]): Exact => list.reduce((sum, value) => sum.plus(value), new Exact(0));

export function sumOf(grid: Grid, rows: readonly number[], column: number, average: boolean): Derived | undefined {
  const refs = rows.map((row) => ({ row, column }));
  const list = values(grid, refs);
  if (list.length < 2) return undefined;
  return { kind: average ? 'average' : 'sum', refs, value: average ? total(list).div(list.length) : total(list), unit: grid.columns[column]?.unit };
}

const ENDS = /\b(?:first|last|overall|from|period|over the|since|start|end)\b|처음|마지막|기간|동안|전체|에서/i;

/** Pairs of cells a comparison may be between: two named rows, a named row and the one before it, or two named columns of a row. */
export function pairsFor(grid: Grid, about: About, columns: readonly number[], text: string): [Ref, Ref][] {
  const all = grid.cells.map((_, row) => row);
  const named = [...new Set([...about.rows, ...[...about.named.values()].filter((rows) => rows.length <= 4).flat()])];
  const rows = named.length === 0 ? (all.length <= 2 ? all : ENDS.test(text) ? [0, all.length - 1] : []) : named.length === 1 && (named[0] ?? 0) > 0 ? [named[0] ?? 0, (named[0] ?? 0) - 1] : named.length === 1 && all.length === 2 ? all : named;
  const pairs: [Ref, Ref][] = [];
  for (const column of columns) for (const a of rows) for (const b of rows) if (a !== b) pairs.push([{ row: a, column }, { row: b, column }]);
  const across = about.sentenceColumns.filter((column) => grid.numeric[column] || columns.includes(column));
  const inRows = named.length > 0 ? named : all.length === 1 ? all : [];
  if (across.length >= 2 && across.length <= 8) for (const row of inRows) for (const a of across) for (const b of across) if (a !== b) pairs.push([{ row, column: a }, { row, column: b }]);
  if (across.length < 2 && all.length === 1) for (const a of columns) for (const b of columns) if (a !== b) pairs.push([{ row: 0, column: a }, { row: 0, column: b }]);
  return pairs;
}

const YEAR = /\b((?:19|20)\d{2})\b/;

/** Which of two cells is of the earlier time: -1 the first, 1 the second; undefined: rows and columns tell no time. */
export function timeOrder({ columns, cells }: Grid, a: Ref, b: Ref): number | undefined {
  if (a.row === b.row) {
    const [x, y] = [YEAR.exec(columns[a.column]?.name ?? '')?.[1], YEAR.exec(columns[b.column]?.name ?? '')?.[1]];
    return x === undefined || y === undefined || x === y ? undefined : x < y ? -1 : 1;
  }
  const at = columns.findIndex((_, column) => cells.every((row) => /^(?:(?:19|20)\d{2}(?:-\d\d.*|[- ]?Q[1-4])?)?$/.test(row[column]?.text ?? '')));
  const [x = '', y = ''] = [cells[a.row]?.[at]?.text, cells[b.row]?.[at]?.text];
  return x === y ? undefined : x < y ? -1 : 1;
}

const UP = /\b(?:up|increase[ds]?|rose|rise|grew|grow|growth|gain(?:s|ed)?|higher|climbed|jumped)\b|증가|늘|상승|올랐|올라|성장/i;
const DOWN = /\b(?:down|decrease[ds]?|fell|fall|declin(?:e|ed|ing)|drop(?:s|ped)?|lower|loss|lost|shrank)\b|감소|줄|하락|떨어/i;

/** Does the direction the words tell fit the sign? Words that tell both, or none, fit either. */
export function directionFits(text: string, value: Exact): boolean {
  const [up, down] = [UP.test(text), DOWN.test(text)];
  return up === down || value.isZero() || up === value.isPositive();
}

export function compared(grid: Grid, [a, b]: [Ref, Ref], kind: 'difference' | 'change-percent' | 'ratio' | 'share-percent'): Derived | undefined {
  const [x, y] = [cellAt(grid, a), cellAt(grid, b)];
  if (!x || !y || (kind !== 'difference' && y.isZero())) return undefined;
  const refs = [a, b];
  switch (kind) {
    case 'difference': return { kind, refs, value: x.minus(y), unit: grid.columns[a.column]?.unit };
    case 'ratio': return { kind, refs, value: x.div(y) };
    case 'share-percent': return { kind, refs, value: x.div(y).times(100), unit: 'percent' };
    case 'change-percent': return { kind, refs, value: x.minus(y).div(y.abs()).times(100), unit: 'percent' };
  }
}
