import type { ColumnExpr, Cte, Expr } from '@countersign/contracts';
import type { RuleCode } from '../../rule-codes.js';
import { refuse } from '../../refusal.js';
import type { Grammar } from './grammar.js';
import type { WrittenDocument } from './document.js';
import type { Piece, Respelled } from './respell.js';
import { KNOWN_WORDS } from './words.js';

export type Json = Record<string, unknown>;

/** What conversion needs besides the node, and what it has accounted for so far. */
export interface Reading {
  grammar: Grammar;
  respelled: Respelled;
  used: Set<Piece>;
  numbers: string[];
  /** How many of the text's SELECTs have been met, and the brackets round the one being read. */
  selects: number;
  path: string | undefined;
  /** Columns with Oracle's `(+)`. */
  outerMarked: WeakSet<Expr>;
  /** The FOR XML and FOR JSON that have found their query. */
  documents: Set<WrittenDocument>;
  /** What LEVEL is in the query being read, the recursions that count it, and how many there have been. */
  level: ColumnExpr | undefined;
  counting: Cte[];
  levels: number;
}

export const reading = (respelled: Respelled, grammar: Grammar): Reading => ({ grammar, respelled, used: new Set(), numbers: [], selects: 0, path: undefined, outerMarked: new WeakSet(), documents: new Set(), level: undefined, counting: [], levels: 0 });

/** The kind and the fields of a parser node: `{"column": {…}}` is `['column', {…}]`. */
export function open(node: unknown): [string, Json] {
  if (typeof node === 'object' && node !== null) {
    const keys = Object.keys(node);
    if (keys.length === 1) return [keys[0]!, ((node as Json)[keys[0]!] ?? {}) as Json];
  }
  return refuse('forbidden-node', 'an empty place where an expression belongs');
}

/** Says how something was written and not what it means. */
const COSMETIC = new Set([
  'span', 'comments', 'trailing_comments', 'leading_comments', 'pre_alias_comments', 'left_comments', 'operator_comments', 'alias_explicit_as', 'alias_keyword', 'use_inner_keyword', 'use_outer_keyword',
  'explicit_asc', 'sql_standard_syntax', 'position_explicit', 'from_for_syntax', 'kind_text', 'start_side_text', 'end_side_text', 'alias_first', 'parenthesized', 'integer_spelling', 'real_spelling', 'parenthesized_length',
  'use_plural', 'modifiers_inside', 'no_parens', 'rows',
]);

/** Names of partitions are the storage's, and nothing the catalogue knows. */
export const PARTITIONS = 'PARTITION (…) names a part of the storage: say in WHERE which rows are meant';

const FIELD_RULES: Record<string, readonly [RuleCode, string]> = {
  partitions: ['forbidden-node', PARTITIONS],
  table_sample: ['forbidden-node', 'a sample is other rows each time: it is not allowed'],
  into: ['select-into', 'SELECT INTO writes a table, a file or a variable'],
  locks: ['locking-clause', 'a locking clause (FOR UPDATE, LOCK IN SHARE MODE)'],
  connect: ['forbidden-node', 'CONNECT BY is not allowed: use WITH RECURSIVE'],
  hint: ['forbidden-node', 'hints are not allowed'],
  hints: ['forbidden-node', 'hints are not allowed'],
  percent: ['limit-not-literal', 'a percentage has no fixed number of rows: say percent_rank() OVER (ORDER BY …) <= 0.1 in a subquery'],
  with_ties: ['limit-not-literal', 'WITH TIES has no fixed number of rows: say rank() OVER (ORDER BY …) <= 10 in a subquery'],
};

const isDefault = (value: unknown): boolean => value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0);

/** Fails closed: refuses when the parser filled in a field that the conversion does not handle. */
export function only(what: string, node: Json, fields: readonly string[], at?: number): void {
  for (const key in node) {
    if (fields.includes(key) || COSMETIC.has(key) || isDefault(node[key]) || (key === 'nesting_group' && node[key] === 0)) continue;
    const [rule, message] = FIELD_RULES[key] ?? ['forbidden-node', `${what} with ${key.replaceAll('_', ' ')} is not allowed`];
    refuse(rule, message, at);
  }
}

