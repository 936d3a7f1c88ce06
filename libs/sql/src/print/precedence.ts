import type { BinaryExpr, BinaryOperator, Expr } from '@countersign/contracts';

/**
 * How tightly a printed expression holds together, where all engines and readers agree on it: OR and AND (`logical`),
 * NOT and comparisons (`condition`), a sign (`signed`), `+ -` (`sum`), `* /` (`product`), one word or call (`atom`).
 * Whatever they don't agree on (`||`, `%`, JSON operators, bits) counts as a condition: it is bracketed in everything
 * but AND and OR, which bind loosest everywhere. AND inside OR keeps its brackets for the person who reads it.
 */
export type Level = 'logical' | 'condition' | 'signed' | 'sum' | 'product' | 'atom';

const ORDER: Record<Level, number> = { logical: 0, condition: 1, signed: 2, sum: 3, product: 4, atom: 5 };
const ATOMS: ReadonlySet<Expr['kind']> = new Set<Expr['kind']>([
  'column', 'star', 'number', 'string', 'boolean', 'null', 'typed-literal', 'case', 'cast', 'call', 'array', 'subquery', 'row', 'subscript', 'metric', 'named-filter',
]);
const COMPARISONS: ReadonlySet<BinaryOperator> = new Set<BinaryOperator>(['=', '<>', '<', '<=', '>', '>=']);

/** Must this expression stand in brackets where `least` is asked for? */
export const bracketsFor = (e: Expr, least: Level): boolean => ORDER[levelOf(e)] < ORDER[least];

function levelOf(e: Expr): Level {
  if (ATOMS.has(e.kind)) return 'atom';
  if (e.kind === 'logical') return 'logical';
  if (e.kind === 'unary') return (e.op === '-' || e.op === '+') && ATOMS.has(e.operand.kind) ? 'signed' : 'condition';
  if (e.kind !== 'binary') return 'condition';
  if (e.op === '+' || e.op === '-') return 'sum';
  return e.op === '*' || e.op === '/' ? 'product' : 'condition';
}

/** What the two sides of an operator may be without brackets; all operators that chain do so from the left. */
export function operandLevels(e: BinaryExpr): { left: Level; right: Level } {
  if (COMPARISONS.has(e.op)) return { left: 'signed', right: 'signed' };
  if (e.op === '+' || e.op === '-') return { left: 'sum', right: 'product' };
  if (e.op === '*' || e.op === '/') return { left: 'product', right: 'atom' };
  const chain = e.op === '||' && e.left.kind === 'binary' && e.left.op === '||';
  return { left: chain ? 'condition' : 'atom', right: 'atom' };
}
