import type { Catalogue, CatalogueTable } from '@countersign/contracts';
import type { PackNames } from './scope-for.js';
import { standardNames } from './standard-names.js';

/**
 * Real columns that are personal under the names in force and would not be under the next: a change of names alone would
 * show them. To open a column is a change of the pack, which two people make.
 *
 * @param now the names that every pack has for the data source
 * @param next the names that take the place of one pack's
 * @returns 'table.column', as the catalogue has them
 * @example openedColumns(catalogue, [{ binding, sensitive: ['customers.email'] }], { binding: swapped, sensitive: ['customers.email'] }) // ['customers.email']
 */
export function openedColumns(catalogue: Catalogue, now: readonly PackNames[], next: PackNames): string[] {
  const [before, after] = [now.map((pack) => personalIn(catalogue, pack)), personalIn(catalogue, next)];
  return catalogue.tables.flatMap((table) => table.columns.flatMap(({ name }) => (before.some((personal) => personal(table, name)) && !after(table, name) ? [`${table.name}.${name}`] : [])));
}

function personalIn(catalogue: Catalogue, { binding, sensitive }: PackNames): (table: CatalogueTable, column: string) => boolean {
  const standard = standardNames(catalogue, binding);
  const personal = new Set(sensitive);
  return (table, column) => (standard.get(table) ?? []).some((names) => names.columnNames(column).some((name) => personal.has(`${names.name}.${name}`)));
}
