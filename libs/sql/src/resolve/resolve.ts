import type { GateInput, Query } from '@countersign/contracts';
import { rulesOf } from '../dialects/rules-of.js';
import { visibleCatalogue, type VisibleCatalogue } from './catalogue.js';
import type { NameKey } from './matching.js';
import { resolveQuery } from './query.js';
import type { Resolution } from './resolution.js';

export interface Resolved extends Resolution {
  query: Query;
  outputColumns: string[];
}

/** Binds every name of the query to the scope: tables, columns, `*`, aliases; standard names become real ones. */
export function resolve(query: Query, scope: NonNullable<GateInput['scope']>, binding: GateInput['binding'], from: GateInput['from']): Resolved {
  const { nameKey, outputNames = false } = from === 'canonical' ? { nameKey: undefined } : rulesOf(from);
  const r: Resolution = { catalogue: catalogueOf(scope, binding, from, nameKey), nameKey, outputNames, impliedNames: from === 'canonical' || from === 'postgres', tables: new Map(), columns: new Set(), narrowed: new Set() };
  const resolved = resolveQuery(r, { ctes: undefined, outer: undefined }, query);
  return { ...r, query: resolved.query, outputColumns: resolved.columns };
}

/** What a query of this language can name in the scope. */
export function catalogueOf(scope: NonNullable<GateInput['scope']>, binding: GateInput['binding'], from: GateInput['from'], nameKey: NameKey): VisibleCatalogue {
  const binds = binding && { tables: Object.fromEntries(Object.entries(binding.tables).map(([name, t]) => [name, { ...t, columns: t.columns ?? {} }])) };
  return visibleCatalogue(scope, binds, from, nameKey);
}
