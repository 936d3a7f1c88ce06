import type { BinaryExpr, CallExpr, CastExpr, Dialect, Expr, Query } from '@countersign/contracts';
import { refuse } from '../refusal.js';
import type { Env } from './env.js';
import type { Grouped } from './exact.js';
import type { DateArithmetic } from './intervals.js';

/** A canonical call being lowered: as it was written, and its arguments in the engine's terms already. */
export interface CallLowering {
  low: Low;
  /** The call without its FILTER, which is in the arguments already. */
  call: CallExpr;
  args: readonly Expr[];
  filter: Expr | undefined;
}

/**
 * How an engine says a function: a template over its own functions (see `said`), one for each number of arguments, the
 * bare name of an aggregate that means the same (`=name`), or code.
 */
export type FunctionLowering = string | { readonly [arity: number]: string } | ((c: CallLowering) => Expr);

/** What is particular to one engine when the canonical meaning is made to hold there. */
export interface EngineLowering {
  /** TRUE and FALSE are values of the engine, or stand for 1 and 0. */
  booleans: 'native' | 'number';
  /** Where NULLs go when nothing is said: always high (canonical) or always low; and whether NULLS FIRST can be said. */
  nulls: { sort: 'high' | 'low'; sayable: boolean };
  /** Derived tables may not sort, and WITH stands only at the top. */
  bareSubqueries: boolean;
  /** FULL JOIN can't be said. */
  noFullJoin?: true;
  /** A subquery in FROM can't see the tables before it. */
  noLateral?: true;
  /** A subquery of IN, ANY or ALL has no limit of its own: it is put into one more. */
  noLimitInList?: true;
  functions: Readonly<Record<string, FunctionLowering>>;
  /** How dates are moved and compared; absent: sums of dates are left to `operation`. */
  dates?: DateArithmetic;
  /** Arithmetic, bits, `||`, comparisons that mean something else there; undefined: as it stands. */
  operation(low: Low, e: BinaryExpr, left: Expr, right: Expr): Expr | undefined;
  /** Operators whose operands are looked at before they are lowered (`||`, a comparison with an empty string). */
  before?(low: Low, e: BinaryExpr): Expr | undefined;
  /** concat, which leaves NULLs out; absent: as any function. */
  concat?(low: Low, e: CallExpr): Expr;
  cast(low: Low, e: CastExpr, operand: Expr): Expr;
  /** A string literal that is a value. */
  string(low: Low, e: Expr & { kind: 'string' }): Expr;
  /** LIKE in all its kinds. */
  like(low: Low, e: Expr & { kind: 'like' }, operand: Expr, pattern: Expr): Expr;
  /** Text by code point, where the engine's collations compare more loosely; absent: they don't. */
  byCodePoint?: { make(text: Expr): Expr; is(e: Expr): boolean };
  /** Behind GROUP BY an expression that is grouped by is not known again: its smallest value is it. */
  groupsForgotten?: true;
  /** GROUP BY … WITH ROLLUP can't be sorted by the same query. */
  rollupUnsorted?: true;
  /** `RANGE BETWEEN INTERVAL … PRECEDING`: the interval of a frame; absent: can't be said. */
  frameInterval?(low: Low, e: Expr): Expr;
}

/** What every lowering function gets. */
export interface Low {
  dialect: Dialect;
  engine: EngineLowering;
  env: Env;
  /** What the query groups by, in its exact form. */
  grouped?: Grouped;
  /** Its items are told apart by other queries (UNION). */
  apart?: true;
  /** What a column that USING has merged stands for. */
  merged: ReadonlyMap<string, Expr>;
}

export const lacks = (low: Low, what: string, at?: number): never => refuse('not-in-dialect', `${what} can't be said in ${low.dialect}`, at);

export const differs = (low: Low, what: string, at?: number): never => refuse('meaning-differs', `${what} in ${low.dialect}`, at);

export const number = (n: number | string): Expr => ({ kind: 'number', text: String(n) });

export const call = (name: string, ...args: Expr[]): CallExpr => ({ kind: 'call', name, args, distinct: false, orderBy: [], withinGroup: [] });

export const and = (operands: Expr[]): Expr => (operands.length === 1 ? operands[0]! : { kind: 'logical', op: 'and', operands });

export const plainQuery = (query: Omit<Query, 'kind' | 'orderBy' | 'limit' | 'offset'> & Partial<Query>): Query => ({ orderBy: [], limit: null, offset: 0, ...query, kind: 'query' });
