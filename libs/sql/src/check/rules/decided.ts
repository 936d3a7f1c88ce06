import type { CallExpr, Expr } from '@countersign/contracts';
import { sameTree } from '../../walk.js';

/**
 * Has the expression one value, whatever the columns in it hold? `x.id * 0`, `x.id - x.id`, `left(x.name, 0)`, `coalesce(1, x.id)`: compared with
 * something of another table, it ties nothing.
 */
export function decided(e: Expr): boolean {
  switch (e.kind) {
    case 'number': case 'string': case 'boolean': case 'null': case 'typed-literal': return true;
    case 'cast': case 'unary': return decided(e.operand);
    case 'binary': return decidedSum(e.op, e.left, e.right) || (decided(e.left) && decided(e.right));
    case 'case': return oneResult([...e.branches.map((b) => b.then), ...(e.otherwise ? [e.otherwise] : [])]);
    case 'call': return e.args.length > 0 && (decidedCall(e) || e.args.every(decided));
    default: return false;
  }
}

const isNumber = (e: Expr | undefined, value: number): boolean => (e?.kind === 'cast' || (e?.kind === 'unary' && e.op !== 'not') ? isNumber(e.operand, value) : e?.kind === 'number' && Number(e.text) === value);

function decidedSum(op: string, left: Expr, right: Expr): boolean {
  switch (op) {
    case '*': case '&': return isNumber(left, 0) || isNumber(right, 0);
    case '/': return isNumber(left, 0) || sameTree(left, right);
    case '-': case '#': return sameTree(left, right);
    case '%': return isNumber(left, 0) || isNumber(right, 1) || sameTree(left, right);
    case '^': return isNumber(right, 0) || isNumber(left, 1) || isNumber(left, 0);
    default: return false;
  }
}

/** Calls whose last argument leaves nothing of the others. */
const NOTHING_LEFT: ReadonlySet<string> = new Set(['left', 'right', 'repeat', 'lpad', 'rpad', 'substring', 'substr']);

function decidedCall({ name, args }: CallExpr): boolean {
  const [first, second] = args as [Expr, Expr?];
  const last = args.at(-1);
  if (NOTHING_LEFT.has(name)) return args.length > (name.startsWith('subst') ? 2 : 1) && isNumber(name.endsWith('pad') ? second : last, 0);
  if (name === 'coalesce' || name === 'ifnull' || name === 'isnull' || name === 'nvl') return first.kind !== 'null' && decided(first);
  if (name === 'nullif') return second !== undefined && sameTree(first, second);
  if (name === 'mod') return second !== undefined && decidedSum('%', first, second);
  if (name === 'div') return second !== undefined && decidedSum('/', first, second);
  return (name === 'power' || name === 'pow') && second !== undefined && decidedSum('^', first, second);
}

const oneResult = (results: readonly Expr[]): boolean => results.every((e) => decided(e) && sameTree(e, results[0]));
