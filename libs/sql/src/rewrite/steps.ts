import type { GateInput, Query } from '@countersign/contracts';
import type { Resolved } from '../resolve/resolve.js';
import { guardTables } from './guard-tables.js';
import { limitRows } from './limit.js';

export interface Rewriting {
  query: Query;
  input: GateInput;
  resolved: Resolved | undefined;
  rowFilters: { id: string; version: number; occurrences: number }[];
  masks: { id: string; version: number; occurrences: number }[];
  notes: string[];
}

/** What is put into every query, in this order; each step is tree to tree. */
export const REWRITES: readonly { name: string; apply(r: Rewriting): Rewriting }[] = [
  { name: 'row-filters', apply: guardTables },
  { name: 'row-limit', apply: limitRows },
];
