import type { CallExpr, Expr, Window } from '@countersign/contracts';
import { spellingOf } from '../dialects/spelling/spelling-of.js';
import { condition, value } from './expr.js';
import { lacks, number, type Low } from './lowering.js';
import { lowerOrder } from './order.js';
import { said } from './template.js';

/** A call in the engine's own functions, or a refusal that names it. */
export function lowerCall(low: Low, e: CallExpr): Expr {
  if (e.name === 'concat' && low.engine.concat) return low.engine.concat(low, e);
  const args = aggregatedArgs(low, e);
  const call: CallExpr = {
    kind: 'call', name: e.name, args, distinct: e.distinct,
    orderBy: lowerOrder(low, e.orderBy), withinGroup: lowerOrder(low, e.withinGroup),
    ...(e.over ? { over: lowerWindow(low, e.over) } : {}), ...(e.at === undefined ? {} : { at: e.at }),
  };
  const how = Object.hasOwn(low.engine.functions, e.name) ? low.engine.functions[e.name]! : undefined;
  if (typeof how === 'function') {
    const { filter, ...asked } = e;
    return how({ low, call: { ...asked, ...(call.over ? { over: call.over } : {}), orderBy: call.orderBy, withinGroup: call.withinGroup }, args, filter });
  }
  if (typeof how === 'object') {
    const template = how[args.length] ?? lacks(low, `${e.name} with ${args.length} arguments`, e.at);
    return template.startsWith('=') ? { ...call, name: template.slice(1) } : said(template, ...args);
  }
  if (how !== undefined) return how.startsWith('=') ? { ...call, name: how.slice(1) } : said(how, ...args);
  return spellingOf(low.dialect, e.name) === undefined ? lacks(low, e.name, e.at) : call;
}

/** FILTER becomes a CASE around what is aggregated: rows that it leaves out count for nothing. */
function aggregatedArgs(low: Low, e: CallExpr): Expr[] {
  const args = e.args.map((a) => value(low, a));
  if (!e.filter) return args;
  const when = condition(low, e.filter);
  const kept = args[0] === undefined || args[0].kind === 'star' ? number(1) : args[0];
  return [{ kind: 'case', branches: [{ when, then: kept }] }, ...args.slice(1)];
}

export function lowerWindow(low: Low, window: Window): Window {
  if (window.frame?.unit === 'groups' || window.frame?.exclude) lacks(low, 'this window frame');
  return { ...window, partitionBy: window.partitionBy.map((e) => value(low, e)), orderBy: lowerOrder(low, window.orderBy) };
}
