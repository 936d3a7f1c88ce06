import type { TypeName } from '@countersign/contracts';
import { refuse } from '../refusal.js';

/** The types of the tree as an engine writes them; `#`: where the numbers in brackets go, or what stands there without them (`#(18, 4)`). */
export type TypeTable = Readonly<Record<string, string>>;

export function typeNameIn(table: TypeTable, type: TypeName): string {
  const spelled = type.array || !Object.hasOwn(table, type.name) ? undefined : table[type.name];
  if (spelled === undefined) return refuse('unknown-type', `type ${type.name}${type.array ? '[]' : ''} can't be said here`);
  const [name, rest = ''] = spelled.split('#');
  return type.modifiers.length ? `${name}(${type.modifiers.join(', ')})` : `${name}${rest}`;
}

/**
 * The other way: the type that an engine's spelling stands for. A spelling that stands for another one without its numbers
 * (decimal is decimal(18, 0) to SQL Server) has a type of its own in the table.
 */
export function typeFor(table: TypeTable, also: Readonly<Record<string, string>>, name: string, modifiers: readonly number[]): TypeName | undefined {
  const spelled = also[name] ?? name;
  const entries = Object.entries(table);
  const full = modifiers.length ? `${spelled}(${modifiers.join(', ')})` : spelled;
  const exact = entries.find(([, text]) => text.replace('#', '').toLowerCase() === full);
  if (exact) return { name: exact[0], modifiers: [], array: false };
  const open = entries.find(([, text]) => text.includes('#') && text.split('#')[0]!.toLowerCase() === spelled);
  return open && { name: open[0], modifiers: [...modifiers], array: false };
}

/** The type under the name that its printed form is read back by: numeric(19) is what a bigint is to Oracle. */
export function normalType(table: TypeTable, type: TypeName): TypeName {
  const printed = typeNameIn(table, type).toLowerCase();
  const same = Object.entries(table).find(([, text]) => text.replace('#', '').toLowerCase() === printed);
  return same ? { name: same[0], modifiers: [], array: false } : type;
}
