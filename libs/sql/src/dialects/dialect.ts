import type { CallExpr, Dialect, TypeName } from '@countersign/contracts';
import type { Lexis } from './lexis.js';
import type { Syntax } from './syntax.js';
import type { TypeTable } from './type-names.js';

/** What is particular to one engine: how it is lexed, spelled, folded, and what it keeps for itself. */
export interface DialectRules {
  name: Dialect;
  lexis: Lexis;
  /** The name the mandatory second reader knows it by. */
  readBackAs: 'postgresql' | 'mysql' | 'mssql' | 'oracle' | 'generic';
  /** Its more lenient grammar, asked where the engine's own lacks a clause (WITH ROLLUP): the facts must agree all the same. */
  readBackAlsoAs?: 'generic';
  /** A name as a delimited identifier, byte-equal for every reader. */
  quoteName(name: string): string;
  /** A string literal that is one literal for every reader, or a refusal. */
  quoteString(value: string): string;
  typeName(type: TypeName): string;
  /**
   * How a function spelled by its own name is called. Where people can define functions of the same name for other types, the engine
   * would choose theirs (`public.lower(integer)` for `lower(3)`), so the schema has to be said. Absent: the engine's own always win.
   */
  functionName?(call: CallExpr): string;
  /** The types by their names in the tree; absent: `typeName` knows. */
  types?: TypeTable;
  /** What two spellings of one name have in common, where the engine does not tell them apart; absent: it does. */
  nameKey?(name: string): string;
  /** HAVING, and expressions in ORDER BY, may use output names (MySQL, MariaDB). */
  outputNames?: boolean;
  /** Schemas (folded) that belong to the engine. */
  systemSchemas: ReadonlySet<string>;
  /** Tables, views and columns of the engine that need no schema. */
  isSystemTable(name: string): boolean;
  isSystemColumn(name: string): boolean;
  /** Absent: as PostgreSQL. */
  syntax?: Syntax;
  /** Bytes that a name may have; absent: more than anyone writes. */
  nameBytes?: number;
}
