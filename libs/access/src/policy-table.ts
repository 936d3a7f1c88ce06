import type { Catalogue, NameBinding } from '@countersign/contracts';
import { standardNames, tableFinder } from './standard-names.js';

/** A table as a policy names it and its columns. */
export interface PolicyTable {
  schema?: string;
  name: string;
  columns: { name: string; type: string }[];
}

/**
 * The table that a policy's name means in this catalogue: the pack's standard name where the binding has it, else the real
 * one, bare or with its schema; columns under the names that a predicate must use.
 *
 * @returns undefined when there is none
 * @example policyTable(catalogue, undefined, 'orders')?.columns[0] // { name: 'order_id', type: 'integer' }
 */
export function policyTable(catalogue: Catalogue, binding: NameBinding | undefined, name: string): PolicyTable | undefined {
  for (const [table, names] of binding ? standardNames(catalogue, binding) : []) {
    const standard = names.find((known) => known.name === name);
    if (standard) return { name, columns: table.columns.flatMap((column) => standard.columnNames(column.name).map((known) => ({ name: known, type: standard.convertedType(known) ?? column.type }))) };
  }
  const dot = name.indexOf('.');
  const table = tableFinder(catalogue)(dot === -1 ? { name } : { schema: name.slice(0, dot), name: name.slice(dot + 1) });
  return table && { ...(dot === -1 ? {} : { schema: table.schema }), name: table.name, columns: table.columns.map((column) => ({ name: column.name, type: column.type })) };
}
