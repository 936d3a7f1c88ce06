import type { Query } from '@countersign/contracts';

/**
 * One thing a pack claims about the rows of a data source, and the query that proves it. The query speaks standard names; where it names a
 * real table it is one whose values are stored otherwise. It gives counts only, or values of columns that are not personal.
 */
export interface Probe {
  /** Stable: the same claim has the same id in every version. */
  id: string;
  kind: 'unique' | 'reference' | 'never-null' | 'values' | 'versions' | 'bridge' | 'balance' | 'lookup';
  /** What it is about, in the pack's names. */
  about: string;
  query: Query;
  /** Names of what the columns of `never-null` count, in order. */
  columns?: string[];
  /** `reference`: rows may have no partner. */
  optional?: boolean;
  /** `lookup`: more values than these are too many to be looked up. */
  most?: number;
  /** `values`: others than the known ones may be stored. */
  open?: boolean;
}

/** What the data said, kept with its time. */
export interface ProbeEvidence {
  probe: string;
  outcome: 'passed' | 'failed';
  /** Counts (of a bridge also its least and greatest sum of weights) by name, exact. */
  counts: Record<string, string>;
  /** Stored values that nobody declared, the most frequent first; of `lookup` all of them. */
  values?: { value: string; rows: string }[];
}

/** Values shown of those that nobody declared. */
export const MOST_VALUES = 20;
