import type { DerivedTable, FromItem, Join, TableFunction, TableRef } from '@countersign/contracts';
import { nearestNames } from '../nearest.js';
import { refuse } from '../refusal.js';
import { FUNCTIONS } from '../registry/functions.js';
import { reference, resolveIn } from './columns.js';
import { resolveQuery } from './query.js';
import { madeColumns } from './made-columns.js';
import { sameName } from './matching.js';
import { findCte, type Env, type Resolution } from './resolution.js';
import { distinct } from './distinct.js';
import { resolvePivot, resolveUnpivot } from './pivot.js';
import { sayNames } from './said-names.js';
import { NOTHING, together, type Visible, type VisibleColumn } from './visible.js';

interface Resolved {
  item: FromItem;
  visible: Visible;
}

export function resolveFrom(r: Resolution, env: Env, items: readonly FromItem[]): { items: FromItem[]; visible: Visible } {
  let visible = NOTHING;
  const resolved = items.map((item) => {
    const one = resolveItem(r, env, visible, item);
    visible = together(visible, one.visible);
    return one.item;
  });
  return { items: resolved, visible };
}

/** `before`: what stands to the left, for LATERAL. */
function resolveItem(r: Resolution, env: Env, before: Visible, item: FromItem): Resolved {
  switch (item.kind) {
    case 'table': return resolveTable(r, env, item);
    case 'derived-table': return resolveDerived(r, env, before, item);
    case 'table-function': return resolveFunction(r, env, before, item);
    case 'join': return resolveJoin(r, env, before, item);
    case 'pivot': return resolvePivot(r, env, item, resolveItem(r, env, before, item.source));
    case 'unpivot': return resolveUnpivot(r, env, item, resolveItem(r, env, before, item.source));
  }
}

function resolveTable(r: Resolution, env: Env, ref: TableRef): Resolved {
  const name = ref.name.join('.');
  const cte = ref.name.length === 1 ? findCte(env.ctes, ref.name[0]!, r.nameKey) : undefined;
  if (cte) {
    if (!cte.columns) refuse('unknown-table', `${cte.name} is used before it is declared`, ref.at);
    return { item: ref.name[0] === cte.name ? ref : { ...ref, name: [cte.name] }, visible: relation(ref.alias ?? cte.name, rename(cte.columns, ref.columnAliases, ref.at), rename(distinct(cte.columns, r.nameKey) ?? cte.columns, ref.columnAliases, ref.at)) };
  }
  const table = r.catalogue.find(ref.name);
  if (!table) {
    return refuse('unknown-table', `there is no table ${name} in this scope`, ref.at, nearestNames(name, r.catalogue.names()));
  }
  // Printed without a schema, the engine would read the CTE.
  if (table.parts.length === 1 && findCte(env.ctes, table.parts[0]!, (n) => n.toLowerCase())) refuse('duplicate-alias', `${name} is also the name of a WITH query: give that another name`, ref.at);
  // Position decides what an alias list names, and the scope may not hold every column of the table.
  if (ref.columnAliases.length) refuse('forbidden-node', 'columns of a table can\'t be renamed in FROM: rename them in SELECT', ref.at);
  const alias = ref.alias ?? ref.name.at(-1)!;
  const columns = table.columns.map((c): VisibleColumn => ({ name: c.name, real: c.real, qualifier: alias, source: `${table.key}.${c.real}`, denied: c.denied }));
  const item: TableRef = { ...ref, name: table.parts, ...(alias === table.parts.at(-1) && ref.alias === undefined ? {} : { alias }) };
  r.tables.set(item, table);
  const schema = ref.alias === undefined && ref.name.length > 1 ? ref.name.at(-2) : ref.alias === undefined ? table.parts.at(-2) : undefined;
  return { item, visible: { relations: [{ name: alias, columns, ...(schema === undefined ? {} : { schema }) }], columns } };
}

function resolveDerived(r: Resolution, env: Env, before: Visible, derived: DerivedTable): Resolved {
  const outer = derived.lateral ? { visible: before, parent: env.outer } : env.outer;
  const { query: found, columns } = resolveQuery(r, { ctes: env.ctes, outer }, derived.query);
  const query = { ...found, body: sayNames(found.body) };
  const names = rename(columns, derived.columnAliases, derived.at);
  // Two columns of one name can only be told apart by `*`, which is not printed: they are given names of their own.
  const own = distinct(names, r.nameKey);
  return { item: { ...derived, query, ...(own ? { columnAliases: own } : {}) }, visible: relation(derived.alias!, names, own) };
}

function resolveFunction(r: Resolution, env: Env, before: Visible, item: TableFunction): Resolved {
  const entry = FUNCTIONS.get(item.call.name);
  const call = resolveIn(r, env, { visible: before, parent: env.outer }, 'select', item.call);
  const name = item.alias ?? item.call.name;
  const many = entry?.name === 'unnest' ? item.call.args.length : 1;
  const own = item.columns ? madeColumns(item.columns).map((c) => c.name) : entry?.columns.length ? [...entry.columns] : many > 1 ? Array.from({ length: many }, () => 'unnest') : [name];
  const columns = rename([...own, ...(item.withOrdinality ? ['ordinality'] : [])], item.columnAliases, item.at);
  return { item: { ...item, call }, visible: relation(name, columns) };
}

function resolveJoin(r: Resolution, env: Env, before: Visible, join: Join): Resolved {
  const left = resolveItem(r, env, before, join.left);
  const right = resolveItem(r, env, together(before, left.visible), join.right);
  const both = together(left.visible, right.visible);
  const common = join.natural ? left.visible.columns.map((c) => c.name).filter((n) => sameName(right.visible.columns, n, r.nameKey).length > 0) : join.using;
  const resolved: Join = { ...join, left: left.item, right: right.item, natural: false, using: [] };
  if (common.length === 0) {
    if (join.natural) resolved.type = 'cross';
    if (join.on) resolved.on = resolveIn(r, env, { visible: both, parent: env.outer }, 'join', join.on);
    return { item: resolved, visible: both };
  }
  const merged = common.map((name) => mergedColumn(r, name, left.visible, right.visible));
  const rest = both.columns.filter((c) => !merged.some((m) => sameName([c], m.name, r.nameKey).length > 0));
  return { item: { ...resolved, using: merged.map((c) => c.real) }, visible: { relations: both.relations, columns: [...merged, ...rest] } };
}

function mergedColumn(r: Resolution, name: string, left: Visible, right: Visible): VisibleColumn {
  const sides = [left, right].map((side) => {
    const matches = sameName(side.columns, name, r.nameKey);
    if (matches.length > 1) refuse('ambiguous-column', `${name} in USING stands more than once on one side`);
    if (!matches[0]) refuse('unknown-column', `${name} in USING is not on both sides`);
    reference(r, matches[0], 'join', undefined);
    return matches[0];
  });
  if (sameName([{ name: sides[0]!.real }], sides[1]!.real, r.nameKey).length === 0) refuse('ambiguous-column', `${name} has different names in the two tables: join with ON`);
  return { name, real: sides[0]!.real };
}

function relation(name: string, columns: readonly string[], real: readonly string[] = columns): Visible {
  const visible = columns.map((c, i): VisibleColumn => ({ name: c, real: real[i] ?? c, qualifier: name }));
  return { relations: [{ name, columns: visible }], columns: visible };
}

function rename(columns: readonly string[], aliases: readonly string[], at: number | undefined): string[] {
  if (aliases.length > columns.length) refuse('column-count', `${aliases.length} column names for ${columns.length} columns`, at);
  return columns.map((c, i) => aliases[i] ?? c);
}
