import type { Expr, QueryBody, SelectItem } from '@countersign/contracts';
import { outputName } from '../resolve/output-name.js';
import { sameTree } from '../walk.js';
import { outputTypes } from './env.js';
import { plainQuery, type Low } from './lowering.js';
import { typeOf } from './types.js';

/**
 * Text as PostgreSQL compares it, by code point, in an engine whose collations take A for a, é for e or 'x ' for 'x'. One
 * mechanism for every node that compares, groups or sorts: the engine's `byCodePoint` around one of the texts, which
 * decides for the others.
 */
export function exactly(low: Low, e: Expr, lowered: Expr, beside: 'text' | 'anything' = 'anything'): Expr {
  const { byCodePoint } = low.engine;
  if (!byCodePoint || byCodePoint.is(lowered)) return lowered;
  const type = typeOf(e, low.env);
  return type === 'text' || (type === undefined && beside === 'text') ? byCodePoint.make(lowered) : lowered;
}

const isText = (low: Low, e: Expr): boolean => typeOf(e, low.env) === 'text';
const isOther = (low: Low, e: Expr): boolean => !['text', undefined].includes(typeOf(e, low.env));

/**
 * Several values that are compared with each other: all by code point that are not written out. (One would do for the
 * comparison; but an optimizer may put a column in the place of another that equals it loosely, and inside a cast it may not.)
 * A string beside a date is a date.
 */
export function exactlyTogether(low: Low, given: readonly Expr[], lowered: readonly Expr[]): Expr[] {
  if (!low.engine.byCodePoint || given.some((e) => isOther(low, e)) || !given.some((e) => isText(low, e))) return [...lowered];
  const written = given.map((e) => e.kind === 'string' || e.kind === 'null');
  // Of nothing but literals one says how they compare.
  const one = written.every(Boolean) ? given.findIndex((e) => e.kind === 'string') : -1;
  return lowered.map((e, i) => (written[i] && i !== one ? e : exactly(low, given[i]!, e, 'text')));
}

/** Rows are compared place by place. */
export function exactRow(low: Low, given: Expr, lowered: Expr, others: readonly Expr[]): Expr {
  if (given.kind !== 'row' || lowered.kind !== 'row') return exactlyTogether(low, [given, ...others], [lowered, ...others])[0]!;
  return { ...lowered, items: lowered.items.map((item, i) => exactlyTogether(low, [given.items[i]!, ...others.flatMap((o) => (o.kind === 'row' && o.items[i] ? [o.items[i]] : []))], [item])[0]!) };
}

/**
 * An equality in its exact form keeps no index on the column. The plain form holds wherever the exact one does, so both
 * together mean the exact one, and the engine can look the column up by the plain one.
 */
export function besidePlain(given: readonly Expr[], plain: Expr, exact: Expr): Expr {
  return given.some((e) => e.kind === 'column') && !sameTree(plain, exact) ? { kind: 'logical', op: 'and', operands: [plain, exact] } : exact;
}

/** What groups are made of, and how it is said wherever the query says it again. */
export type Grouped = readonly { meant: Expr; exact: Expr }[];

export const regrouped = (low: Low, e: Expr): Expr | undefined => low.grouped?.find((g) => sameTree(g.meant, e))?.exact;

/** Select items that are told apart from each other (DISTINCT, UNION): text by code point, under the names they had. */
export function exactItems(low: Low, given: readonly SelectItem[], lowered: readonly SelectItem[]): SelectItem[] {
  return lowered.map((item, i) => {
    const expr = exactly(low, given[i]!.expr, item.expr);
    return expr === item.expr ? item : { ...item, expr, alias: outputName(given[i]!) };
  });
}

/** Is a column of this body, by position, text? */
export const textColumn = (low: Low, body: QueryBody, at: number): boolean => outputTypes(plainQuery({ body }), low.env)[at]?.type === 'text';
