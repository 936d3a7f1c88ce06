import type { Cell } from '@countersign/contracts';

/** What a column's values are, as far as a file format can tell them apart. */
export type ValueKind = 'text' | 'integer' | 'number' | 'float' | 'boolean' | 'date' | 'timestamp';

export interface TableColumn {
  name: string;
  kind: ValueKind;
}

/** Rows of exact text, in batches, in order. Read from the beginning at each call: a format may need to look at them first. */
export interface Table {
  columns: readonly TableColumn[];
  rows(): AsyncIterable<readonly (readonly Cell[])[]>;
  /** Said in the file where the table is only the beginning of something; null: it is whole. */
  notice: string | null;
}

/** What was done to the values so that the format can hold them; filled in while the file is written. */
export interface Told {
  /** How each column is written, in the words of the format. */
  types: string[];
  /** Text cells that a spreadsheet would have run as a formula, and now shows. */
  neutralized: number;
  /** Cells that were longer than the format allows, cut. */
  cut: number;
}

/** A file while it is being written: its bytes once, and what there is to tell when they have ended. */
export interface TableFile {
  bytes: AsyncIterable<Uint8Array>;
  told: Told;
}

/** Column names of a format that needs each of them once: a repeated one is numbered. */
export function uniqueNames(columns: readonly TableColumn[]): string[] {
  const taken = new Set<string>();
  return columns.map(({ name }) => {
    let unique = name === '' ? 'column' : name;
    for (let n = 2; taken.has(unique); n += 1) unique = `${name}_${n}`;
    taken.add(unique);
    return unique;
  });
}
