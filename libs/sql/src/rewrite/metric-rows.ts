import type { DeclaredEntity, Expr, FromItem, Join, Query, Select, TableRef } from '@countersign/contracts';
import { FUNCTIONS } from '../registry/functions.js';
import { outputName } from '../resolve/output-name.js';
import type { KnownTable } from '../resolve/catalogue.js';
import { walk } from '../walk.js';
import { conjuncts, staysJoined, type Pair } from './joined-rows.js';
import type { DeclaredNames } from './metric-names.js';
import { setReturning } from './set-returning.js';

/** Tables and subqueries of a FROM that a proof goes through: each pair of them is looked at. */
export const MAX_RELATIONS = 40;

/** The WITH queries in sight, innermost first. */
export interface Ctes {
  name: string;
  columns: readonly string[];
  /** Undefined: it is the one that is being declared. */
  query: Query | undefined;
  outer: Ctes | undefined;
}

/** What is needed to tell what a FROM is made of. */
export interface Surroundings {
  names: DeclaredNames;
  tables: ReadonlyMap<TableRef, KnownTable>;
  ctes: Ctes | undefined;
  /** What was found out about subqueries: one that is used often is looked at once. */
  known: WeakMap<Query, Map<string, Passed>>;
}

/** What a subquery passes on. */
type Passed = Pick<Relation, 'entity' | 'carries' | 'partial' | 'unique'>;

/** One entry of a FROM: a table of an entity, a subquery that passes an entity's rows on as they are, or something else. */
export interface Relation {
  alias: string;
  /** Each of its rows is one row of this entity. */
  entity?: DeclaredEntity;
  /** Its own name for a column of an entity that each of its rows has one row of; key 'entity.column'. */
  carries: ReadonlyMap<string, string>;
  /** Entities that some of its rows may have no row of: an outer join let them go. */
  partial?: ReadonlySet<string>;
  /** Sets of its columns that no two of its rows share. */
  unique: readonly (readonly string[])[];
  /** A row of the FROM may be without it (an outer join). */
  optional: boolean;
}

/** Two columns that are equal; from an outer join only where both sides have rows. */
interface Equality {
  left: Side;
  right: Side;
  /** The relations that an outer join adds; absent: it holds in every row. */
  added?: { of: ReadonlySet<string>; to: ReadonlySet<string>; full: boolean };
}
interface Side {
  alias: string;
  column: string;
}

export interface Rows {
  relations: readonly Relation[];
  equalities: readonly Equality[];
  /** Relations of which no row may be there (LEFT JOIN … WHERE key IS NULL). */
  absent: ReadonlySet<string>;
  /** Tables that are joined so that rows without them are left out. */
  from: readonly FromItem[];
  /** Does no outer join take the one away from the other? */
  stays(pair: Pair): boolean;
}

/** What the rows of a select are made of. */
export function rowsOf(around: Surroundings, { from, where }: Pick<Select, 'from' | 'where'>): Rows {
  const relations: Relation[] = [];
  const equalities: Equality[] = [];
  for (const item of from) collect(around, item, false, relations, equalities);
  equalities.push(...equalitiesIn(where));
  const absent = new Set(conjuncts(where).flatMap((e) => {
    const column = e.kind === 'null-test' && !e.negated && e.operand.kind === 'column' ? e.operand : undefined;
    const relation = relations.find(({ alias, optional }) => optional && alias === column?.qualifier.at(-1));
    return relation && isKeyColumn(relation, column!.name) ? [relation.alias] : [];
  }));
  const tables = { tables: around.tables, hidesRows: around.names.hidesRows };
  return { relations, equalities, absent, from, stays: (pair) => staysJoined(tables, { from, ...(where ? { where } : {}) }, pair) };
}

function isKeyColumn({ entity, carries }: Relation, column: string): boolean {
  return entity !== undefined && entity.key.some((key) => carries.get(`${entity.id}.${key}`) === column);
}

function collect(around: Surroundings, item: FromItem, optional: boolean, relations: Relation[], equalities: Equality[]): string[] {
  if (item.kind !== 'join') {
    const relation = { ...relationOf(around, item), optional };
    relations.push(relation);
    return [relation.alias];
  }
  const left = collect(around, item.left, optional || item.type === 'right' || item.type === 'full', relations, equalities);
  const right = collect(around, item.right, optional || item.type === 'left' || item.type === 'full', relations, equalities);
  equalities.push(...joinEqualities(item, left, right, relations));
  return [...left, ...right];
}

function joinEqualities(join: Join, left: string[], right: string[], relations: readonly Relation[]): Equality[] {
  const using = join.using.flatMap((column): Equality[] => {
    const having = (aliases: string[]): string | undefined => aliases.find((alias) => hasColumn(relations.find((r) => r.alias === alias)!, column));
    const [a, b] = [having(left), having(right)];
    return a !== undefined && b !== undefined ? [{ left: { alias: a, column }, right: { alias: b, column } }] : [];
  });
  const all = [...using, ...equalitiesIn(join.on)];
  if (join.type === 'inner' || join.type === 'cross') return all;
  const [to, of] = join.type === 'right' ? [right, left] : [left, right];
  const added = { of: new Set(of), to: new Set(to), full: join.type === 'full' };
  // What is said of one side alone says nothing of its rows that found no partner.
  return all.filter((e) => added.of.has(e.left.alias) !== added.of.has(e.right.alias)).map((e) => ({ ...e, added }));
}

