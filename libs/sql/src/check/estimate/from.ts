import type { Expr, FromItem, Pivot, TableFunction, Unpivot } from '@countersign/contracts';
import { MAX_ROWS_BESIDE_TABLE, MAX_SERIES_ROWS } from '../../limits.js';
import { refuse } from '../../refusal.js';
import { madeColumns } from '../../resolve/made-columns.js';
import { closestName } from '../../resolve/matching.js';
import { walk } from '../../walk.js';
import { Groups } from '../rules/groups.js';
import { columnOf, OF_TABLE, oneOf, TABLE_ROWS, worth, type CteScope, type Estimate, type Level, type NamedEstimate, type QueryEstimate, type Relation, type Rows } from './estimate.js';
import { checkWork } from './calls.js';
import { setOf } from './sets.js';
import { estimateQuery } from './query.js';
import { lookInside, valueOf } from './value.js';

/** Adds the relations of FROM to the level one after the other, and counts the rows that they make together. */
export function estimateFrom(level: Level, items: readonly FromItem[], where: Expr | undefined): void {
  const on: Expr[] = [];
  for (const item of items) addItem(level, item, on);
  level.rows = together(level, [...on, ...conjuncts(where)]);
  bounded(level, items);
  lookInside(level, on);
}

/** Rows are counted with all that is around: a subquery may be computed for each row outside. */
function bounded(level: Level, items: readonly FromItem[]): void {
  const { made } = level.rows;
  if (made <= 1) return;
  const rows = made * level.around;
  const beside = level.relations.some((r) => r.made > 1 && level.relations.some((other) => other !== r && other.table));
  if (beside ? rows > MAX_ROWS_BESIDE_TABLE : besideTable(level) && rows > MAX_ROWS_BESIDE_TABLE * TABLE_ROWS) {
    refuse('cartesian-join', `each row of a table would meet ${made} rows that this makes: tie them by an equality, or make no more than ${MAX_ROWS_BESIDE_TABLE}`, items[0]?.at);
  }
  if (rows <= MAX_SERIES_ROWS) return;
  refuse('cartesian-join', level.relations.length > 1 ? 'the rows that the parts of FROM make multiply to too many' : 'the rows that this makes multiply to too many with those around it', items[0]?.at);
}

/** Is it computed for each row of a table around it? */
function besideTable({ parent }: Level): boolean {
  for (let here = parent; here; here = here.parent) if (here.relations.some((r) => r.table)) return true;
  return false;
}

function addItem(level: Level, item: FromItem, on: Expr[]): void {
  switch (item.kind) {
    case 'join':
      addItem(level, item.left, on);
      addItem(level, item.right, on);
      on.push(...conjuncts(item.on));
      return;
    case 'table': level.relations.push(tableOf(level, item.name, item.alias, item.columnAliases)); return;
    case 'derived-table': {
      // Without LATERAL it is computed once for all rows beside it.
      const inner = item.lateral
        ? estimateQuery(level.ctx, item.query, { ctes: level.ctes, parent: level, around: level.around * worth(product(level)) })
        : estimateQuery(level.ctx, item.query, { ctes: level.ctes, parent: level.parent, around: level.around });
      level.relations.push(relationOf(level, item.alias, inner, item.columnAliases));
      return;
    }
    case 'table-function': level.relations.push(functionOf(level, item)); return;
    case 'pivot': case 'unpivot': level.relations.push(turned(level, item)); return;
  }
}

function tableOf(level: Level, name: readonly string[], alias: string | undefined, columnAliases: readonly string[]): Relation {
  const cte = name.length === 1 ? cteOf(level.ctes, name[0]!, level) : undefined;
  if (cte && !cte.estimate) refuse('unknown-table', `${cte.name} is used before it is declared`);
  if (cte?.estimate) return relationOf(level, alias ?? cte.name, cte.estimate, columnAliases);
  return { name: alias ?? name.at(-1)!, made: 1, table: true, open: true, list: [] };
}

/** Rows turned into columns, or the other way round: any of the columns may hold what any did. */
function turned(level: Level, item: Pivot | Unpivot): Relation {
  const source: Level = { ...level, relations: [] };
  const on: Expr[] = [];
  addItem(source, item.source, on);
  source.rows = product(source);
  lookInside(source, [on, item.kind === 'pivot' ? item.values : item.groups]);
  const gathered = item.kind === 'pivot' ? item.aggregates.map(({ call }) => valueOf(source, call)) : [];
  const rest = oneOf([OF_TABLE, ...source.relations.flatMap((r) => [...r.list, ...(r.rest ? [r.rest] : [])]), ...gathered]);
  return { name: item.alias, made: source.rows.made * (item.kind === 'unpivot' ? item.groups.length : 1), table: source.rows.table, open: true, list: [], rest };
}

