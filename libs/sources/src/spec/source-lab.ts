import type { Cell, DataSource, SourceCredential } from '@countersign/contracts';
import type { RunSink } from '@countersign/pipeline';

/** A real server of one engine with what the contract suite needs in it. */
export interface SourceLab {
  /** The database through its SELECT-only account. */
  source: DataSource;
  /** The same database through an account that may write: every layer but the transaction is off. */
  writer: DataSource;
  credential(tenantId: string, dataSourceId: string): Promise<SourceCredential>;
  sql: {
    /** n rows of (n, text). */
    rows(n: number): string;
    /** No row of (n, text). */
    none: string;
    /** n rows of one text of `bytes` characters. */
    wide(n: number, bytes: number): string;
    sleep(seconds: number): string;
    /** Fails at run time, not when planned, after some rows. */
    failing: string;
    unknownColumn: string;
  };
  /** Every known way to write, or to become able to, in one statement text. */
  writes: string[];
  /** A number that any successful write changes. */
  written(): Promise<string>;
  /** Sessions that this product holds on the server. */
  sessions(): Promise<number>;
  /** Statements that the server works on for this product. */
  active(): Promise<number>;
  /** Statements of `sql.sleep` that are past their planning and asleep. */
  sleeping(): Promise<number>;
  killSessions(): Promise<void>;
  close(): Promise<void>;
}

export function collect(): RunSink & { names: string[]; types: string[]; got: Cell[][] } {
  const sink = {
    names: [] as string[],
    types: [] as string[],
    got: [] as Cell[][],
    columns: async (columns: { name: string; type: string }[]) => {
      sink.names = columns.map((c) => c.name);
      sink.types = columns.map((c) => c.type);
    },
    rows: async (rows: Cell[][]) => { sink.got.push(...rows); },
  };
  return sink;
}

/** Looks until it is so, for at most `ms`. */
export async function eventually(so: () => Promise<boolean>, ms = 5_000): Promise<boolean> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    if (await so()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}
