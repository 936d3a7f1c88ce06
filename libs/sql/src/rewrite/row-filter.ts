import type { DerivedTable, Expr, GateInput, Query, Select, TableRef } from '@countersign/contracts';
import { checkFunctions } from '../check/rules/functions.js';
import { INPUT_CAPS } from '../limits.js';
import { readText } from '../read/read-query.js';
import { attempt, refuse } from '../refusal.js';
import { resolveIn } from '../resolve/columns.js';
import type { KnownTable } from '../resolve/catalogue.js';
import type { Resolution } from '../resolve/resolution.js';
import { rebuild, walk } from '../walk.js';
import type { Rewriting } from './steps.js';

type RowFilter = NonNullable<GateInput['rowFilters']>[number];

/**
 * Replaces every occurrence of a filtered table, wherever it stands, by a subquery of the same name over the rows the
 * asker may see. Putting the predicate into WHERE instead would let outer joins bring rows back.
 */
export function filterRows(r: Rewriting): Rewriting {
  const filters = r.input.rowFilters ?? [];
  if (filters.length === 0) return r;
  const resolved = r.resolved ?? refuse('scope-required', 'row filters need a scope to stand on');
  const counts = new Map<RowFilter, number>(filters.map((f) => [f, 0]));
  const query = rebuild(r.query, (copy, original) => {
    const table = resolved.tables.get(original as TableRef);
    const own = table ? filters.filter((f) => isAbout(f, table)) : [];
    if (!table || own.length === 0) return copy;
    for (const f of own) counts.set(f, counts.get(f)! + 1);
    return filtered(resolved, copy as TableRef, table, own);
  });
  const applied = [...counts].filter(([, n]) => n > 0).map(([f, occurrences]) => ({ id: f.id, version: f.version, occurrences }));
  return { ...r, query, rowFilters: applied };
}

/** A filter names its table by the real name, with or without schema, or by the pack's. */
export const isAbout = (filter: RowFilter, table: KnownTable): boolean => [table.key, table.parts.at(-1), table.standard].includes(filter.table);

function filtered(r: Resolution, ref: TableRef, table: KnownTable, filters: readonly RowFilter[]): DerivedTable {
  const inner = table.parts.at(-1)!;
  const predicates = filters.map((f) => predicateOf(r, f, table, inner));
  const select: Select = {
    kind: 'select',
    distinct: false,
    items: table.columns.filter((c) => !c.denied).map((c) => ({ expr: { kind: 'column', qualifier: [inner], name: c.real } })),
    from: [{ kind: 'table', name: table.parts, columnAliases: [] }],
    where: predicates.length === 1 ? predicates[0]! : { kind: 'logical', op: 'and', operands: predicates },
    groupBy: [],
    windows: [],
  };
  return { kind: 'derived-table', query: { kind: 'query', body: select, orderBy: [], limit: null, offset: 0 }, alias: ref.alias ?? inner, columnAliases: [], lateral: false };
}

/** Reads a policy's predicate as the WHERE of an otherwise empty query; anything more than that is refused. */
function predicateOf(r: Resolution, filter: RowFilter, table: KnownTable, inner: string): Expr {
  const invalid = (why: string): never => refuse('row-filter-invalid', `row filter ${filter.id}: ${why}`);
  const read = attempt(() => readText(`SELECT 1 WHERE (${filter.predicate}\n)`, 'canonical', INPUT_CAPS).query);
  if (!read.ok) return invalid(read.refusal.message);
  const where = onlyWhere(read.value) ?? invalid('is not one condition');
  walk<{ kind: string }>(where, (node) => {
    if (node.kind === 'query' || node.kind === 'metric' || node.kind === 'named-filter') invalid('may not hold a subquery or placeholder');
  });
  // The policy may use columns that the asker may not, by real or by standard name.
  const columns = table.columns.flatMap((c) => [...new Set([c.name, c.real])].map((name) => ({ name, real: c.real, qualifier: inner })));
  const relations = [...new Set([inner, table.standard ?? inner])].map((name) => ({ name, columns }));
  const resolved = attempt(() => {
    checkFunctions(where, 'canonical');
    return resolveIn(r, { ctes: undefined, outer: undefined }, { visible: { relations, columns } }, 'predicate', where);
  });
  return resolved.ok ? resolved.value : invalid(resolved.refusal.message);
}

function onlyWhere(query: Query): Expr | undefined {
  const { body } = query;
  const plain = !query.with && query.orderBy.length === 0 && query.limit === null && query.offset === 0;
  if (!plain || body.kind !== 'select' || body.items.length !== 1 || body.from.length || body.groupBy.length || body.having || body.windows.length || body.distinct) return undefined;
  return body.where;
}
