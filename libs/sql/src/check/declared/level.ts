import type { ColumnExpr, DeclaredEntity, Expr, FromItem, Query, Select } from '@countersign/contracts';
import { outputName } from '../../resolve/output-name.js';
import { hasAggregate, MAX_RELATIONS, repeaters, rowsOf, type Ctes, type Relation, type Rows, type Surroundings } from '../../rewrite/metric-rows.js';
import { conjuncts, tests } from '../../rewrite/joined-rows.js';
import { setReturning } from '../../rewrite/set-returning.js';
import { ANY_ROW, both, withRowOf, type RowCondition } from './row-condition.js';
import { conditionIn } from './read-condition.js';

/** A subquery of a FROM, and the names of its outputs. */
export interface Part {
  level: Level;
  outputs: ReadonlyMap<string, Expr>;
  grouped: boolean;
}

/** One SELECT: its rows, and what they have passed. */
export interface Level {
  around: Omit<Surroundings, 'ctes'>;
  /** Looked at so far, subqueries with it; what has too many is not compared. */
  budget: { left: number };
  select: Select;
  rows: Rows;
  parts: ReadonlyMap<string, Part>;
  ctes: Ctes | undefined;
  outer: Level | undefined;
  /** The relation of which each row of the FROM has one row of its own. */
  grain: Relation | undefined;
}

/** Undefined where a table stands twice in it (which one a column is of decides what it means), and where rows multiply. */
export function levelOf(around: Level['around'], budget: Level['budget'], select: Select, ctes: Ctes | undefined, outer?: Level): Level | undefined {
  if (budget.left-- <= 0 || setReturning(select, [])) return undefined;
  const rows = rowsOf({ ...around, ctes }, select);
  if (rows.relations.length > MAX_RELATIONS) return undefined;
  const entities = rows.relations.flatMap(({ entity }) => entity ?? []);
  if (new Set(entities).size < entities.length) return undefined;
  const parts = new Map<string, Part>();
  for (const item of select.from) collectParts({ around, budget, ctes }, item, parts);
  const grain = rows.relations.find((r) => r.entity && repeaters(around.names, rows, r).length === 0);
  return { around, budget, select, rows, parts, ctes, outer, grain };
}

function collectParts(of: Pick<Level, 'around' | 'budget' | 'ctes'>, item: FromItem, parts: Map<string, Part>): void {
  if (item.kind === 'join') {
    collectParts(of, item.left, parts);
    collectParts(of, item.right, parts);
  } else if (item.kind === 'derived-table') addPart(of, item.alias ?? '', item.query, item.columnAliases, of.ctes, parts);
  else if (item.kind === 'table' && !of.around.tables.has(item)) {
    for (let cte = of.ctes; cte; cte = cte.outer) {
      if (cte.name !== item.name.at(-1)) continue;
      if (cte.query) addPart(of, item.alias ?? cte.name, cte.query, item.columnAliases.length ? item.columnAliases : cte.columns, cte.outer, parts);
      return;
    }
  }
}

function addPart({ around, budget }: Pick<Level, 'around' | 'budget'>, alias: string, query: Query, columns: readonly string[], ctes: Ctes | undefined, parts: Map<string, Part>): void {
  if (query.body.kind !== 'select' || query.limit !== null || setReturning(query.body, query.orderBy)) return;
  const level = levelOf(around, budget, query.body, withCtes(query, ctes));
  if (!level) return;
  const grouped = query.body.groupBy.length > 0 || hasAggregate(query.body);
  // Groups that look alike would be one.
  if (grouped && query.body.distinct !== false) return;
  const outputs = new Map(query.body.items.map((item, i) => [columns[i] ?? outputName(item), item.expr]));
  parts.set(alias, { level, outputs, grouped });
}

export function withCtes(query: Query, ctes: Ctes | undefined): Ctes | undefined {
  let all = ctes;
  for (const cte of query.with?.ctes ?? []) all = { name: cte.name, columns: cte.columns, query: query.with!.recursive ? undefined : cte.query, outer: all };
  return all;
}

/** What a column is: one of an entity, or an output of a subquery. */
export type Meaning = { entity: DeclaredEntity; column: string; key: string } | { part: Part; alias: string; expr: Expr };

export function meaningOf(level: Level, { qualifier, name }: ColumnExpr): Meaning | undefined {
  const alias = qualifier.at(-1);
  for (const relation of level.rows.relations) {
    if (alias !== undefined && relation.alias !== alias) continue;
    const found = [...relation.carries].find(([, own]) => own === name)?.[0];
    if (found !== undefined) {
      const dot = found.indexOf('.');
      const [entity, column] = [found.slice(0, dot), found.slice(dot + 1)];
      return { entity: level.around.names.owner(entity)!, column, key: level.around.names.keyOf(entity, column) };
    }
    const part = level.parts.get(relation.alias);
    const expr = part?.outputs.get(name);
    if (part && expr) return { part, alias: relation.alias, expr };
  }
  return level.outer && meaningOf(level.outer, { kind: 'column', qualifier, name });
}

const NOTHING: ReadonlySet<string> = new Set();

/** What every row has passed that `measured` and `read` have a row of; absent: what every row of the FROM has passed. */
export function passed(level: Level, measured: Relation | undefined, read: ReadonlySet<string> = NOTHING): RowCondition {
  const { names } = level.around;
  const there = new Set(level.rows.relations.filter((r) => !r.optional || r === measured || read.has(r.alias) || tests(level.select.where, r.alias)).map(({ alias }) => alias));
  let condition = conditionIn(level, level.select.where);
  for (const item of level.select.from) condition = both(condition, joined(level, item, there));
  const entities = new Set<string>();
  for (const { alias, carries } of level.rows.relations) {
    if (!there.has(alias)) continue;
    for (const key of carries.keys()) addEntity(names, key.slice(0, key.indexOf('.')), entities);
    const part = level.parts.get(alias);
    if (part && !part.grouped) condition = both(condition, passed(part.level, undefined));
  }
  return both(condition, withRowOf(entities));
}

/** Conditions of joins whose rows are there: of an outer join only where what it adds is. */
function joined(level: Level, item: FromItem, there: ReadonlySet<string>): RowCondition {
  if (item.kind !== 'join') return ANY_ROW;
  const inner = both(joined(level, item.left, there), joined(level, item.right, there));
  const added = item.type === 'left' ? aliasesOf(item.right) : item.type === 'right' ? aliasesOf(item.left) : item.type === 'full' ? [''] : [];
  if (added.length > 0 && !added.some((alias) => there.has(alias))) return inner;
  return conjuncts(item.on).reduce((all, e) => both(all, conditionIn(level, e)), inner);
}

const aliasesOf = (item: FromItem): string[] => (item.kind === 'join' ? [...aliasesOf(item.left), ...aliasesOf(item.right)] : [('alias' in item ? item.alias : undefined) ?? (item.kind === 'table' ? item.name.at(-1)! : '')]);

/** With a row there is a row of whatever it must point to. */
export function addEntity(names: Surroundings['names'], entity: string, to: Set<string>): void {
  const owner = names.owner(entity)?.id ?? entity;
  if (to.has(owner)) return;
  to.add(owner);
  for (const reference of names.references(owner)) if (!reference.optional) addEntity(names, reference.to.entity, to);
}