const hasColumn = ({ carries, unique }: Relation, column: string): boolean => [...carries.values()].includes(column) || unique.some((set) => set.includes(column));

function equalitiesIn(e: Expr | undefined): Equality[] {
  return conjuncts(e).flatMap((one) => {
    if (one.kind !== 'binary' || one.op !== '=' || one.left.kind !== 'column' || one.right.kind !== 'column') return [];
    const [left, right] = [one.left, one.right].map(({ qualifier, name }) => ({ alias: qualifier.at(-1) ?? '', column: name }));
    return [{ left: left!, right: right! }];
  });
}

function relationOf(around: Surroundings, item: Exclude<FromItem, Join>): Omit<Relation, 'optional'> {
  const opaque = (alias: string | undefined): Omit<Relation, 'optional'> => ({ alias: alias ?? '', carries: new Map(), unique: [] });
  if (item.kind === 'derived-table') return { alias: item.alias ?? '', ...passedBy(around, item.query, item.columnAliases) };
  if (item.kind !== 'table') return opaque('alias' in item ? item.alias : undefined);
  const alias = item.alias ?? item.name.at(-1)!;
  const table = around.tables.get(item);
  if (table) {
    const entity = around.names.entityOf(table);
    if (!entity || item.partitions) return opaque(alias);
    return { alias, entity, carries: new Map(declaredColumns(around.names, entity, table)), unique: [] };
  }
  for (let cte = around.ctes; cte; cte = cte.outer) {
    if (cte.name === item.name.at(-1)) return cte.query ? { alias, ...passedBy({ ...around, ctes: cte.outer }, cte.query, item.columnAliases.length ? item.columnAliases : cte.columns) } : opaque(alias);
  }
  return opaque(alias);
}

/** Under its own name a table holds values as they are stored, and what is declared is said of the standard ones. */
function declaredColumns(names: DeclaredNames, entity: DeclaredEntity, { named, standards }: KnownTable): [string, string][] {
  const stored = named ? undefined : standards.find(({ name }) => name === entity.id)?.convert;
  return entity.columns.flatMap((column): [string, string][] => {
    const known = names.columnOf(entity.id, column);
    return known && !stored?.has(known.real) ? [[`${entity.id}.${column}`, known.real]] : [];
  });
}

function passedBy(around: Surroundings, query: Query, columns: readonly string[]): Passed {
  const named = columns.join('\0');
  const known = around.known.get(query) ?? new Map<string, Passed>();
  around.known.set(query, known);
  const passed = known.get(named) ?? passedOn(around, query, columns);
  known.set(named, passed);
  return passed;
}

/** Does a subquery pass rows of an entity on, and which of its columns tell its rows apart? */
function passedOn(around: Surroundings, query: Query, columns: readonly string[]): Passed {
  const select = query.body.kind === 'select' ? query.body : undefined;
  const nothing: Passed = { carries: new Map<string, string>(), unique: [] };
  if (!select) return nothing;
  let ctes = around.ctes;
  for (const cte of query.with?.ctes ?? []) ctes = { name: cte.name, columns: cte.columns, query: cte.query, outer: ctes };
  const outputs = select.items.map((item, i) => ({ name: columns[i] ?? outputName(item), expr: item.expr }));
  const cut = query.limit !== null || query.offset > 0;
  if (query.limit === 1) return { ...nothing, unique: [[]] };
  if (setReturning(select, query.orderBy)) return nothing;
  if (select.groupBy.length > 0 || hasAggregate(select)) return { ...nothing, unique: groupKeys(select, outputs) };
  if (select.distinct === true) return { ...nothing, unique: [outputs.map(({ name }) => name)] };
  if (select.distinct || cut || select.having) return nothing;
  const rows = rowsOf({ ...around, ctes }, select);
  if (rows.relations.length > MAX_RELATIONS) return nothing;
  const base = rows.relations.find((r) => r.entity && !r.optional && repeaters(around.names, rows, r).length === 0);
  if (!base) return nothing;
  const carries = new Map<string, string>();
  for (const relation of [base, ...rows.relations]) {
    for (const [key, own] of relation.carries) {
      // Of an entity that stands here twice nobody could tell which is meant.
      if (relation !== base && rows.relations.some((r) => r !== relation && r.carries.has(key))) continue;
      const output = outputs.find(({ expr }) => expr.kind === 'column' && expr.name === own && (expr.qualifier.at(-1) ?? '') === relation.alias);
      if (output && !carries.has(key)) carries.set(key, output.name);
    }
  }
  return { entity: base.entity!, carries, partial: partialIn(rows, base), unique: [] };
}

