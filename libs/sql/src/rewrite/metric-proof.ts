import type { ColumnExpr, DeclaredAggregate, DeclaredMetric, Finding } from '@countersign/contracts';
import { refuse } from '../refusal.js';
import type { KnownColumn } from '../resolve/catalogue.js';
import type { DeclaredNames } from './metric-names.js';
import { equalsOf, MAX_RELATIONS, repeaters, type Relation, type Rows } from './metric-rows.js';

/** Where an aggregate of a metric reads its columns, once it is proven that it may. */
export interface Ground {
  /** The relation whose rows are measured. */
  measured: Relation;
  /** One row of it may stand several times: only what is told apart may be counted. */
  repeated: boolean;
  /** The column of the FROM that an entity's column is. */
  column(entity: string, column: string): ColumnExpr;
  /** For the approver: what the FROM leaves out. */
  note?: Finding;
}

/** What a proof is about, and who gets to know that a column is read. */
export interface Asked {
  names: DeclaredNames;
  rows: Rows;
  /** As the text says it: `metric('net_revenue')`. */
  said: string;
  at: number | undefined;
  read(column: KnownColumn, key: string): void;
}

/**
 * Proves that the rows of a FROM are fit for an aggregate: they hold the measured entity once, what its condition needs is joined
 * on the declared keys, and no join repeats what is added up.
 */
export function proveRows(asked: Asked, metric: DeclaredMetric, part: DeclaredAggregate): Ground {
  const { names, rows } = asked;
  if (rows.relations.length > MAX_RELATIONS) refuse('oversize', `${asked.said} stands over more than ${MAX_RELATIONS} tables`, asked.at);
  const measured = measuredIn(asked, part);
  const related = new Map([[part.of, measured]]);
  for (const step of part.joins) {
    const from = related.get(step.from.entity)!;
    related.set(step.to.entity, carriedBy(names, from, step.to.entity) ? from : joinedTo(asked, metric, part, from, step));
  }
  const repeating = repeaters(names, rows, measured);
  const column = (entity: string, name: string): ColumnExpr => columnOf(asked, related.get(entity) ?? measured, entity, name);
  if (repeating.length === 0) return { measured, repeated: false, column };
  const toldApart = part.kind === 'distinct' || part.kind === 'min' || part.kind === 'max';
  const countable = part.kind === 'count' && measured.entity!.key.length === 1;
  if (!toldApart && !countable) fanOut(asked, metric, measured, repeating[0]!);
  if (!rows.relations.some((r) => repeaters(names, rows, r).length === 0)) chasm(asked, measured, repeating);
  if (toldApart) return { measured, repeated: false, column };
  const by = repeating.find((r) => !r.optional);
  return { measured, repeated: true, column, ...(by ? { note: countedOnce(asked, part.of, by) } : {}) };
}

function countedOnce(asked: Asked, of: string, by: Relation): Finding {
  const table = asked.names.tableName(of);
  return { rule: 'metric-counted-once', severity: 'info', message: `${asked.said} counts each row of ${table} once, and only those that have a row of ${shown(asked, by)}`, params: { column: table } };
}

/** A subquery may pass on what its rows point to; which of two addresses it passes on it doesn't say. */
const carriedBy = (names: DeclaredNames, { carries, partial }: Relation, entity: string): boolean => !partial?.has(entity) && names.owner(entity)?.id === entity && [...carries.keys()].some((key) => key.startsWith(`${entity}.`));

function measuredIn({ names, rows, said, at }: Asked, { of }: DeclaredAggregate): Relation {
  const table = names.tableName(of);
  const [first, second] = rows.relations.filter(({ entity }) => entity && entity === names.owner(of));
  if (second) refuse('metric-rows', `${said} reads rows of ${table}, which stands twice in this FROM (${first!.alias} and ${second.alias}): it can't be told whose are meant`, at);
  return first ?? refuse('metric-rows', `${said} reads rows of ${table}, and this FROM has none: ${missing(names, rows, of)}`, at);
}

