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

/** The other way: the type that an engine's spelling stands for. The first of two with one spelling is meant. */
export function typeFor(table: TypeTable, also: TypeTable, name: string, modifiers: readonly number[]): TypeName | undefined {
  const known = Object.entries(table).find(([, spelled]) => spelled.split('#')[0]!.toLowerCase() === name)?.[0] ?? also[name];
  return known === undefined ? undefined : { name: known, modifiers: [...modifiers], array: false };
}
