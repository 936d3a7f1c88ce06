import { scopeFor, standardNames } from '@countersign/access';
import type { Catalogue, CatalogueTable, Grant, Locale, NameBinding, SchemaTable } from '@countersign/contracts';
import { labelOf, sensitiveColumns, type Pack } from '@countersign/pack';

export interface VisibleInput {
  catalogue: Catalogue;
  /** The person's grants on the data source. */
  grants: readonly Grant[];
  /** Every pack that names things in it. */
  packs: readonly { pack: Pack; binding: NameBinding | undefined }[];
  locale: Locale;
  now: string;
}

/**
 * What a person may see of a data source, by name: tables and columns within live grants, with what packs call them.
 *
 * @example visibleSchema({ catalogue, grants: [], packs: [], locale: 'en', now }) // []
 */
export function visibleSchema({ catalogue, grants, packs, locale, now }: VisibleInput): SchemaTable[] {
  const [own, ...others] = packs.map(({ pack, binding }) => ({ binding, sensitive: sensitiveColumns(pack) }));
  const scope = scopeFor({ catalogue, grants, binding: own?.binding, sensitive: own?.sensitive ?? [], others, now });
  const words = packs.map(({ pack, binding }) => ({ pack, names: standardNames(catalogue, binding) }));
  const labelled = (table: CatalogueTable, column?: string): string | null => {
    for (const { pack, names } of words) {
      for (const standard of names.get(table) ?? []) {
        const ref = column === undefined ? standard.name : standard.columnNames(column).map((name) => `${standard.name}.${name}`).find((name) => labelOf(pack, name, locale) !== name);
        const label = ref === undefined ? undefined : labelOf(pack, ref, locale);
        if (label !== undefined && label !== ref && label !== column?.replaceAll('_', ' ')) return label;
      }
    }
    return null;
  };
  const seen = new Map(scope.tables.map((table) => [`${table.schema ?? ''}.${table.name}`, table]));
  return catalogue.tables.flatMap((table) => {
    const visible = seen.get(`${table.schema}.${table.name}`);
    if (!visible) return [];
    const columns = new Set(visible.columns.map(({ name }) => name));
    return [{
      schema: table.schema, name: table.name, kind: table.kind, comment: table.comment ?? null, label: labelled(table), rowEstimate: table.rowEstimate ?? null,
      primaryKey: table.primaryKey.filter((name) => columns.has(name)), found: [],
      columns: table.columns.filter(({ name }) => columns.has(name)).map(({ name, type, nullable, comment }) => ({
        name, type, nullable, comment: comment ?? null, label: labelled(table, name), personal: visible.denied.includes(name), references: referenceOf(table, name, seen), meant: false,
      })),
    }];
  }).sort((a, b) => (`${a.schema}.${a.name}` < `${b.schema}.${b.name}` ? -1 : 1));
}

/** What is not granted has no name here. */
function referenceOf({ foreignKeys }: CatalogueTable, column: string, seen: ReadonlyMap<string, unknown>): string | null {
  for (const { columns, refSchema, refTable, refColumns } of foreignKeys) {
    const at = columns.indexOf(column);
    if (at >= 0 && seen.has(`${refSchema}.${refTable}`)) return `${refSchema}.${refTable}.${refColumns[at] ?? ''}`;
  }
  return null;
}
