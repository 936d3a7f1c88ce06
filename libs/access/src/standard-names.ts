import type { Catalogue, CatalogueTable, ColumnConversion, NameBinding } from '@countersign/contracts';

/** A pack's name for a real table, and its names for a column of it. */
export interface StandardTable {
  name: string;
  /** Usually one; none when the name it would have is bound to another column. */
  columnNames(real: string): string[];
  /** The type its values have under that name, where they are stored otherwise. */
  convertedType(column: string): string | undefined;
}

/** Finds the real table a name means. */
export type TableFinder = (to: { schema?: string | undefined; name: string }) => CatalogueTable | undefined;

/**
 * A name without schema means the first table of that name along the search path, else the only one there is; a namesake
 * in another schema is never meant.
 */
export function tableFinder(catalogue: Catalogue): TableFinder {
  const byName = new Map<string, CatalogueTable[]>();
  for (const table of catalogue.tables) byName.set(table.name, [...(byName.get(table.name) ?? []), table]);
  return (to) => {
    const namesakes = byName.get(to.name) ?? [];
    if (to.schema !== undefined) return namesakes.find((table) => table.schema === to.schema);
    for (const schema of catalogue.searchPath) {
      const found = namesakes.find((table) => table.schema === schema);
      if (found) return found;
    }
    return namesakes.length === 1 ? namesakes[0] : undefined;
  };
}

/** Ways the gate may name a table: with its schema, and bare when the bare name means this one. */
export function spellings(find: TableFinder, table: CatalogueTable): string[] {
  const full = `${table.schema}.${table.name}`;
  return find({ name: table.name }) === table ? [full, table.name] : [full];
}

/**
 * Standard names of every real table that has one. Without a binding each name means itself; with one, a table it does
 * not mention has no standard name, so only a grant on everything reaches it.
 */
export function standardNames(catalogue: Catalogue, binding: NameBinding | undefined): Map<CatalogueTable, StandardTable[]> {
  const bound: NameBinding['tables'] = binding?.tables ?? Object.fromEntries(catalogue.tables.map(({ name }) => [name, { name, columns: {} }]));
  const find = tableFinder(catalogue);
  const names = new Map<CatalogueTable, StandardTable[]>();
  for (const [name, to] of Object.entries(bound)) {
    const table = find(to);
    if (!table) continue;
    names.set(table, [...(names.get(table) ?? []), { name, columnNames: columnNamesBy(to.columns), convertedType: (column) => typeMade(to.convert?.[column]) }]);
  }
  return names;
}

function typeMade(conversion: ColumnConversion | undefined): string | undefined {
  if (!conversion) return undefined;
  return conversion.kind === 'day' ? 'date' : conversion.type;
}

function columnNamesBy(columns: Record<string, string>): (real: string) => string[] {
  const bound = Object.entries(columns);
  return (real) => {
    const names = bound.filter(([, to]) => to === real).map(([standard]) => standard);
    return names.length > 0 || bound.some(([standard]) => standard === real) ? names : [real];
  };
}
