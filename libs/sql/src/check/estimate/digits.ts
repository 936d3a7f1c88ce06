import type { Expr } from '@countersign/contracts';
import { MAX_DIGITS, MAX_DIGITS_IN_ALL, MAX_FACTOR_DIGITS } from '../../limits.js';
import { refuse } from '../../refusal.js';
import { FUNCTIONS } from '../../registry/functions.js';
import { everyNode } from '../../walk.js';
import { columnOf, COLUMN_SIZE, type Estimate, type Level } from './estimate.js';
import type { Range } from './range.js';

/** A number of rows that is an exponent: years, months, a rate. */
const ROW_EXPONENT = 100;
/** Digits of a number of rows that is raised to a power: mostly a rate. */
const ROW_DIGITS = 2;
/** What is shorter than this costs nothing. */
const FEW_DIGITS = 100;

const FLOATING: ReadonlySet<string> = new Set(['double', 'real', 'float']);

/** Floating point has no long numbers: it says that they are out of range. */
function isFloating(e: Expr): boolean {
  switch (e.kind) {
    case 'cast': return FLOATING.has(e.type.name) && !e.type.array;
    case 'unary': return isFloating(e.operand);
    case 'binary': return ['+', '-', '*', '/', '^'].includes(e.op) && (isFloating(e.left) || isFloating(e.right));
    case 'call': return e.name === 'random' || (FUNCTIONS.get(e.name)?.returns === 'number' && e.args.some(isFloating));
    default: return false;
  }
}

/** Digits of a power, before the point or behind it. */
export function powerDigits(level: Level, [base, of]: readonly [Expr, Estimate], [exponent, by]: readonly [Expr, Estimate]): number {
  if (isFloating(base) || isFloating(exponent)) return 25;
  return Math.max(20, Math.ceil(logOf(of) * magnitude(level, exponent, by)) || 0);
}

/** Digits of a power of e. */
export function expDigits(level: Level, exponent: Expr, by: Estimate): number {
  return isFloating(exponent) ? 25 : Math.max(20, Math.ceil(Math.LOG10E * magnitude(level, exponent, by)));
}

function logOf({ range, size }: Estimate): number {
  if (range?.base !== 'text') return size > 1.5 * COLUMN_SIZE ? size : ROW_DIGITS;
  const logs = [range.low, range.high].filter((n) => n !== 0).map((n) => Math.abs(Math.log10(Math.abs(n))));
  // What lies around nothing may be as near to it as it likes.
  const log = Math.max(0, ...logs, range.low <= 0 && range.high >= 0 && range.low !== range.high ? 1 : 0);
  return log === Infinity ? size : log;
}

/** How large a number may be that is an exponent. What tables hold counts as {@link ROW_EXPONENT}; what is computed from it does not count as that again. */
function magnitude(level: Level, e: Expr, of?: Estimate): number {
  const known = of && bound(of.range);
  if (known !== undefined && of!.range!.base === 'text') return known;
  switch (e.kind) {
    case 'number': return Math.abs(Number(e.text));
    case 'unary': return magnitude(level, e.operand);
    case 'cast': return magnitude(level, e.operand);
    case 'column': return ofColumn(columnOf(level, e.qualifier, e.name));
    case 'binary': {
      const [a, b] = [magnitude(level, e.left), magnitude(level, e.right)];
      if (e.op === '+' || e.op === '-') return a + b;
      if (e.op === '*') return a * b;
      if (e.op === '/') return e.right.kind === 'number' && b > 0 ? a / b : a;
      return e.op === '^' ? (a ** b) : known ?? a + b;
    }
    default: return known ?? (everyNode<Expr>(e).every((node) => node.kind !== 'number' || Math.abs(Number(node.text)) <= 10 * ROW_EXPONENT) ? ROW_EXPONENT : Infinity);
  }
}

const bound = (range: Range | undefined): number | undefined => range && Math.max(Math.abs(range.low), Math.abs(range.high)) + (range.base === 'text' ? 0 : ROW_EXPONENT);

const ofColumn = (column: Estimate): number => (column.stored ? ROW_EXPONENT : bound(column.range) ?? Infinity);

/** The digits that are computed, each and all together: no timeout ends the computation of a long number. */
export function checkDigits(level: Level, node: object, digits: number, what: string, at: number | undefined): number {
  if (!(digits <= MAX_DIGITS)) refuse('oversized-value', `${what} may have more than ${MAX_DIGITS} digits, and no timeout ends their computation: say how large the exponent may be, LEAST(n, 100), or CAST it AS double precision`, at);
  const { digits: all } = level.ctx;
  if (digits > FEW_DIGITS) all.set(node, digits);
  let sum = 0;
  for (const some of all.values()) sum += some;
  if (sum > MAX_DIGITS_IN_ALL) refuse('oversized-value', `the powers of this query may have more than ${MAX_DIGITS_IN_ALL} digits together, and no timeout ends their computation`, at);
  return digits;
}

/** What is computed from numbers of so many digits. */
export function checkFactors(what: string, sizes: readonly number[], at: number | undefined): void {
  if (sizes.some((size) => size > MAX_FACTOR_DIGITS)) refuse('oversized-value', `${what} is given a number that may have more than ${MAX_FACTOR_DIGITS} digits, and no timeout ends what it does`, at);
}
