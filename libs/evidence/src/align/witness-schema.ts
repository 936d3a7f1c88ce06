export interface WitnessColumn {
  name: string;
  type: 'integer' | 'decimal' | 'text' | 'date' | 'timestamp' | 'boolean';
  nullable: boolean;
  /** All values it can have, when they are known. */
  values?: readonly string[];
}

export interface WitnessTable {
  name: string;
  /** Columns that identify a row. */
  key: readonly string[];
  columns: readonly WitnessColumn[];
  /** Each row points to one row of another table. */
  references: readonly { column: string; table: string; to: string }[];
}

/** The tables that made-up data is laid out for. */
export interface WitnessSchema {
  tables: readonly WitnessTable[];
}
