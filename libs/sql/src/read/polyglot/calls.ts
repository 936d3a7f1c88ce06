import type { CallExpr, Expr } from '@countersign/contracts';
import { refuse } from '../../refusal.js';
import { plainCall } from '../plain-call.js';
import { only, open, use, type Json, type Reading } from './context.js';
import { exprOf } from './expr.js';
import { orderOf, overOf } from './window.js';

/** A call by its native name; idioms of the engine become what they mean. */
export function callOf(ctx: Reading, node: Json): Expr {
  const marked = ctx.respelled.calls.get(String(node['name']));
  // Not a call: a subquery that is a value, marked as one.
  if (marked?.value === '') return use(ctx, marked), exprOf(ctx, (node['args'] as unknown[])[0]);
  if (marked?.literal) return use(ctx, marked), plainCall(marked.value, [exprOf(ctx, (node['args'] as unknown[])[0])], { at: marked.at });
  return meant(ctx, nativeCall(ctx, node));
}

function nativeCall(ctx: Reading, node: Json): CallExpr {
  const name = String(node['name']);
  const piece = ctx.respelled.calls.get(name);
  if (piece) use(ctx, piece);
  const at = piece ? { at: piece.at } : {};
  only('function call', node, ['name', 'args', 'distinct', 'filter', 'order_by', ...(ctx.grammar.ignoresNulls ? ['ignore_nulls'] : [])], at.at);
  const args = ((node['args'] as unknown[] | undefined) ?? []).map((a) => exprOf(ctx, a, 'star-allowed'));
  const quoted = ctx.respelled.names.get(name);
  // A function that is written in quotes is somebody's own.
  if (quoted) refuse('unknown-function', `${quoted.value} is not a function a query may use`, quoted.at);
  const call = plainCall((piece?.value ?? name).toLowerCase(), args, at);
  return {
    ...call,
    distinct: node['distinct'] === true,
    orderBy: orderOf(ctx, node['order_by']),
    ...(piece?.beside?.clause ? { clause: piece.beside.clause } : {}),
    ...(node['filter'] ? { filter: exprOf(ctx, node['filter']) } : {}),
    ...(node['ignore_nulls'] === true ? { nulls: IGNORING_NULLS.has(call.name) ? 'ignore' as const : refuse('wrong-arguments', `${call.name} does not take IGNORE NULLS`, at.at) } : {}),
  };
}

const IGNORING_NULLS: ReadonlySet<string> = new Set(['lag', 'lead', 'first_value', 'last_value', 'nth_value']);

/** The native call under the name that the tree has for it, or as what the idiom stands for. */
function meant(ctx: Reading, call: CallExpr): Expr {
  if (Object.hasOwn(ctx.grammar.idioms, call.name)) {
    const idiom = ctx.grammar.idioms[call.name]!(call);
    if (idiom) return call.at === undefined ? idiom : { ...idiom, at: call.at };
  }
  const name = ctx.grammar.treeName(call.name);
  if (name === undefined) refuse('unknown-function', `${call.name} is not a function a query may use`, call.at);
  return { ...call, name };
}

/** `f(…) OVER (…)`; an idiom must still be a call. */
export function windowCallOf(ctx: Reading, node: Json): Expr {
  only('window', node, ['this', 'over']);
  const call = exprOf(ctx, node['this']);
  if (call.kind !== 'call') return refuse('wrong-arguments', 'this can\'t stand before OVER', call.at);
  return { ...call, over: overOf(ctx, node['over'] as Json) };
}

export function withinGroupOf(ctx: Reading, node: Json): Expr {
  only('WITHIN GROUP', node, ['this', 'order_by']);
  const [kind] = open(node['this']);
  const call = exprOf(ctx, node['this']);
  if (call.kind !== 'call' || (kind !== 'function' && kind !== 'aggregate_function')) return refuse('wrong-arguments', 'this can\'t stand before WITHIN GROUP', call.at);
  const keep = ctx.respelled.calls.get(String(open(node['this'])[1]['name']))?.beside?.keep;
  if (keep && !KEPT.has(call.name)) refuse('wrong-arguments', `${call.name} does not take KEEP`, call.at);
  if (keep) return { ...call, keep: { which: keep, orderBy: orderOf(ctx, node['order_by']) } };
  return { ...call, withinGroup: orderOf(ctx, node['order_by']) };
}

const KEPT: ReadonlySet<string> = new Set(['min', 'max', 'sum', 'avg', 'count', 'variance', 'stddev']);

/** GROUP_CONCAT(a, b ORDER BY c SEPARATOR 'x'): several values come wrapped in one call of CONCAT. */
export function groupConcatOf(ctx: Reading, node: Json): Expr {
  only('GROUP_CONCAT', node, ['this', 'separator', 'order_by', 'distinct']);
  const value = exprOf(ctx, node['this']);
  const separator: Expr = node['separator'] ? exprOf(ctx, node['separator']) : { kind: 'string', value: ',' };
  return { ...plainCall('string_agg', [value, separator], {}), distinct: node['distinct'] === true, orderBy: orderOf(ctx, node['order_by']) };
}

/** STRING_AGG(a, ',' ORDER BY b). */
export function stringAggOf(ctx: Reading, node: Json): Expr {
  only('STRING_AGG', node, ['this', 'separator', 'order_by', 'distinct']);
  const args = ['this', 'separator'].filter((key) => node[key]).map((key) => exprOf(ctx, node[key]));
  return { ...plainCall('string_agg', args, {}), distinct: node['distinct'] === true, orderBy: orderOf(ctx, node['order_by']) };
}