/** The piece of the text that an identifier of the parser stands for. */
function pieceOf(ctx: Reading, identifier: unknown): Piece {
  const { name, quoted, span } = identifier as { name: string; quoted?: boolean; span?: { start: number } | null };
  const { names, strings, calls, words } = ctx.respelled;
  const piece = names.get(name) ?? (quoted ? strings.get(name) : calls.get(name) ?? (span ? words.get(span.start) : undefined));
  if (!piece) return refuse('unparseable', 'the parser sees a name that the text does not have');
  return use(ctx, piece);
}

/** Notes that a piece of the text has been met: within the brackets of the query that it is said to be in. */
export function use(ctx: Reading, piece: Piece): Piece {
  if (!piece.path.startsWith(ctx.path ?? '')) refuse('unparseable', 'the parser moves this out of its brackets', piece.at);
  ctx.used.add(piece);
  return piece;
}

/**
 * Reads one SELECT, which must be the next one of the text, and inside brackets of its own when it stands in another.
 * (The parser has put UNIONs into brackets that they stand behind.)
 */
export function withinSelect<T>(ctx: Reading, read: () => T): T {
  const outer = ctx.path;
  const select = ctx.respelled.selects[ctx.selects++];
  if (!select || (outer !== undefined && (!select.path.startsWith(outer) || select.path === outer))) return refuse('unparseable', 'the parser moves this SELECT: put brackets', select?.at);
  ctx.path = select.path;
  const result = read();
  ctx.path = outer;
  return result;
}

/** A name as meant: unquoted ones folded as the engine does. */
export function nameOf(ctx: Reading, identifier: unknown): string {
  const piece = pieceOf(ctx, identifier);
  if (piece.quoted) return piece.value;
  if (ctx.grammar.reserved?.has(piece.value.toLowerCase())) refuse('unparseable', `${piece.value.toUpperCase()} is a word of the language and no name: put it in quotes if it is one`, piece.at);
  return ctx.grammar.fold(piece.value);
}

export function placeOfName(ctx: Reading, identifier: unknown): { at?: number } {
  return { at: pieceOf(ctx, identifier).at };
}

export const namesOf = (ctx: Reading, list: unknown): string[] => ((list as unknown[] | null) ?? []).map((n) => nameOf(ctx, n));

export function stringOf(ctx: Reading, standIn: string): { value: string; at: number } {
  const piece = ctx.respelled.strings.get(standIn);
  if (!piece) return refuse('unparseable', 'the parser sees a string that the text does not have');
  use(ctx, piece);
  return { value: piece.value, at: piece.at };
}

export function numberOf(ctx: Reading, text: string): string {
  const written = ctx.respelled.otherNumbers.get(text) ?? text;
  ctx.numbers.push(written);
  return written;
}

/** Every string, name, call and number of the text must have come out of the parser; every other word must be known. */
export function everythingUsed(ctx: Reading): void {
  const { strings, names, calls, words, numbers } = ctx.respelled;
  for (const pieces of [strings, names, calls]) {
    for (const piece of pieces.values()) if (!ctx.used.has(piece)) refuse('unparseable', `the parser passes over ${piece.value.slice(0, 40)}`, piece.at);
  }
  for (const word of words.values()) {
    const { ownWords } = ctx.grammar;
    if (!ctx.used.has(word) && !KNOWN_WORDS.has(word.value.toLowerCase()) && !ownWords?.has(word.value.toLowerCase())) refuse('forbidden-node', `${word.value.toUpperCase()} is not allowed here`, word.at);
  }
  if (ctx.selects !== ctx.respelled.selects.length) refuse('unparseable', 'the parser passes over a SELECT', ctx.respelled.selects[ctx.selects]?.at);
  for (const document of ctx.respelled.documents.values()) if (!ctx.documents.has(document)) refuse('forbidden-node', `FOR ${document.document.language.toUpperCase()} stands behind a plain query only: put a UNION in a subquery`, document.at);
  const left = [...ctx.numbers];
  for (const number of numbers) {
    const found = left.indexOf(number);
    if (found < 0) refuse('unparseable', `the parser passes over ${number}`);
    left.splice(found, 1);
  }
}
