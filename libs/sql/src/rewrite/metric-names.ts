import type { DeclaredAggregate, DeclaredEntity, DeclaredFilter, DeclaredMetric, GateInput } from '@countersign/contracts';
import type { KnownColumn, KnownTable } from '../resolve/catalogue.js';
import { catalogueOf } from '../resolve/resolve.js';

/** What is declared, as far as the scope holds it: standard names on one side, the tables and columns of the database on the other. */
export interface DeclaredNames {
  metrics: ReadonlyMap<string, DeclaredMetric>;
  filters: ReadonlyMap<string, DeclaredFilter>;
  entities: ReadonlyMap<string, DeclaredEntity>;
  /** The entity that a table of the scope stands for. */
  entityOf(table: KnownTable): DeclaredEntity | undefined;
  /** A column of an entity in the database; undefined: it is not in this scope. */
  columnOf(entity: string, column: string): (KnownColumn & { table: KnownTable }) | undefined;
  /** An entity and its columns as the text would name them. */
  tableName(entity: string): string;
  columnName(entity: string, column: string): string;
  /** Declared columns that hold one key: a column that points to an entity is the key it points to. */
  keyOf(entity: string, column: string): string;
}

/** Binds what is declared to the scope of a query. */
export function declaredNames({ declarations, scope, binding, from }: GateInput): DeclaredNames | undefined {
  if (!declarations || !scope) return undefined;
  // Declarations speak standard names whatever language the text has.
  const catalogue = catalogueOf(scope, binding, 'canonical', undefined);
  const entities = new Map(declarations.entities.map((entity) => [entity.id, entity]));
  const tables = new Map<string, KnownTable>();
  const byKey = new Map<string, DeclaredEntity>();
  for (const entity of declarations.entities) {
    const table = catalogue.find([entity.id]);
    if (!table) continue;
    tables.set(entity.id, table);
    if (!byKey.has(table.key)) byKey.set(table.key, entity);
  }
  const columnOf: DeclaredNames['columnOf'] = (entity, column) => {
    const table = tables.get(entity);
    const known = table?.columns.find(({ name }) => name === column);
    return table && known && { ...known, table };
  };
  const canonical = from === 'canonical';
  return {
    metrics: new Map(declarations.metrics.map((metric) => [metric.id, metric])),
    filters: new Map(declarations.filters.map((filter) => [filter.id, filter])),
    entities,
    entityOf: (table) => (table.standard === undefined ? undefined : entities.get(table.standard)) ?? byKey.get(table.key),
    columnOf,
    tableName: (entity) => (canonical ? entity : (tables.get(entity)?.parts.at(-1) ?? entity)),
    columnName: (entity, column) => (canonical ? column : (columnOf(entity, column)?.real ?? column)),
    keyOf: (entity, column) => keyIn(entities, entity, column),
  };
}

function keyIn(entities: ReadonlyMap<string, DeclaredEntity>, entity: string, column: string): string {
  const seen = new Set<string>();
  let at = `${entity}.${column}`;
  for (let here = { entity, column }; !seen.has(at); at = `${here.entity}.${here.column}`) {
    seen.add(at);
    here = entities.get(here.entity)?.references.find((r) => r.column === here.column)?.to ?? here;
  }
  return at;
}

/** Every column that an aggregate's condition and value name, as entity and column. */
export const entitiesIn = (part: DeclaredAggregate): string[] => [...new Set([part.of, ...part.joins.map(({ to }) => to.entity)])];
