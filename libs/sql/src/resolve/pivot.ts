import type { ColumnExpr, DerivedTable, FromItem, Pivot, Unpivot } from '@countersign/contracts';
import { refuse } from '../refusal.js';
import { walk } from '../walk.js';
import { reference, resolveIn } from './columns.js';
import { sameName } from './matching.js';
import type { Env, Resolution } from './resolution.js';
import type { Level, Visible, VisibleColumn } from './visible.js';

export interface ResolvedSource {
  item: FromItem;
  visible: Visible;
}

/**
 * PIVOT groups by every column of its source that it does not name, so the source must hold no other columns than those
 * that may be seen: a table becomes a subquery of them.
 */
export function seenOnly(r: Resolution, { item, visible }: ResolvedSource): ResolvedSource {
  if (item.kind !== 'table') return { item, visible };
  const allowed = visible.columns.filter((c) => !c.denied);
  for (const column of visible.columns) if (column.denied && column.source) r.narrowed.add(column.source);
  const alias = item.alias ?? item.name.at(-1)!;
  const items = allowed.map((c) => ({ expr: reference(r, c, 'group', item.at) }));
  const query: DerivedTable['query'] = { kind: 'query', body: { kind: 'select', distinct: false, items, from: [item], groupBy: [], windows: [] }, orderBy: [], limit: null, offset: 0 };
  const columns = allowed.map((c): VisibleColumn => ({ name: c.name, real: c.real, qualifier: alias, ...(c.source === undefined ? {} : { source: c.source }) }));
  return { item: { kind: 'derived-table', query, alias, columnAliases: [], lateral: false }, visible: { relations: [{ name: alias, columns }], columns } };
}

/** Columns of the source inside PIVOT, as they are printed there: bare. */
function withinSource<T>(r: Resolution, env: Env, visible: Visible, value: T): { value: T; named: Set<string> } {
  const level: Level = { visible, parent: undefined };
  const resolved = resolveIn(r, env, level, 'group', value);
  const named = new Set<string>();
  walk<ColumnExpr>(resolved, (node) => {
    if (node.kind !== 'column') return;
    named.add(node.name);
    node.qualifier = [];
  });
  return { value: resolved, named };
}

export function resolvePivot(r: Resolution, env: Env, pivot: Pivot, source: ResolvedSource): ResolvedSource {
  const { item, visible } = seenOnly(r, source);
  const { value, named } = withinSource(r, env, visible, { aggregates: pivot.aggregates, columns: pivot.columns });
  const made = pivot.values.flatMap((entry) => pivot.aggregates.map(({ alias }) => madeName(entry, alias, pivot.aggregates.length > 1)));
  return { item: { ...pivot, ...value, source: item }, visible: offered(r, pivot.alias, visible.columns.filter((c) => !named.has(c.real)), made) };
}

/** What the engine calls a column: the name of the value, or the value as it is written; with the aggregate's own name behind it. */
function madeName({ values, alias }: Pivot['values'][number], aggregate: string | undefined, many: boolean): string {
  const written = values.map((v) => (v.kind === 'column' ? v.name : v.kind === 'string' ? `'${v.value}'` : v.kind === 'number' ? v.text : refuse('forbidden-node', 'give this value of PIVOT a name', v.at))).join('_');
  const first = alias ?? written;
  if (many && aggregate === undefined) return first;
  return aggregate === undefined ? first : `${first}_${aggregate}`;
}

export function resolveUnpivot(r: Resolution, env: Env, unpivot: Unpivot, source: ResolvedSource): ResolvedSource {
  const { item, visible } = seenOnly(r, source);
  const { value, named } = withinSource(r, env, visible, unpivot.groups);
  return { item: { ...unpivot, groups: value, source: item }, visible: offered(r, unpivot.alias, visible.columns.filter((c) => !named.has(c.real)), [...unpivot.names, ...unpivot.values]) };
}

function offered(r: Resolution, alias: string | undefined, kept: readonly VisibleColumn[], made: readonly string[]): Visible {
  const qualifier = alias === undefined ? {} : { qualifier: alias };
  const columns: VisibleColumn[] = [
    ...kept.map((c): VisibleColumn => ({ name: c.name, real: c.real, ...qualifier, ...(c.source === undefined ? {} : { source: c.source }) })),
    ...made.map((name): VisibleColumn => ({ name, real: name, ...qualifier })),
  ];
  for (const name of made) if (sameName(columns, name, r.nameKey).length > 1) refuse('ambiguous-column', `${name} stands twice behind PIVOT`);
  return { relations: alias === undefined ? [] : [{ name: alias, columns }], columns };
}
