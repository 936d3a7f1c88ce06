/** A table as a draft is made from: names, keys, comments and sampled values. Everything but the names may be missing. */
export interface DraftTable {
  schema: string;
  name: string;
  comment?: string | undefined;
  columns: readonly DraftColumn[];
  primaryKey?: readonly string[] | undefined;
  foreignKeys?: readonly { columns: readonly string[]; refSchema?: string | undefined; refTable: string; refColumns: readonly string[] }[] | undefined;
}

export interface DraftColumn {
  name: string;
  type: string;
  nullable?: boolean | undefined;
  comment?: string | undefined;
  /** Different values that were seen; `undefined`: nobody looked. */
  values?: readonly unknown[] | undefined;
}
