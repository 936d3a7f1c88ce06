import { scopeFor, standardNames } from '@countersign/access';
import type { CatalogueTable, Locale } from '@countersign/contracts';
import { declarationsOf, definitionOf, labelOf, type Pack } from '@countersign/pack';
import type { Live } from '../live.js';

export interface GroundColumn {
  name: string;
  type: string;
  label: string;
  comment: string | null;
  key: boolean;
  /** 'table.column' it points to. */
  references: string | null;
}

export interface GroundTable {
  name: string;
  label: string;
  comment: string | null;
  rows: number | null;
  columns: GroundColumn[];
}

/** What may be named to a model for one asker: standard names, within their grants, without what is personal. */
export interface Ground {
  tables: GroundTable[];
  metrics: { id: string; label: string; definition: string }[];
  filters: { id: string; label: string; definition: string }[];
}

/**
 * The slice of a pack and its data source that this asker may use. Columns that no query of theirs may touch have no name here;
 * neither has a metric or a filter over a table that is not granted.
 */
export function visibleGround(pack: Pack, live: Live, locale: Locale, now: string): Ground {
  const { catalogue, grants, binding, sensitive, others } = live;
  if (!catalogue) return { tables: [], metrics: [], filters: [] };
  const scope = scopeFor({ catalogue, grants, binding, sensitive, ...(others ? { others } : {}), now });
  const open = new Map(scope.tables.map((table) => [`${table.schema ?? ''}.${table.name}`, table]));
  const names = standardNames(catalogue, binding);
  const entities = declarationsOf(pack).entities;
  const tables = catalogue.tables.flatMap((table) => (names.get(table) ?? []).flatMap((standard) => {
    const granted = open.get(`${table.schema}.${table.name}`);
    const entity = entities.find(({ id, table: of }) => id === standard.name && of === id);
    if (!granted || !entity) return [];
    const types = new Map(granted.columns.filter(({ name }) => !granted.denied.includes(name)).map(({ name, type }) => [name, type]));
    const columns = table.columns.flatMap(({ name: real, comment }) => standard.columnNames(real).filter((name) => types.has(real) && entity.columns.includes(name)).map((name): GroundColumn => ({
      name, type: standard.convertedType(name) ?? types.get(real) ?? 'text', label: labelOf(pack, `${standard.name}.${name}`, locale), comment: comment ?? null, key: entity.key.includes(name), references: null,
    })));
    return columns.length === 0 ? [] : [tableOf(pack, table, standard.name, columns, locale)];
  }));
  return { ...within(pack, tables, locale), tables: withReferences(tables, entities) };
}

const tableOf = (pack: Pack, { comment, rowEstimate }: CatalogueTable, name: string, columns: GroundColumn[], locale: Locale): GroundTable => ({
  name, label: labelOf(pack, name, locale), comment: comment ?? null, rows: rowEstimate ?? null, columns,
});

/** What is not granted is pointed to by nothing. */
function withReferences(tables: GroundTable[], entities: readonly { id: string; key: string[]; references: { column: string; to: { entity: string; column: string } }[] }[]): GroundTable[] {
  const has = (entity: string, column: string): boolean => tables.some(({ name, columns }) => name === entity && columns.some((one) => one.name === column));
  return tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) => {
      const to = entities.find(({ id }) => id === table.name)?.references.find((reference) => reference.column === column.name)?.to;
      return to && has(to.entity, to.column) ? { ...column, references: `${to.entity}.${to.column}` } : column;
    }),
  }));
}

function within(pack: Pack, tables: readonly GroundTable[], locale: Locale): Pick<Ground, 'metrics' | 'filters'> {
  const { entities, metrics, filters } = declarationsOf(pack);
  const granted = (id: string): boolean => tables.some(({ name }) => name === (entities.find((entity) => entity.id === id)?.table ?? id));
  const said = ({ id }: { id: string }): { id: string; label: string; definition: string } => ({ id, label: labelOf(pack, id, locale), definition: definitionOf(pack, id, locale) });
  return {
    metrics: metrics.filter(({ private: hidden, value, parts }) => !hidden && value !== undefined && parts.every(({ of }) => granted(of))).map(said),
    filters: filters.filter(({ entity }) => granted(entity)).map(said),
  };
}
