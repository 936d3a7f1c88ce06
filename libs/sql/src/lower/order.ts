import type { Expr, OrderItem, SelectItem } from '@countersign/contracts';
import { exactly } from './exact.js';
import { neverNull, value } from './expr.js';
import { number, type Low } from './lowering.js';

/**
 * ORDER BY with NULLs where the canonical dialect puts them: last going up, first going down, unless it says otherwise.
 * An engine that can't say so sorts by "is it NULL" first. `items`: what names and positions in it stand for.
 */
export function lowerOrder(low: Low, order: readonly OrderItem[], items: readonly SelectItem[] = []): OrderItem[] {
  return order.flatMap((item) => {
    const meant = meaningOf(item.expr, items);
    const wanted = item.nulls ?? (item.direction === 'asc' ? 'last' : 'first');
    const given = (low.engine.nulls.sort === 'high') === (item.direction === 'asc') ? 'last' : 'first';
    const plain: OrderItem = { expr: sortKey(low, item.expr, meant, items), direction: item.direction };
    // A position whose item is not in sight may be NULL: it only looks like a number.
    const known = meant.kind !== 'number' && neverNull(low, meant);
    if (wanted === given || known) return [plain];
    if (low.engine.nulls.sayable) return [{ ...plain, nulls: wanted }];
    const rank = (when: boolean): Expr => number((wanted === 'first') === when ? 0 : 1);
    const isNull: Expr = { kind: 'null-test', operand: value(low, meant), negated: false };
    return [{ expr: { kind: 'case', branches: [{ when: isNull, then: rank(true) }], otherwise: rank(false) }, direction: 'asc' }, plain];
  });
}

/** An output column by its name, anything else as it is meant; text by code point, unless its item is that already. */
function sortKey(low: Low, given: Expr, meant: Expr, items: readonly SelectItem[]): Expr {
  if (!isOutput(given, items)) return exactly(low, given, value(low, given));
  const lowered = value(low, meant);
  return low.apart || exactly(low, meant, lowered) === lowered ? given : exactly(low, meant, lowered);
}

const isOutput = (e: Expr, items: readonly SelectItem[]): boolean => meaningOf(e, items) !== e;

/** The select item that a bare name or a position in ORDER BY stands for. */
function meaningOf(e: Expr, items: readonly SelectItem[]): Expr {
  if (e.kind === 'number' && /^\d+$/.test(e.text)) return items[Number(e.text) - 1]?.expr ?? e;
  if (e.kind !== 'column' || e.qualifier.length) return e;
  return items.find((i) => (i.alias ?? (i.expr.kind === 'column' ? i.expr.name : undefined)) === e.name)?.expr ?? e;
}