/** How the rows could come in: by a declared reference between them and what is there. */
function missing(names: DeclaredNames, rows: Rows, of: string): string {
  const table = names.tableName(of);
  for (const relation of rows.relations) {
    for (const [here, there] of [[relation.entity?.id, of], [of, relation.entity?.id]] as const) {
      const reference = here === undefined ? undefined : names.references(here).find(({ to }) => to.entity === there);
      if (!reference) continue;
      const name = (entity: string, column: string): string => `${entity === of ? table : relation.alias}.${names.columnName(entity, column)}`;
      return `add JOIN ${table} ON ${name(here!, reference.column)} = ${name(there!, reference.to.column)}`;
    }
  }
  return `read from ${table}`;
}

function joinedTo(asked: Asked, { label }: DeclaredMetric, part: DeclaredAggregate, from: Relation, { from: one, to }: DeclaredAggregate['joins'][number]): Relation {
  const { names, rows, said, at } = asked;
  const owner = names.owner(to.entity);
  const [pointing, key] = [from.carries.get(`${names.owner(one.entity)?.id}.${one.column}`), `${owner?.id}.${to.column}`];
  const table = names.tableName(to.entity);
  const candidates = rows.relations.filter((r) => r.entity && r.entity === owner);
  const joined = candidates.find((r) => {
    const own = r.carries.get(key);
    return pointing !== undefined && own !== undefined && equalsOf(rows, from.alias, r.alias)({ alias: from.alias, column: pointing }, { alias: r.alias, column: own });
  });
  const on = (alias: string): string => `${alias}.${names.columnName(to.entity, to.column)} = ${from.alias}.${names.columnName(one.entity, one.column)}`;
  if (joined && !rows.stays({ from: from.alias, to: joined.alias, key: joined.carries.get(key)! })) {
    refuse('metric-rows', `${said} (${label.en}) needs the row of ${table} that each row of ${shown(asked, from)} points to, and the outer join leaves some of them out: use JOIN ${table} ON ${on(joined.alias)}, and put other conditions in WHERE`, at);
  }
  if (joined) return joined;
  const needs = `${said} (${label.en}) is about ${names.tableName(part.of)} of certain ${table}`;
  if (candidates[0]) refuse('metric-rows', `${needs}, but ${candidates[0].alias} is not joined ON ${on(candidates[0].alias)}`, at);
  return refuse('metric-rows', `${needs}: add JOIN ${table} ON ${on(table)}`, at);
}

/** The column that an entity's column is in a relation of the FROM. */
export function columnOf({ names, said, at, read }: Omit<Asked, 'rows'>, relation: Relation, entity: string, column: string): ColumnExpr {
  const known = names.columnOf(entity, column);
  const name = names.columnName(entity, column);
  if (!known) return refuse('unknown-column', `the definition of ${said} needs ${names.tableName(entity)}.${name}, which is not in this scope`, at);
  if (known.denied) refuse('denied-column', `the definition of ${said} needs ${known.table.key}.${known.real}, which may not be used`, at);
  const own = relation.carries.get(`${names.owner(entity)?.id}.${column}`);
  if (own === undefined) return refuse('metric-rows', `the definition of ${said} needs ${names.tableName(entity)}.${name}: ${relation.alias} has to pass it on`, at);
  read(known, known.table.key);
  return { kind: 'column', qualifier: [relation.alias], name: own, ...(at === undefined ? {} : { at }) };
}

function fanOut(asked: Asked, { label }: DeclaredMetric, measured: Relation, by: Relation): never {
  const { said, at } = asked;
  const many = by.entity ? `one row of ${shown(asked, measured)} may meet several of ${shown(asked, by)} here` : `nothing shows that one row of ${shown(asked, measured)} meets at most one of ${shown(asked, by)}`;
  return refuse('metric-fan-out', `${said}: ${many}, and ${label.en} would be counted more than once; aggregate ${shown(asked, by)} first, in a subquery of its own with one row for each`, at);
}

/** Rows that no table ties together: each of the one stands beside each of the other. */
function chasm(asked: Asked, measured: Relation, repeating: readonly Relation[]): never {
  const tables = repeating.map((r) => shown(asked, r)).join(' and ');
  return refuse('metric-fan-out', `${asked.said}: no rows tie ${shown(asked, measured)} to each of ${tables}, so that every combination would count; ask about them one by one, each in its own subquery`, asked.at);
}

function shown({ names }: Asked, { alias, entity }: Relation): string {
  const table = entity && names.tableName(entity.id);
  return table === undefined || table === alias ? alias : `${table} ${alias}`;
}
