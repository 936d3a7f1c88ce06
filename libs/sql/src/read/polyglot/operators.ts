import type { BinaryOperator, Expr, LikeExpr, QuantifiedExpr } from '@countersign/contracts';
import { refuse } from '../../refusal.js';
import { plainCall } from '../plain-call.js';
import { only, open, type Json, type Reading } from './context.js';
import { exprOf } from './expr.js';
import { checkOperand } from './precedence.js';
import { statementOf } from './query.js';

const COMPARISONS: Readonly<Record<string, QuantifiedExpr['op']>> = { eq: '=', neq: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' };
/** Infix operators that chain from the left. */
const CHAINS: Readonly<Record<string, BinaryOperator>> = {
  add: '+', sub: '-', mul: '*', div: '/', mod: '%', concat: '||', d_pipe: '||',
  bitwise_and: '&', bitwise_or: '|', bitwise_xor: '#', bitwise_left_shift: '<<', bitwise_right_shift: '>>',
};
const LIKES: Readonly<Record<string, LikeExpr['type']>> = { like: 'like', i_like: 'ilike', similar_to: 'similar', regexp_like: 'regex', regexp_i_like: 'iregex' };

/** An operation of any kind; `undefined` when the node is not one. */
export function operationOf(ctx: Reading, kind: string, node: Json): Expr | undefined {
  if (COMPARISONS[kind]) return { kind: 'binary', op: COMPARISONS[kind], ...sides(ctx, kind, node, 'both') };
  if (CHAINS[kind]) {
    const { left, right } = sides(ctx, kind, node, 'left');
    return ctx.grammar.operation?.(CHAINS[kind], left, right) ?? { kind: 'binary', op: CHAINS[kind], left, right };
  }
  if (LIKES[kind]) return likeOf(ctx, kind, node, LIKES[kind]);
  switch (kind) {
    case 'and': case 'or': return logicOf(ctx, kind, node);
    case 'int_div': {
      const { left, right } = sides(ctx, kind, { left: node['this'], right: node['expression'] }, 'left');
      return plainCall('div', [left, right], {});
    }
    case 'xor': {
      // One of the two and not both; NULL when either is.
      const { left, right } = sides(ctx, kind, { left: node['this'], right: node['expression'] }, 'left');
      return plainCall('xor', [left, right], {});
    }
    case 'not': return notOf(ctx, node);
    case 'neg': return { kind: 'unary', op: '-', operand: prefixed(ctx, kind, node) };
    case 'bitwise_not': return { kind: 'unary', op: '~', operand: prefixed(ctx, kind, node) };
    case 'null_safe_eq': {
      const { left, right } = sides(ctx, kind, node, 'both');
      return plainCall('null_safe_equal', [left, right], {});
    }
    case 'is_null': return { kind: 'null-test', operand: tested(ctx, kind, node), negated: node['not'] === true };
    case 'is_true': case 'is_false': return { kind: 'boolean-test', operand: tested(ctx, kind, node), value: kind === 'is_true', negated: node['not'] === true };
    case 'between': return betweenOf(ctx, node);
    case 'in': return inOf(ctx, node);
    case 'any': case 'all': return quantifiedOf(ctx, kind, node);
    default: return undefined;
  }
}

function sides(ctx: Reading, kind: string, node: Json, association: 'left' | 'both'): { left: Expr; right: Expr } {
  only(kind, node, ['left', 'right']);
  checkOperand(ctx, kind, node['left'], association);
  checkOperand(ctx, kind, node['right'], 'right');
  return { left: exprOf(ctx, node['left']), right: exprOf(ctx, node['right']) };
}

function prefixed(ctx: Reading, kind: string, node: Json): Expr {
  only(kind, node, ['this']);
  checkOperand(ctx, kind, node['this'], 'left');
  return exprOf(ctx, node['this']);
}

function tested(ctx: Reading, kind: string, node: Json): Expr {
  only(kind, node, ['this', 'not']);
  checkOperand(ctx, kind, node['this'], 'both');
  return exprOf(ctx, node['this']);
}

/** Flat, in written order (the parser balances long chains); what stands in brackets stays a node of its own. */
function logicOf(ctx: Reading, kind: 'and' | 'or', node: Json): Expr {
  const operands: Expr[] = [];
  const pending: unknown[] = [{ [kind]: node }];
  for (let here = pending.pop(); here !== undefined; here = pending.pop()) {
    const [inner, fields] = open(here);
    if (inner === kind) {
      only(kind, fields, ['left', 'right']);
      pending.push(fields['right'], fields['left']);
    } else {
      checkOperand(ctx, kind, here, 'right');
      operands.push(exprOf(ctx, here));
    }
  }
  return { kind: 'logical', op: kind, operands };
}

/** `x NOT LIKE y` comes as NOT of LIKE, and so does `NOT x LIKE y`: they mean the same. */
function notOf(ctx: Reading, node: Json): Expr {
  const operand = prefixed(ctx, 'not', node);
  const [kind] = open(node['this']);
  if (operand.kind === 'like' && LIKES[kind]) return { ...operand, negated: !operand.negated };
  if ((operand.kind === 'in-query' || operand.kind === 'in-list' || operand.kind === 'between') && (kind === 'in' || kind === 'between') && !operand.negated) return { ...operand, negated: true };
  return { kind: 'unary', op: 'not', operand };
}

function betweenOf(ctx: Reading, node: Json): Expr {
  only('BETWEEN', node, ['this', 'low', 'high', 'not']);
  for (const part of ['this', 'low', 'high']) checkOperand(ctx, 'between', node[part], 'both');
  return { kind: 'between', operand: exprOf(ctx, node['this']), low: exprOf(ctx, node['low']), high: exprOf(ctx, node['high']), negated: node['not'] === true, symmetric: false };
}

function inOf(ctx: Reading, node: Json): Expr {
  only('IN', node, ['this', 'expressions', 'query', 'not']);
  checkOperand(ctx, 'in', node['this'], 'both');
  const operand = exprOf(ctx, node['this']);
  const negated = node['not'] === true;
  if (node['query']) return { kind: 'in-query', operand, query: statementOf(ctx, node['query']), negated };
  const items = node['expressions'] as unknown[];
  // IN ((SELECT …)) is IN over the rows of the subquery for every engine here.
  const [only1] = items.length === 1 ? open(items[0]) : [undefined];
  if (only1 === 'subquery' || (only1 !== undefined && QUERIES.has(only1))) return { kind: 'in-query', operand, query: statementOf(ctx, items[0]), negated };
  if (items.length === 0) refuse('unparseable', 'IN takes at least one value');
  return { kind: 'in-list', operand, items: items.map((i) => exprOf(ctx, i)), negated };
}

const QUERIES: ReadonlySet<string> = new Set(['select', 'union', 'intersect', 'except']);

function quantifiedOf(ctx: Reading, quantifier: 'any' | 'all', node: Json): Expr {
  only(quantifier.toUpperCase(), node, ['this', 'subquery', 'op']);
  const op = COMPARISONS[String(node['op']).toLowerCase()];
  if (!op) refuse('unknown-operator', `this operator can't be used with ${quantifier.toUpperCase()}`);
  checkOperand(ctx, 'eq', node['this'], 'both');
  return { kind: 'quantified', op, quantifier, left: exprOf(ctx, node['this']), right: statementOf(ctx, node['subquery']) };
}

function likeOf(ctx: Reading, kind: string, node: Json, type: LikeExpr['type']): Expr {
  const regex = kind.startsWith('regexp');
  only(kind, node, regex ? ['this', 'pattern'] : ['left', 'right', 'escape']);
  const [left, right] = regex ? [node['this'], node['pattern']] : [node['left'], node['right']];
  checkOperand(ctx, kind, left, 'both');
  checkOperand(ctx, kind, right, 'right');
  const escape = node['escape'] ? exprOf(ctx, node['escape']) : undefined;
  if (escape && (escape.kind !== 'string' || [...escape.value].length > 1)) refuse('forbidden-node', 'ESCAPE takes one character in quotes');
  const written = escape?.kind === 'string' && escape.value !== '\\' ? { escape: escape.value } : {};
  const [operand, pattern] = [exprOf(ctx, left), exprOf(ctx, right)];
  const other = regex ? ctx.grammar.operation?.(type, operand, pattern) : undefined;
  return other ?? { kind: 'like', type, operand, pattern, ...written, negated: false };
}