function cteOf(scope: CteScope | undefined, name: string, level: Level): CteScope | undefined {
  const list: CteScope[] = [];
  for (let here = scope; here; here = here.outer) list.push(here);
  return closestName(list, name, level.ctx.nameKey)[0];
}

function functionOf(level: Level, item: TableFunction): Relation {
  const args = item.call.args.map((arg) => valueOf(level, arg));
  checkWork(level, item.call, args);
  const set = setOf(item.call, args, item.columns && madeColumns(item.columns).map((c) => c.name));
  const own = set.columns.length === 1 && item.alias !== undefined && !item.columns ? [{ ...set.columns[0], name: item.alias }] : set.columns;
  const columns: NamedEstimate[] = [...own, ...(item.withOrdinality ? [{ name: 'ordinality', size: 10, distinct: true, range: { base: 'text' as const, low: 1, high: Math.max(1, set.rows) } }] : [])];
  return relationOf(level, item.alias ?? item.call.name, { made: Math.max(1, set.rows), table: false, columns, open: false }, item.columnAliases);
}

function relationOf(level: Level, name: string | undefined, estimate: QueryEstimate, aliases: readonly string[]): Relation {
  const list = renamed(estimate, aliases);
  const columns = new Map<string, Estimate>();
  for (const c of list) {
    const key = level.ctx.keyOf(c.name);
    const same = columns.get(key);
    columns.set(key, same ? oneOf([same, c]) : c);
  }
  return { name, made: estimate.made, table: estimate.table, open: estimate.open, columns, list };
}

/** The columns under the names that an alias list gives them. Behind a `*` of unknown columns any name may mean any of them. */
export function renamed({ columns, open }: QueryEstimate, names: readonly string[]): readonly NamedEstimate[] {
  if (names.length === 0) return columns;
  if (!open) return columns.map((c, i) => ({ ...c, name: names[i] ?? c.name }));
  const worst = oneOf([OF_TABLE, ...columns]);
  return [...names.map((name) => ({ ...worst, name })), ...columns];
}

/** All rows of all parts with all others: what stands to the left of LATERAL. */
const product = (level: Level): Rows => ({ made: level.relations.reduce((n, r) => n * r.made, 1), table: level.relations.some((r) => r.table) });

/** A part that is joined by a column with different values in all its rows adds no rows to what it is joined to. */
function together(level: Level, conditions: readonly Expr[]): Rows {
  const groups = new Groups();
  const keyed = new Set<string>();
  for (const condition of conditions) {
    if (condition.kind !== 'binary' || condition.op !== '=') continue;
    for (const [side, other] of [[condition.left, condition.right], [condition.right, condition.left]] as const) {
      const key = side.kind === 'column' ? (side.qualifier.at(-1) ?? onlyOwner(level, side.name)) : undefined;
      if (key === undefined || side.kind !== 'column' || !columnOf(level, side.qualifier, side.name).distinct || groups.of(key) !== key) continue;
      const to = qualifiersOf(other).find((q) => q !== key && groups.of(q) !== key);
      if (to === undefined || qualifiersOf(other).includes(key)) continue;
      keyed.add(key);
      groups.join(to, key);
      break;
    }
  }
  const counted = level.relations.filter((r) => r.name === undefined || !keyed.has(r.name));
  return { made: counted.reduce((n, r) => n * r.made, 1), table: level.relations.some((r) => r.table) };
}

/** The one part that an unqualified column can be of. */
function onlyOwner({ ctx, relations }: Level, name: string): string | undefined {
  const [owner, more] = relations.filter((r) => r.columns?.has(ctx.keyOf(name)));
  return more || relations.some((r) => r.open && r.columns) ? undefined : owner?.name;
}

export function qualifiersOf(e: unknown): string[] {
  const found: string[] = [];
  walk<Expr>(e, (node) => {
    if (node.kind === 'column' && node.qualifier.length) found.push(node.qualifier.at(-1)!);
  });
  return found;
}

export function conjuncts(e: Expr | undefined): Expr[] {
  if (!e) return [];
  return e.kind === 'logical' && e.op === 'and' ? e.operands.flatMap(conjuncts) : [e];
}
