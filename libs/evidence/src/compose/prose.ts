import type { Cell, CellRef, Claim, Locale } from '@countersign/contracts';
import { findFigures } from '../find-figures.js';
import { keyText } from '../key-text.js';
import { recompute, type Table } from '../recompute.js';
import { writeFigure } from '../write-figure.js';

/** A placeholder of a template, filled from cells. */
export type Slot =
  | { kind: 'words'; text: string }
  | { kind: 'figure'; operation: Claim['operation']; operands: CellRef[]; signed?: boolean }
  | { kind: 'key'; row: number; columns: readonly number[] };

export const figure = (row: number, column: number, operation: Claim['operation'] = 'cell'): Extract<Slot, { kind: 'figure' }> => ({ kind: 'figure', operation, operands: [{ row, column }] });
export const words = (text: string): Slot => ({ kind: 'words', text });

/** Text that grows by words and by figures; each figure leaves a claim with its place. */
export class Prose {
  text = '';
  readonly claims: Claim[] = [];

  constructor(private readonly table: Table, private readonly locale: Locale) {}

  say(slots: readonly Slot[]): this {
    for (const slot of slots) {
      if (slot.kind === 'words') this.text += slot.text;
      else if (slot.kind === 'figure') this.sayFigure(slot);
      else this.sayKey(slot.row, slot.columns);
    }
    return this;
  }

  private sayFigure({ operation, operands, signed }: Extract<Slot, { kind: 'figure' }>): void {
    const recomputed = recompute({ operation, operands }, this.table);
    if (!recomputed) throw new RangeError(`nothing to say: ${operation} of these cells has no value`);
    const { text, scale, exponent } = writeFigure(recomputed.value, recomputed.unit, this.locale, signed);
    this.claim({ text, value: recomputed.value.toFixed(), operation, operands, scale, exponent, unit: recomputed.unit });
  }

  /** Names a row. A name that holds a figure ("Desk 3000", "March 2025") is a claim like any other figure. */
  private sayKey(row: number, columns: readonly number[]): void {
    columns.forEach((column, i) => {
      if (i > 0) this.text += ' · ';
      const cell: Cell = this.table.rows[row]?.[column] ?? null;
      const text = keyText(cell, this.table.columns[column], this.locale);
      if (cell !== null && findFigures(text).length > 0) this.claim({ text, value: cell, operation: 'cell', operands: [{ row, column }], scale: 0, exponent: 0, unit: undefined });
      else this.text += text;
    });
  }

  private claim({ unit, ...claim }: Omit<Claim, 'span' | 'status' | 'unit'> & { unit: string | undefined }): void {
    const start = this.text.length;
    this.text += claim.text;
    this.claims.push({ ...claim, ...(unit === undefined ? {} : { unit }), span: { start, end: this.text.length }, status: 'grounded' });
  }
}
