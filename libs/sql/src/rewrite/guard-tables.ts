import type { DerivedTable, Expr, GateInput, Select, TableRef } from '@countersign/contracts';
import { lower } from '../lower/lower.js';
import { attempt, refuse } from '../refusal.js';
import type { KnownTable } from '../resolve/catalogue.js';
import type { Resolution } from '../resolve/resolution.js';
import type { RuleCode } from '../rule-codes.js';
import { rebuild } from '../walk.js';
import { converted } from './converted.js';
import { isCondition, readPolicyExpression, resolvePolicyExpression } from './policy-expression.js';
import type { Rewriting } from './steps.js';

type RowFilter = NonNullable<GateInput['rowFilters']>[number];
type Mask = NonNullable<GateInput['masks']>[number];
type Policy = RowFilter | Mask;

/**
 * Replaces every occurrence of a table that policies are about, or whose values are stored otherwise than the pack says them, wherever it stands, by a subquery of the same name over
 * the rows the asker may see, with masks in the place of the columns they hide. A predicate put into WHERE instead would let
 * outer joins bring rows back, and a mask put into SELECT would leave the value open to conditions, joins and sorting.
 */
export function guardTables(r: Rewriting): Rewriting {
  const policies: Policy[] = [...(r.input.rowFilters ?? []), ...(r.input.masks ?? [])];
  const { resolved } = r;
  if (!resolved) return policies.length === 0 ? r : refuse('scope-required', 'row filters and masks need a scope to stand on');
  const counts = new Map<Policy, number>();
  const guards = new Map<string, DerivedTable>();
  const query = rebuild(r.query, (copy, original) => {
    const table = resolved.tables.get(original as TableRef);
    const own = table ? policies.filter((p) => isAbout(p, table)) : [];
    if (!table || (own.length === 0 && !table.named?.convert.size)) return copy;
    for (const p of own) counts.set(p, (counts.get(p) ?? 0) + 1);
    const { alias } = copy as TableRef;
    // Named by the pack's word or by its own, a table may hold different values.
    const name = JSON.stringify([table.key, table.named?.name]);
    let guard = guards.get(name);
    if (!guard) guards.set(name, (guard = guardOf(r.input, resolved, table, own)));
    // A copy for each: later steps tell nodes apart by identity.
    return { ...rebuild(guard, (node) => node), ...(alias === undefined ? {} : { alias }) };
  });
  const occurrences = <P extends Policy>(list: readonly P[] | undefined): { id: string; version: number; occurrences: number }[] =>
    (list ?? []).flatMap((p) => (counts.has(p) ? { id: p.id, version: p.version, occurrences: counts.get(p)! } : []));
  return { ...r, query, rowFilters: occurrences(r.input.rowFilters), masks: occurrences(r.input.masks) };
}

/** A policy names its table by the real name, with or without schema, or by the pack's; a mask is only about a column that can be seen. */
export function isAbout(policy: Policy, table: KnownTable): boolean {
  if (![table.key, table.parts.at(-1), ...table.standards.map(({ name }) => name)].includes(policy.table)) return false;
  return !('column' in policy) || table.columns.some((c) => !c.denied && hides(policy, table, c));
}

const hides = (mask: Mask, table: KnownTable, column: { real: string }): boolean => mask.column === column.real || table.standards.some(({ columns }) => columns[mask.column] === column.real);

function guardOf(input: GateInput, r: Resolution, table: KnownTable, policies: readonly Policy[]): DerivedTable {
  const inner = table.parts.at(-1)!;
  const masks = policies.filter((p): p is Mask => 'column' in p);
  const predicates = policies.filter((p): p is RowFilter => 'predicate' in p).map((f) => predicateOf(input, r, f, table, inner));
  const select: Select = {
    kind: 'select',
    distinct: false,
    items: table.columns.filter((c) => !c.denied).map((c) => {
      const [mask, another] = masks.filter((m) => hides(m, table, c));
      if (another) refuse('mask-invalid', `masks ${mask!.id} and ${another.id} hide the same column`);
      if (mask) return { expr: maskOf(r, mask, table, inner), alias: c.real };
      const column: Expr = { kind: 'column', qualifier: [inner], name: c.real };
      const conversion = table.named?.convert.get(c.real);
      return conversion ? { expr: converted(column, conversion), alias: c.real } : { expr: column };
    }),
    from: [{ kind: 'table', name: table.parts, columnAliases: [] }],
    ...(predicates.length ? { where: predicates.length === 1 ? predicates[0]! : { kind: 'logical', op: 'and', operands: predicates } } : {}),
    groupBy: [],
    windows: [],
  };
  const query = { kind: 'query' as const, body: select, orderBy: [], limit: null, offset: 0 };
  // Policies speak canonically. What a canonical query means to the engine is made explicit later on; a native one's guards are made so here.
  const inDialect = input.from === 'canonical' ? query : lower(query, { dialect: input.dialect, scope: input.scope });
  return { kind: 'derived-table', query: inDialect, alias: inner, columnAliases: [], lateral: false };
}

function predicateOf(input: GateInput, r: Resolution, filter: RowFilter, table: KnownTable, inner: string): Expr {
  const expr = policyExpression('row-filter-invalid', `row filter ${filter.id}`, filter.predicate, r, table, inner);
  const types = new Map(input.scope?.tables.find((t) => t.name === inner)?.columns.map((c) => [c.name, c.type]));
  return isCondition(expr, (column) => types.get(column)) ? expr : refuse('row-filter-invalid', `row filter ${filter.id}: is not a condition`);
}

const maskOf = (r: Resolution, mask: Mask, table: KnownTable, inner: string): Expr => policyExpression('mask-invalid', `mask ${mask.id}`, mask.expression, r, table, inner);

function policyExpression(rule: RuleCode, what: string, text: string, r: Resolution, table: KnownTable, inner: string): Expr {
  const read = attempt(() => resolvePolicyExpression(r, readPolicyExpression(text), table, inner));
  return read.ok ? read.value : refuse(rule, `${what}: ${read.refusal.message}`);
}
