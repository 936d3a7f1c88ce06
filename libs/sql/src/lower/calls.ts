import type { CallExpr, Expr, FrameBound, Window, WindowFrame } from '@countersign/contracts';
import { spellingOf } from '../dialects/spelling/spelling-of.js';
import { FUNCTIONS } from '../registry/functions.js';
import { exactly, exactlyTogether } from './exact.js';
import { condition, value } from './expr.js';
import { lacks, number, type Low } from './lowering.js';
import { lowerOrder } from './order.js';
import { said } from './template.js';

/** A call in the engine's own functions, or a refusal that names it. */
export function lowerCall(low: Low, e: CallExpr): Expr {
  if (e.name === 'concat' && low.engine.concat) return low.engine.concat(low, e);
  // What is summed up is not what the groups are made of.
  const { grouped: _grouped, ...rows } = low;
  const args = aggregatedArgs(e.over || FUNCTIONS.get(e.name)?.kind !== 'aggregate' ? low : rows, e);
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

const TOLD_APART = new Set(['min', 'max']);
const TOGETHER = new Set(['nullif', 'greatest', 'least']);

/** Arguments that the function compares with each other, or over rows. */
function comparedArgs(low: Low, e: CallExpr): Expr[] {
  const args = e.args.map((a) => value(low, a));
  if (TOGETHER.has(e.name)) return exactlyTogether(low, e.args, args);
  return e.distinct || TOLD_APART.has(e.name) ? args.map((a, i) => (e.args[i]!.kind === 'string' ? a : exactly(low, e.args[i]!, a))) : args;
}

/** FILTER becomes a CASE around what is aggregated: rows that it leaves out count for nothing. */
function aggregatedArgs(low: Low, e: CallExpr): Expr[] {
  const args = comparedArgs(low, e);
  if (!e.filter) return args;
  const when = condition(low, e.filter);
  const kept = args[0] === undefined || args[0].kind === 'star' ? number(1) : args[0];
  return [{ kind: 'case', branches: [{ when, then: kept }] }, ...args.slice(1)];
}

function bound(low: Low, unit: WindowFrame['unit'], at: FrameBound): FrameBound {
  if (!('offset' in at)) return at;
  const interval = at.offset.kind === 'typed-literal' && at.offset.type === 'interval';
  if (unit !== 'range' || !interval) return { ...at, offset: value(low, at.offset) };
  return { ...at, offset: low.engine.frameInterval?.(low, at.offset) ?? lacks(low, 'a RANGE of an interval', at.offset.at) };
}

export function lowerWindow(low: Low, window: Window): Window {
  if (window.frame?.unit === 'groups' || window.frame?.exclude) lacks(low, 'this window frame');
  const frame = window.frame && { ...window.frame, start: bound(low, window.frame.unit, window.frame.start), ...(window.frame.end ? { end: bound(low, window.frame.unit, window.frame.end) } : {}) };
  return { ...window, partitionBy: window.partitionBy.map((e) => exactly(low, e, value(low, e))), orderBy: lowerOrder(low, window.orderBy), ...(frame ? { frame } : {}) };
}
