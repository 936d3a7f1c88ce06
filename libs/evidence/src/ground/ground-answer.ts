import { bindFigure } from './bind-figure.js';
import type { Derived } from './derive.js';
import { fits } from './fits.js';
import { readGrid, type Grid, type GridColumn } from './grid.js';
import { isYearColumn, mentionsIn, type Mention } from './mentions.js';
import { ownersOf, type About } from './owners.js';
import { proseFigures, type ProseFigure } from './prose-figures.js';
import { sentencesOf } from './sentences.js';

export interface GroundedClaim {
  /** The figure as written. */
  text: string;
  /** What it says, exactly; null: it can't be read. */
  value: string | null;
  unit?: string;
  status: 'grounded' | 'ungrounded';
  /** The cells it stands on and how it comes from them. */
  evidence?: { kind: Derived['kind']; refs: { row: number; column: string }[] };
}

export interface Grounding {
  verdict: 'grounded' | 'ungrounded' | 'no_figures';
  claims: GroundedClaim[];
}

export interface GroundInput {
  columns: readonly GridColumn[];
  rows: readonly (readonly (string | boolean | null)[])[];
  answer: string;
}

/**
 * Is every figure of a text tied to the table? A figure is bound to a cell of the rows and columns its sentence names, or to a
 * derivation that its words declare over them (sum, mean, difference, change, share, ratio, count, extreme, rank). Years, dates, ordinals
 * and figures within names say no quantity. A figure that merely happens to equal something is not grounded.
 *
 * @example groundAnswer({ columns: [{ name: 'channel' }, { name: 'orders' }], rows: [['web', '120'], ['store', '80']], answer: 'Web had 80 orders.' }).verdict // 'ungrounded'
 */
export function groundAnswer({ columns, rows, answer }: GroundInput): Grounding {
  const grid = readGrid(columns, rows);
  const claims: GroundedClaim[] = [];
  let carried: About | undefined;
  for (const { text } of sentencesOf(answer)) {
    const mentions = mentionsIn(text, grid);
    const figures = proseFigures(text).filter((figure) => !isPartOfName(figure, mentions, grid));
    const abouts = ownersOf(text, figures, mentions, carried);
    figures.forEach((figure, i) => {
      const about = abouts[i];
      if (!about || figure.role === 'aside') return;
      const near = text.slice(figures[i - 1]?.span.end ?? 0, figures[i + 1]?.span.start);
      claims.push(claimOf(figure, figure.role === 'rank' ? rankOf(grid, figure, about) : bindFigure({ grid, figure, about, text, near, others: figures }), grid, figure.role));
    });
    carried = abouts.at(-1) ?? carried;
  }
  const kept = claims.filter((claim) => claim.value !== 'aside');
  return { verdict: kept.length === 0 ? 'no_figures' : kept.every(({ status }) => status === 'grounded') ? 'grounded' : 'ungrounded', claims: kept };
}

/** '3000' in 'Desk 3000', a year that is a row's name. */
function isPartOfName({ span }: ProseFigure, mentions: readonly Mention[], grid: Grid): boolean {
  return mentions.some(({ start, end, column, rows }) => start <= span.start && span.end <= end && (end - start > span.end - span.start || rows === undefined || grid.numeric[column] === false || isYearColumn(grid, column)));
}

/** 'Second', '3rd': the place of the row named in a column, from either end, or a cell that says so. */
function rankOf(grid: Grid, figure: ProseFigure, about: About): Derived | undefined {
  const { value } = figure;
  if (!value || about.rows.length === 0) return undefined;
  const place = value.toNumber();
  for (const column of grid.columns.map((_, i) => i).filter((i) => grid.numeric[i])) {
    const all = grid.cells.flatMap((row) => row[column]?.value ?? []);
    for (const row of about.rows) {
      const mine = grid.cells[row]?.[column]?.value;
      if (!mine) continue;
      const [above, below] = [all.filter((one) => one.gt(mine)).length + 1, all.filter((one) => one.lt(mine)).length + 1];
      if (above === place || below === place || fits(figure, mine)) return { kind: 'rank', refs: [{ row, column }], value };
    }
  }
  return undefined;
}

function claimOf({ text, value, unit, role: _role }: ProseFigure, found: Derived | undefined, grid: Grid, role: ProseFigure['role']): GroundedClaim {
  // A place without a row to hold it says nothing that can be wrong here.
  if (role === 'rank' && !found) return { text, value: 'aside', status: 'grounded' };
  return {
    text, value: value?.toFixed() ?? null, ...(unit === undefined ? {} : { unit }), status: found ? 'grounded' : 'ungrounded',
    ...(found ? { evidence: { kind: found.kind, refs: found.refs.map(({ row, column }) => ({ row, column: grid.columns[column]?.name ?? '' })) } } : {}),
  };
}
