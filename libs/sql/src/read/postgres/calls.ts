import type { CallExpr, Expr } from '@countersign/contracts';
import type { FuncCall, SQLValueFunction } from 'libpg-query';
import { refuse } from '../../refusal.js';
import { namesOf, only, placed, type Reading } from './context.js';
import { exprOf } from './expr.js';
import { orderOf } from './query.js';
import { windowOf } from './window.js';

export function plainCall(name: string, args: Expr[], at: { at?: number }): CallExpr {
  return { kind: 'call', name, args, distinct: false, orderBy: [], withinGroup: [], ...at };
}

export function callOf(ctx: Reading, node: FuncCall): Expr {
  const at = placed(ctx, node.location);
  only('function call', node, ['funcname', 'args', 'agg_order', 'agg_filter', 'over', 'agg_within_group', 'agg_star', 'agg_distinct', 'funcformat'], at.at);
  const name = functionName(namesOf(node.funcname), at.at);
  const args = (node.args ?? []).map((a) => exprOf(ctx, a));
  const bare = node.funcname?.length === 1 && !ctx.quoted(node.location);
  const placeholder = bare ? placeholderOf(name, args, node, at) : undefined;
  if (placeholder) return placeholder;
  if (name === 'timezone' && args.length === 2) return { kind: 'at-time-zone', operand: args[1]!, zone: args[0]!, ...at };
  if (name === 'extract' && args[0]?.kind === 'string') args[0] = { ...args[0], value: args[0].value.toLowerCase() };
  const order = orderOf(ctx, node.agg_order);
  return {
    kind: 'call',
    name,
    args: node.agg_star ? [{ kind: 'star', qualifier: [] }] : args,
    distinct: node.agg_distinct ?? false,
    orderBy: node.agg_within_group ? [] : order,
    withinGroup: node.agg_within_group ? order : [],
    ...(node.agg_filter ? { filter: exprOf(ctx, node.agg_filter) } : {}),
    ...(node.over ? { over: windowOf(ctx, node.over) } : {}),
    ...at,
  };
}

function functionName(parts: string[], at: number | undefined): string {
  if (parts.length === 1) return parts[0]!;
  if (parts.length === 2 && parts[0] === 'pg_catalog') return parts[1]!;
  return refuse('unknown-function', `${parts.join('.')} is not a function a query may use: functions have no schema`, at);
}

/** `metric('id')` and `filter('id')`, as bare words, name declared things of the pack. */
function placeholderOf(name: string, args: Expr[], node: FuncCall, at: { at?: number }): Expr | undefined {
  if (name !== 'metric' && name !== 'filter') return undefined;
  const plain = !node.over && !node.agg_filter && !node.agg_order && !node.agg_distinct && !node.agg_star;
  const [id, more] = args;
  if (!plain || id?.kind !== 'string' || more) refuse('wrong-arguments', `${name}('id') takes one name in quotes and nothing else`, at.at);
  return name === 'metric' ? { kind: 'metric', id: id.value, ...at } : { kind: 'named-filter', id: id.value, ...at };
}

const VALUE_FUNCTIONS: Record<string, string> = {
  SVFOP_CURRENT_DATE: 'current_date', SVFOP_CURRENT_TIME: 'current_time', SVFOP_CURRENT_TIMESTAMP: 'current_timestamp',
  SVFOP_LOCALTIME: 'localtime', SVFOP_LOCALTIMESTAMP: 'localtimestamp',
  SVFOP_CURRENT_USER: 'current_user', SVFOP_SESSION_USER: 'session_user', SVFOP_USER: 'user', SVFOP_CURRENT_ROLE: 'current_role',
  SVFOP_CURRENT_CATALOG: 'current_catalog', SVFOP_CURRENT_SCHEMA: 'current_schema',
};

/** CURRENT_DATE and its kind: functions written without brackets. Those about the session have no registry entry. */
export function valueFunctionOf(ctx: Reading, node: SQLValueFunction): Expr {
  const at = placed(ctx, node.location);
  only('value function', node, ['op', 'typmod'], at.at);
  const name = VALUE_FUNCTIONS[node.op ?? ''];
  if (!name || node.typmod !== -1) refuse('forbidden-node', 'a precision is not allowed here', at.at);
  return plainCall(name, [], at);
}
