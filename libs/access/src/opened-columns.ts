import type { Catalogue, CatalogueTable } from '@countersign/contracts';
import type { PackNames } from './scope-for.js';
import { standardNames } from './standard-names.js';

/**
 * Real columns that are personal under the names in force and would not be under the next: a change of names alone would
 * show them. To open a column is a change of the pack, which two people make.
 *
 * @param now the names that every pack has for the data source
 * @param next those that it would have: what one pack opens another may still close
 * @returns 'table.column', as the catalogue has them
 * @example openedColumns(catalogue, [{ binding, sensitive: ['customers.email'] }], [{ binding: swapped, sensitive: ['customers.email'] }]) // ['customers.email']
 */
export function openedColumns(catalogue: Catalogue, now: readonly PackNames[], next: readonly PackNames[]): string[] {
  const [before, after] = [now, next].map((packs) => packs.map((pack) => personalIn(catalogue, pack))) as [Personal[], Personal[]];
  return catalogue.tables.flatMap((table) => table.columns.flatMap(({ name }) => (before.some((is) => is(table, name)) && !after.some((is) => is(table, name)) ? [`${table.name}.${name}`] : [])));
}

type Personal = (table: CatalogueTable, column: string) => boolean;

function personalIn(catalogue: Catalogue, { binding, sensitive }: PackNames): Personal {
  const standard = standardNames(catalogue, binding);
  const personal = new Set(sensitive);
  return (table, column) => (standard.get(table) ?? []).some((names) => names.columnNames(column).some((name) => personal.has(`${names.name}.${name}`)));
}
