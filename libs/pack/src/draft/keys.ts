import type { DraftTable } from './draft-table.js';
import { typeOf } from './column-kind.js';
import { singular, standardName } from './names.js';

/** A column that points to one row of another table. */
export interface DraftReference {
  column: string;
  table: DraftTable;
  to: string;
  /** No key of the database says so; the names do. */
  guessed: boolean;
}

/** What tells the rows of a table apart. */
export interface DraftKey {
  columns: string[];
  guessed: boolean;
}

/**
 * The declared key, else the column whose name says that it is one.
 * @returns undefined: nothing tells the rows apart for sure
 */
export function keyOf(table: DraftTable): DraftKey | undefined {
  const declared = table.primaryKey ?? [];
  if (declared.length > 0) return { columns: [...declared], guessed: false };
  const own = singular(standardName(table.name).replaceAll('_', ' ')).replaceAll(' ', '_');
  const names = [`${own}_id`, 'id', `${own}_no`, `${own}_number`, `${own}_code`, `${own}id`];
  const found = names.flatMap((name) => table.columns.filter((column) => standardName(column.name) === name)).at(0);
  return found && { columns: [found.name], guessed: true };
}

/** What the columns of a table point to: declared keys, else x_id → the table of x by its key, of the same type. */
export function referencesOf(table: DraftTable, all: readonly DraftTable[]): DraftReference[] {
  const declared = (table.foreignKeys ?? []).flatMap(({ columns, refSchema, refTable, refColumns }): DraftReference[] => {
    const target = all.find(({ name, schema }) => name === refTable && (refSchema === undefined || schema === refSchema));
    const [column, to] = [columns[0], refColumns[0]];
    // A relationship leads to one row by its key: of several columns, or to a column that is no key, it has no place in a pack.
    return target && columns.length === 1 && column !== undefined && to !== undefined && keyOf(target)?.columns.join() === to ? [{ column, table: target, to, guessed: false }] : [];
  });
  // A database that declares keys means what it leaves out.
  if (all.some((one) => (one.foreignKeys ?? []).length > 0)) return distinct(declared);
  const own = keyOf(table)?.columns ?? [];
  const guessed = table.columns.flatMap((column): DraftReference[] => {
    if (own.length === 1 && own[0] === column.name) return [];
    const name = standardName(column.name);
    const target = all.find((other) => other !== table && pointsTo(name, other) && sameKind(column.type, other));
    const to = target && keyOf(target)?.columns;
    return target && to?.length === 1 && to[0] !== undefined ? [{ column: column.name, table: target, to: to[0], guessed: true }] : [];
  });
  return distinct(guessed);
}

/** "customer_id", "customerid" and "cust_customer_id" point to customers; a bare "id" to nothing. */
function pointsTo(name: string, other: DraftTable): boolean {
  const key = keyOf(other);
  const of = singular(standardName(other.name).replaceAll('_', ' ')).replaceAll(' ', '_');
  const keyName = standardName(key?.columns[0] ?? '');
  if (key?.columns.length !== 1) return false;
  return name === `${of}_id` || name === `${of}id` || name.endsWith(`_${of}_id`) || (keyName !== 'id' && keyName.length > 3 && name === keyName);
}

function sameKind(type: string, other: DraftTable): boolean {
  const key = other.columns.find(({ name }) => name === keyOf(other)?.columns[0]);
  return key !== undefined && typeOf({ type }) === typeOf(key);
}

function distinct(references: DraftReference[]): DraftReference[] {
  return references.filter((one, i) => references.findIndex((other) => other.column === one.column) === i);
}
