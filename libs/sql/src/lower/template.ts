import type { Expr } from '@countersign/contracts';
import { PRINTED_CAPS } from '../limits.js';
import { readText } from '../read/read-query.js';
import { rebuild } from '../walk.js';

const read = new Map<string, Expr>();

/**
 * A tree from a template: an expression in the canonical grammar over the engine's own functions, with `_0`, `_1`, … for
 * the arguments. `said("dateadd('month', 1, _0)", d)` is one month after d as SQL Server says it.
 */
export function said(template: string, ...args: readonly Expr[]): Expr {
  return rebuild(parsed(template), (copy) => {
    const node = copy as Expr;
    const index = node.kind === 'column' && node.qualifier.length === 0 ? /^_(\d)$/.exec(node.name)?.[1] : undefined;
    if (index === undefined) return node;
    return args[Number(index)] ?? node;
  });
}

function parsed(template: string): Expr {
  const known = read.get(template);
  if (known) return known;
  const { body } = readText(`SELECT ${template}`, 'canonical', PRINTED_CAPS).query;
  if (body.kind !== 'select' || body.items.length !== 1) throw new TypeError(`not one expression: ${template}`);
  const expr = withoutPlaces(body.items[0]!.expr);
  read.set(template, expr);
  return expr;
}

/** What the printed text's place is has nothing to do with the template's. */
function withoutPlaces(expr: Expr): Expr {
  return rebuild(expr, (copy) => {
    const { at: _at, ...rest } = copy as { kind: string; at?: number };
    return rest;
  });
}
