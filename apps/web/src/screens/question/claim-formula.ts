import type { Cell, Claim, ResultColumn } from '@countersign/contracts';
import { columnTitle, formatCell } from '../../format/cell';
import { groupDigits } from '../../format/number';

export interface ClaimFormula {
  operation: Claim['operation'];
  column: string;
  /** The first operands with where they stand. */
  operands: { place: string; value: string }[];
  /** Operands beyond those shown. */
  more: number;
  /** The exact value, before the rounding of the text. */
  value: string;
}

const SHOWN = 3;

/** What a figure stands on, ready to be said: the operation, its cells, the exact value. */
export function claimFormula(claim: Claim, columns: readonly ResultColumn[], rows: readonly (readonly Cell[])[], language: string): ClaimFormula {
  const first = claim.operands[0];
  const column = first ? columns[first.column] : undefined;
  const shown = claim.operands.length > SHOWN + 1 ? claim.operands.slice(0, SHOWN) : claim.operands;
  return {
    operation: claim.operation,
    column: column ? columnTitle(column) : '',
    operands: shown.map(({ row, column: at }) => ({ place: placeOf(row, at, columns, rows, language), value: cellText(rows[row]?.[at], columns[at], language) })),
    more: claim.operands.length - shown.length,
    value: groupDigits(claim.value),
  };
}

/** A row is named by its dimensions; a result without any is one row, named by its column. */
function placeOf(row: number, column: number, columns: readonly ResultColumn[], rows: readonly (readonly Cell[])[], language: string): string {
  const names = columns.flatMap((candidate, at) => ((candidate.role === 'dimension' || candidate.role === 'label') && at !== column ? [cellText(rows[row]?.[at], candidate, language)] : []));
  return names.join(', ') || (columns[column] ? columnTitle(columns[column]) : `${row + 1}`);
}

function cellText(cell: Cell | undefined, column: ResultColumn | undefined, language: string): string {
  return (cell === undefined || !column ? cell : formatCell(cell, column, language)) ?? '–';
}
