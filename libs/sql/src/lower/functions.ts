import type { Expr } from '@countersign/contracts';
import { condition } from './expr.js';
import { call, number, type FunctionLowering } from './lowering.js';

/** GREATEST and LEAST leave NULLs out; elsewhere one NULL makes the result NULL: each argument falls back on the others. */
export const ignoringNulls: FunctionLowering = ({ call: c, args }) => {
  const filled = args.map((a, i): Expr => (args.length === 1 || c.args[i]?.kind === 'number' ? a : call('coalesce', a, ...args.filter((_, n) => n !== i))));
  return call(c.name, ...filled);
};

/** bool_and and bool_or: the smallest and the largest of ones and zeros is one. */
export const extremeOfTruth = (name: 'min' | 'max'): FunctionLowering => ({ low, call: c, filter }) => {
  const is = condition(low, c.args[0]!);
  const kept = filter ? condition(low, filter) : undefined;
  const when = (e: Expr): Expr => (kept ? { kind: 'logical', op: 'and', operands: [kept, e] } : e);
  const ones: Expr = { kind: 'case', branches: [{ when: when(is), then: number(1) }, { when: when({ kind: 'unary', op: 'not', operand: is }), then: number(0) }] };
  return { kind: 'binary', op: '=', left: { ...call(name, ones), ...(c.over ? { over: c.over } : {}) }, right: number(1) };
};

/** Ranking needs an order in these engines; where none is asked for, any will do. */
export const ranking = (anyOrder: Expr): FunctionLowering => ({ call: c, args }) => {
  const { over } = c;
  const ordered = over && over.orderBy.length === 0 ? { over: { ...over, orderBy: [{ expr: anyOrder, direction: 'asc' as const }] } } : {};
  return { ...c, args: [...args], ...ordered };
};

/** The functions over a window that want an order. */
export const RANKINGS = ['row_number', 'rank', 'dense_rank', 'ntile', 'lag', 'lead', 'first_value', 'last_value', 'percent_rank', 'cume_dist'] as const;

export const rankings = (anyOrder: Expr): Record<string, FunctionLowering> => Object.fromEntries(RANKINGS.map((name) => [name, ranking(anyOrder)]));
