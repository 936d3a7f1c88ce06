import type { CallExpr, Dialect, Expr, Query, TypeName } from '@countersign/contracts';
import type { Aside } from './left-out.js';

/** What a tree may hold in place of a call by its native name. `undefined`: these arguments have no idiom, it is a plain call. */
export type Idiom = (call: CallExpr) => Expr | undefined;

/** What is particular to one engine when its text is read: one small file each under `idioms/`. */
export interface Grammar {
  dialect: Dialect;
  /** The grammar of the parser. */
  parseAs: 'mysql' | 'tsql' | 'oracle' | 'generic';
  /** How tightly operators bind in the engine; see `precedence.ts`. */
  binding: Readonly<Record<string, number>>;
  /** INTERSECT binds tighter than UNION (false: all set operations from left to right). */
  intersectFirst: boolean;
  /** Symbols that the parser would misread, and the word to give it. */
  operatorWords: Readonly<Record<string, string>>;
  /** Is `CONVERT(value, type)` a cast with a comma? */
  convertIsCast: boolean;
  /** The engine has no FULL JOIN: it would take the word for an alias. */
  noFullJoin?: true;
  /** May CROSS JOIN have a condition? */
  crossIsInner?: true;
  /** Does `CONVERT(type, value)` begin with the type? */
  typeFirst?: boolean;
  /** May ORDER BY say NULLS FIRST or LAST? */
  nullsOrder: boolean;
  /** Functions that mean something other than a call of that name; by native name, lower case. */
  idioms: Readonly<Record<string, Idiom>>;
  /** The name in the tree of a function that is not an idiom: what the spelling table spells this way, or the name itself. */
  treeName(native: string): string | undefined;
  /** The type of the tree for a type of the engine, by native name in lower case; `undefined` is refused. */
  typeOf(name: string, modifiers: readonly number[]): TypeName | undefined;
  /** What the engine makes of a name written without quotes (upper case in Oracle). */
  fold(name: string): string;
  /** Tables that stand for "no table" (DUAL). */
  isNoTable(name: string): boolean;
  /** An infix operation (`#`, `||`, `regex`, …) that the tree of the engine says otherwise; `undefined`: as it stands. */
  operation?(op: string, left: Expr, right: Expr): Expr | undefined;
  /** `a + INTERVAL 1 DAY`: what the tree holds for the interval; absent: intervals are refused. */
  interval?(amount: Expr, unit: string, at: { at?: number }): Expr;
  /** Is `CAST('2025-01-01' AS date)` how a date is written? */
  castsAreLiterals?: boolean;
  /** Words, in lower case, that are no names without quotes. */
  reserved?: ReadonlySet<string> | undefined;
  /** May a CTE read from itself without RECURSIVE? */
  recursesUnsaid?: boolean;
  /** Is `name = value` in a select list an alias? */
  equalsNames?: boolean;
  /** Collations that may be asked for, in lower case, and the function of the tree that stands for each; or any, by its name. */
  collations?: Readonly<Record<string, string>> | 'any';
  /** Functions that the parser must know by name because of words inside their brackets. */
  ownWords?: ReadonlySet<string>;
  /** Parts of a text that only say how to work: they are left out before anything is read. */
  asides?: readonly Aside[];
  /** Words that mean what another word does: `DISTINCTROW`, `UNIQUE`. */
  otherWords?: Readonly<Record<string, string>>;
  /** Does PIVOT take its values as names (`IN ([1], [2])`)? */
  pivotNames?: boolean;
  /** Are FOR XML and FOR JSON read? */
  documents?: boolean;
  /** Is `= ANY (1, 2)` allowed (Oracle)? */
  anyOfList?: boolean;
  /** Is LIKE_REGEXPR the engine's operator for regular expressions? */
  likeRegexpr?: boolean;
  /** The unit of `INTERVAL '4 5:12' DAY TO MINUTE`; absent: such intervals are refused. */
  intervalSpans?: boolean;
  /** Joins have no USING and no NATURAL. */
  onlyOn?: boolean;
  /** Functions that give rows: the columns they give when none are asked for; none: they must be. */
  tableFunctions?: ReadonlyMap<string, readonly string[]>;
  /** Is `FROM dual CONNECT BY LEVEL <= n` how it counts? */
  countsLevels?: boolean;
  /** May IGNORE NULLS stand before OVER? */
  ignoresNulls?: boolean;
  /** Words of the parser that stand for a function without brackets. */
  pseudoColumns?: Readonly<Record<string, string>>;
  /** Functions without brackets that the parser takes for columns; by native name, lower case. */
  bareFunctions?: Readonly<Record<string, string>>;
  /** `b.x(+)`: rows of b may be missing. */
  outerMarks?: boolean;
  /** What a query that was read means in the tree; absent: itself. */
  query?(query: Query): Query;
}
