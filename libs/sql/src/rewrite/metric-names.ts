import type { DeclaredEntity, DeclaredFilter, DeclaredMetric, DeclaredReference, GateInput } from '@countersign/contracts';
import type { KnownColumn, KnownTable } from '../resolve/catalogue.js';
import { catalogueOf } from '../resolve/resolve.js';
import { isAbout } from './guard-tables.js';

/** What is declared, as far as the scope holds it: standard names on one side, the tables and columns of the database on the other. */
export interface DeclaredNames {
  metrics: ReadonlyMap<string, DeclaredMetric>;
  filters: ReadonlyMap<string, DeclaredFilter>;
  entities: ReadonlyMap<string, DeclaredEntity>;
  /** The entity that a table of the scope stands for. */
  entityOf(table: KnownTable): DeclaredEntity | undefined;
  /** The entity whose table it is: a second address is an address. */
  owner(entity: string): DeclaredEntity | undefined;
  references(entity: string): readonly DeclaredReference[];
  /** A column of an entity in the database; undefined: it is not in this scope. */
  columnOf(entity: string, column: string): (KnownColumn & { table: KnownTable }) | undefined;
  /** Is there a row filter on it: are some of its rows not there for who asks? */
  hidesRows(table: KnownTable): boolean;
  /** An entity and its columns as the text would name them. */
  tableName(entity: string): string;
  columnName(entity: string, column: string): string;
  /** One name for all declared columns that hold the same key: a column that points to an entity is the key it points to. */
  keyOf(entity: string, column: string): string;
}

/** Binds what is declared to the scope of a query. */
export function declaredNames({ declarations, scope, binding, from, rowFilters }: GateInput): DeclaredNames | undefined {
  if (!declarations || !scope) return undefined;
  // Declarations speak standard names whatever language the text has.
  const catalogue = catalogueOf(scope, binding, 'canonical', undefined);
  const entities = new Map(declarations.entities.map((entity) => [entity.id, entity]));
  const tables = new Map<string, KnownTable>();
  const byKey = new Map<string, DeclaredEntity>();
  for (const entity of declarations.entities) {
    const table = entity.table === entity.id ? catalogue.find([entity.id]) : undefined;
    if (!table) continue;
    tables.set(entity.id, table);
    if (!byKey.has(table.key)) byKey.set(table.key, entity);
  }
  const owner = (entity: string): DeclaredEntity | undefined => entities.get(entities.get(entity)?.table ?? entity);
  const tableOf = (entity: string): KnownTable | undefined => tables.get(owner(entity)?.id ?? entity);
  const columnOf: DeclaredNames['columnOf'] = (entity, column) => {
    const table = tableOf(entity);
    const known = table?.columns.find(({ name }) => name === column);
    return table && known && { ...known, table };
  };
  const canonical = from === 'canonical';
  return {
    metrics: new Map(declarations.metrics.map((metric) => [metric.id, metric])),
    filters: new Map(declarations.filters.map((filter) => [filter.id, filter])),
    entities,
    entityOf: ({ named, key }) => (named && owner(named.name)) ?? byKey.get(key),
    owner,
    references: (entity) => entities.get(entity)?.references ?? [],
    columnOf,
    hidesRows: (table) => (rowFilters ?? []).some((filter) => isAbout(filter, table)),
    tableName: (entity) => (canonical ? (owner(entity)?.id ?? entity) : (tableOf(entity)?.parts.at(-1) ?? entity)),
    columnName: (entity, column) => (canonical ? column : (columnOf(entity, column)?.real ?? column)),
    keyOf: (entity, column) => keyIn(entities, owner, entity, column),
  };
}

function keyIn(entities: ReadonlyMap<string, DeclaredEntity>, owner: DeclaredNames['owner'], entity: string, column: string): string {
  const seen = new Set<string>();
  let here = { entity, column };
  for (;;) {
    const at = `${owner(here.entity)?.id ?? here.entity}.${here.column}`;
    if (seen.has(at)) return at;
    seen.add(at);
    here = entities.get(here.entity)?.references.find((r) => r.column === here.column)?.to ?? here;
  }
}