/** One outer join that lets rows go may be what another starts from: then none of them is sure. */
function partialIn({ relations, stays }: Rows, base: Relation): Set<string> {
  const added = relations.filter((r) => r !== base && r.optional);
  const sure = added.every((r) => {
    const key = r.entity && r.carries.get(`${r.entity.id}.${r.entity.key[0]}`);
    return key !== undefined && stays({ from: base.alias, to: r.alias, key });
  });
  const gone = sure ? [] : added.flatMap(({ carries }) => [...carries.keys()].map((key) => key.slice(0, key.indexOf('.'))));
  return new Set([...gone, ...relations.flatMap(({ partial }) => [...(partial ?? [])])]);
}

function groupKeys({ groupBy, items }: Select, outputs: readonly { name: string; expr: Expr }[]): string[][] {
  const names: string[] = [];
  for (const group of groupBy) {
    if (group.kind !== 'group-expr') return [];
    const { expr } = group;
    const position = expr.kind === 'number' ? Number(expr.text) - 1 : items.findIndex((item) => sameColumn(item.expr, expr));
    const output = outputs[position];
    if (!output) return [];
    names.push(output.name);
  }
  return [names];
}

const sameColumn = (a: Expr, b: Expr): boolean => JSON.stringify(a, withoutPlace) === JSON.stringify(b, withoutPlace);
const withoutPlace = (key: string, value: unknown): unknown => (key === 'at' ? undefined : value);

export function hasAggregate({ items, having }: Pick<Select, 'items'> & Partial<Pick<Select, 'having'>>): boolean {
  let found = having !== undefined;
  walk<Expr | Query>([items, having], (node) => {
    if (node.kind === 'query') return false;
    found ||= node.kind === 'metric' || (node.kind === 'call' && !node.over && FUNCTIONS.get(node.name)?.kind === 'aggregate');
    return true;
  });
  return found;
}

/** Does the equality hold in the rows where both have a row? */
function holds({ added }: Equality, measured: string, other: string): boolean {
  if (!added) return true;
  if (added.full) return (added.of.has(measured) && added.to.has(other)) || (added.to.has(measured) && added.of.has(other));
  return added.of.has(measured) || added.of.has(other);
}

/** Columns that are equal wherever `measured` and `other` both have a row. */
export function equalsOf(rows: Rows, measured: string, other: string): (a: Side, b: Side) => boolean {
  const parent = new Map<string, string>();
  const keyOf = ({ alias, column }: Side): string => `${alias}\0${column}`;
  const root = (key: string): string => {
    let at = key;
    for (let up = parent.get(at); up !== undefined; up = parent.get(at)) at = up;
    return at;
  };
  for (const equality of rows.equalities) {
    if (!holds(equality, measured, other)) continue;
    const [a, b] = [root(keyOf(equality.left)), root(keyOf(equality.right))];
    if (a !== b) parent.set(a, b);
  }
  return (a, b) => root(keyOf(a)) === root(keyOf(b));
}

/**
 * The relations of which one row of `measured` may have several: whatever can't be shown to have at most one. None: each row of
 * it stands at most once among the rows of the FROM.
 */
export function repeaters(names: DeclaredNames, rows: Rows, measured: Relation): Relation[] {
  const reached = [measured];
  let left = rows.relations.filter((r) => r !== measured && !rows.absent.has(r.alias));
  for (let found = true; found; ) {
    const next = left.filter((r) => hasOneRow(names, rows, measured, reached, r));
    reached.push(...next);
    left = left.filter((r) => !next.includes(r));
    found = next.length > 0;
  }
  return left;
}

function hasOneRow(names: DeclaredNames, rows: Rows, measured: Relation, reached: readonly Relation[], relation: Relation): boolean {
  const equals = equalsOf(rows, measured.alias, relation.alias);
  const { entity, carries, unique } = relation;
  const known = rows.equalities.flatMap(({ left, right }) => [left, right]).filter(({ alias }) => reached.some((r) => r.alias === alias));
  const fixed = (column: string, fits: (side: Side) => boolean): boolean => known.some((side) => fits(side) && equals(side, { alias: relation.alias, column }));
  if (unique.some((set) => set.every((column) => fixed(column, () => true)))) return true;
  if (!entity) return false;
  return entity.key.every((key) => {
    const own = carries.get(`${entity.id}.${key}`);
    const identity = names.keyOf(entity.id, key);
    return own !== undefined && fixed(own, (side) => identitiesOf(names, reached, side).includes(identity));
  });
}

/** Which declared keys a column of a relation holds. */
function identitiesOf(names: DeclaredNames, relations: readonly Relation[], side: Side): string[] {
  const relation = relations.find(({ alias }) => alias === side.alias);
  return [...(relation?.carries ?? [])].flatMap(([key, own]) => {
    if (own !== side.column) return [];
    const dot = key.indexOf('.');
    return [names.keyOf(key.slice(0, dot), key.slice(dot + 1))];
  });
}
