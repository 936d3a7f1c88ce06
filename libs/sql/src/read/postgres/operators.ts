import type { BinaryOperator, Expr, LikeExpr, QuantifiedExpr } from '@countersign/contracts';
import type { A_Expr, Node } from 'libpg-query';
import { refuse } from '../../refusal.js';
import { plainCall } from './calls.js';
import { namesOf, only, open, placed, type Reading } from './context.js';
import { exprOf } from './expr.js';
import { listOf } from './query.js';

const BINARY: ReadonlySet<string> = new Set<BinaryOperator>([
  '+', '-', '*', '/', '%', '^', '||', '=', '<>', '<', '<=', '>', '>=', '&', '|', '#', '<<', '>>', '->', '->>', '#>', '#>>', '@>', '<@', '?', '&&',
  '@?', '@@', '?|', '?&', '#-', '-|-', '&<', '&>', '<->',
]);
const COMPARISONS: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=']);
const REGEX: Record<string, readonly [LikeExpr['type'], boolean]> = { '~': ['regex', false], '!~': ['regex', true], '~*': ['iregex', false], '!~*': ['iregex', true] };
const LIKE: Record<string, readonly [LikeExpr['type'], boolean]> = { '~~': ['like', false], '!~~': ['like', true], '~~*': ['ilike', false], '!~~*': ['ilike', true] };

const PREFIX_CALLS: Readonly<Record<string, string>> = { '|/': 'sqrt', '||/': 'cbrt', '@': 'abs' };

export function operationOf(ctx: Reading, node: A_Expr): Expr {
  const at = placed(ctx, node.location);
  only('operator', node, ['kind', 'name', 'lexpr', 'rexpr', 'rexpr_list_start', 'rexpr_list_end'], at.at);
  const names = namesOf(node.name);
  // OPERATOR(pg_catalog.=) is what = means anyway.
  if (names.length !== 1 && !(names.length === 2 && names[0] === 'pg_catalog')) refuse('unknown-operator', 'OPERATOR(…) is not allowed', at.at);
  const op = names.at(-1)!;
  const left = (): Expr => exprOf(ctx, node.lexpr);
  const right = (): Expr => exprOf(ctx, node.rexpr);
  switch (node.kind) {
    case 'AEXPR_OP': return plainOperation(ctx, node, op, at);
    case 'AEXPR_OP_ANY':
    case 'AEXPR_OP_ALL': return quantified(ctx, node, op, at);
    case 'AEXPR_DISTINCT':
    case 'AEXPR_NOT_DISTINCT': return { kind: 'distinct-test', left: left(), right: right(), negated: node.kind === 'AEXPR_NOT_DISTINCT', ...at };
    case 'AEXPR_NULLIF': return plainCall('nullif', [left(), right()], at);
    case 'AEXPR_IN': return { kind: 'in-list', operand: left(), items: listOf(required(node.rexpr)).map((e) => exprOf(ctx, e)), negated: op === '<>', ...at };
    case 'AEXPR_LIKE':
    case 'AEXPR_ILIKE':
    case 'AEXPR_SIMILAR': return likeOf(ctx, node, op, at);
    case 'AEXPR_BETWEEN':
    case 'AEXPR_NOT_BETWEEN':
    case 'AEXPR_BETWEEN_SYM':
    case 'AEXPR_NOT_BETWEEN_SYM': {
      const [first, second] = listOf(required(node.rexpr)).map((e) => exprOf(ctx, e));
      const negated = node.kind.includes('NOT');
      const between = (low: Expr, high: Expr): Expr => ({ kind: 'between', operand: left(), low, high, negated, symmetric: false, ...at });
      if (!node.kind.endsWith('SYM')) return between(first!, second!);
      // SYMMETRIC, which few readers know, is short for trying both orders.
      return { kind: 'logical', op: negated ? 'and' : 'or', operands: [between(first!, second!), between(second!, first!)], ...at };
    }
    default: return refuse('forbidden-node', `${node.kind} is not allowed`, at.at);
  }
}

function plainOperation(ctx: Reading, node: A_Expr, op: string, at: { at?: number }): Expr {
  const right = exprOf(ctx, node.rexpr);
  if (!node.lexpr) {
    const call = PREFIX_CALLS[op];
    if (call) return plainCall(call, [right], at);
    if (op !== '-' && op !== '+' && op !== '~') refuse('unknown-operator', `the prefix operator ${op} is not known`, at.at);
    return { kind: 'unary', op, operand: right, ...at };
  }
  if (op === '^@') return plainCall('starts_with', [exprOf(ctx, node.lexpr), right], at);
  const regex = REGEX[op];
  if (regex) return { kind: 'like', type: regex[0], operand: exprOf(ctx, node.lexpr), pattern: right, negated: regex[1], ...at };
  if (!BINARY.has(op)) refuse('unknown-operator', `the operator ${op} is not known`, at.at);
  return { kind: 'binary', op: op as BinaryOperator, left: exprOf(ctx, node.lexpr), right, ...at };
}

/** `x = ANY (array)`. LIKE ANY over a written-out array becomes the OR (ALL: the AND) that it stands for. */
function quantified(ctx: Reading, node: A_Expr, op: string, at: { at?: number }): Expr {
  const quantifier = node.kind === 'AEXPR_OP_ANY' ? 'any' : 'all';
  const like = LIKE[op] ?? REGEX[op];
  const left = exprOf(ctx, node.lexpr);
  const right = exprOf(ctx, node.rexpr);
  if (like) {
    if (right.kind !== 'array' || right.items.length < 2) refuse('unknown-operator', 'LIKE ANY takes a list of two or more patterns: LIKE ANY (ARRAY[…])', at.at);
    const operands = right.items.map((pattern): Expr => ({ kind: 'like', type: like[0], operand: left, pattern, negated: like[1], ...at }));
    return { kind: 'logical', op: quantifier === 'any' ? 'or' : 'and', operands, ...at };
  }
  if (!COMPARISONS.has(op)) refuse('unknown-operator', `the operator ${op} can't be used with ${quantifier.toUpperCase()}`, at.at);
  return { kind: 'quantified', op: op as QuantifiedExpr['op'], quantifier, left, right, ...at };
}

function likeOf(ctx: Reading, node: A_Expr, op: string, at: { at?: number }): Expr {
  const operand = exprOf(ctx, node.lexpr);
  const type = node.kind === 'AEXPR_SIMILAR' ? 'similar' : node.kind === 'AEXPR_ILIKE' ? 'ilike' : 'like';
  const negated = op.startsWith('!');
  const [kind, fields] = open(required(node.rexpr));
  const wrapper = kind === 'FuncCall' ? namesOf(fields.funcname).join('.') : '';
  if (kind !== 'FuncCall' || (wrapper !== 'pg_catalog.like_escape' && wrapper !== 'pg_catalog.similar_to_escape')) {
    return { kind: 'like', type, operand, pattern: exprOf(ctx, node.rexpr), negated, ...at };
  }
  const [pattern, escape] = (fields.args ?? []).map((a) => exprOf(ctx, a));
  if (escape && (escape.kind !== 'string' || [...escape.value].length > 1)) refuse('forbidden-node', 'ESCAPE takes one character in quotes', at.at);
  // Backslash is the default; leaving it out keeps it from standing before a quote in the printed text.
  const written = escape?.kind === 'string' && escape.value !== '\\' ? { escape: escape.value } : {};
  return { kind: 'like', type, operand, pattern: pattern!, ...written, negated, ...at };
}

function required(node: Node | undefined): Node {
  return node ?? refuse('unparseable', 'an operator lacks an operand');
}
