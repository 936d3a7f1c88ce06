import type { Node } from 'libpg-query';
import type { RuleCode } from '../../rule-codes.js';
import { refuse } from '../../refusal.js';

/** What conversion needs besides the node: where byte offsets of the parser lie in the text. */
export interface Reading {
  /** UTF-16 offset of a parser location; undefined for "no place". */
  at(location: number | undefined): number | undefined;
  /** Does a name in double quotes stand there? */
  quoted(location: number | undefined): boolean;
}

export function reading(text: string): Reading {
  const ascii = /^[\u0000-\u007f]*$/.test(text);
  let offsets: number[] | undefined;
  const at = (location: number | undefined): number | undefined => {
    if (location === undefined || location < 0) return undefined;
    if (ascii) return location;
    offsets ??= byteToUtf16(text);
    return offsets[location] ?? text.length;
  };
  // The parser leaves the place 0 out.
  return { at, quoted: (location) => text[at(location) ?? 0] === '"' };
}

function byteToUtf16(text: string): number[] {
  const offsets: number[] = [];
  let utf16 = 0;
  for (const char of text) {
    const code = char.codePointAt(0)!;
    const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (let i = 0; i < bytes; i++) offsets.push(utf16);
    utf16 += char.length;
  }
  return offsets;
}

/** The kind and the fields of a parser node: `{A_Const: {...}}` is `['A_Const', {...}]`. */
export function open(node: Node): { [K in KindOf<Node>]: readonly [K, FieldsOf<Node, K>] }[KindOf<Node>] {
  for (const kind in node) return [kind, (node as Record<string, unknown>)[kind]] as never;
  return refuse('forbidden-node', 'an empty place where an expression belongs');
}
type KindOf<N> = N extends unknown ? keyof N & string : never;
type FieldsOf<N, K extends string> = N extends { [P in K]: infer F } ? F : never;

const FIELD_RULES: Record<string, readonly [RuleCode, string]> = {
  is_slice: ['forbidden-node', 'a part of an array (a[1:2]) can\'t be taken: unnest it WITH ORDINALITY'],
  intoClause: ['select-into', 'SELECT INTO writes a table'],
  lockingClause: ['locking-clause', 'a locking clause (FOR UPDATE, FOR SHARE)'],
};

/**
 * Fails closed: refuses when the parser filled in a field that the conversion does not handle. The parser leaves
 * fields at their default out, so a field that is present says something.
 */
export function only<T extends object>(kind: string, node: T, fields: readonly (keyof T & string)[], at?: number): void {
  for (const key in node) {
    if (key === 'location' || (fields as readonly string[]).includes(key)) continue;
    const [rule, message] = FIELD_RULES[key] ?? ['forbidden-node', `${kind} with ${key} is not allowed`];
    refuse(rule, message, at ?? (node as { location?: number }).location);
  }
}

/** The text of a String node, as in name lists. */
export function nameOf(node: Node): string {
  const [kind, fields] = open(node);
  if (kind !== 'String') refuse('forbidden-node', `${kind} where a name belongs`);
  return fields.sval ?? '';
}

export const namesOf = (nodes: Node[] | undefined): string[] => (nodes ?? []).map(nameOf);

/** `{at}` to spread into a tree node; nothing when the place is unknown. */
export function placed(ctx: Reading, location: number | undefined): { at?: number } {
  const at = ctx.at(location);
  return at === undefined ? {} : { at };
}
