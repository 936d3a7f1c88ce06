import type { CallExpr, Expr } from '@countersign/contracts';
import { MAX_FACTORIAL, MAX_SERIES_ROWS, MAX_VALUE_SIZE } from '../../limits.js';
import { refuse } from '../../refusal.js';
import { FUNCTIONS } from '../../registry/functions.js';
import { everyNode, walk } from '../../walk.js';
import { numberBound } from '../constant.js';
import type { Rule } from '../rule.js';
import { seriesRows } from '../series.js';

/**
 * A few characters may ask for gigabytes: `repeat('x', 1000000000)`, `lpad(a, 1e9)`, `generate_series(1, 1e12)`. What makes
 * values longer has to say how much longer, in the text; no limit on rows or cost sees it otherwise.
 */
export const oversizedValues: Rule = {
  name: 'oversized-values',
  check({ query }) {
    everyNode<Expr>(query).forEach((node) => {
      if (node.kind !== 'call') return;
      SPECIAL[node.name]?.(node);
      if (GROWING[node.name] && sizeOf(node) > MAX_VALUE_SIZE) tooLarge(node, `may make a value of more than ${MAX_VALUE_SIZE} characters`);
    });
  },
};

const tooLarge = (call: CallExpr, why: string): never => refuse('oversized-value', `${call.name} ${why}`, call.at);

/** What a column is counted as: what makes it longer is bounded, what it holds is the table's. */
const COLUMN_SIZE = 100;

/** Roughly the characters of a value, at most. */
function sizeOf(e: Expr | undefined): number {
  switch (e?.kind) {
    case undefined: case 'column': return COLUMN_SIZE;
    case 'string': return e.value.length;
    case 'number': return e.text.length;
    case 'cast': return sizeOf(e.operand);
    case 'binary': return e.op === '||' ? sizeOf(e.left) + sizeOf(e.right) : COLUMN_SIZE;
    case 'case': return Math.max(0, ...[...e.branches.map((b) => b.then), ...(e.otherwise ? [e.otherwise] : [])].map(sizeOf));
    case 'call': return GROWING[e.name]?.(e) ?? e.args.reduce((sum, arg) => sum + sizeOf(arg), 0);
    default: return COLUMN_SIZE;
  }
}

/** A count that has to be known: a number in the text, or LEAST with one. */
function counted(call: CallExpr, arg: Expr | undefined): number {
  return numberBound(arg) ?? tooLarge(call, 'needs a number as its count, or LEAST(count, 100)');
}

const GROWING: Readonly<Record<string, (call: CallExpr) => number>> = {
  repeat: (c) => sizeOf(c.args[0]) * counted(c, c.args[1]),
  replicate: (c) => sizeOf(c.args[0]) * counted(c, c.args[1]),
  space: (c) => counted(c, c.args[0]),
  lpad: (c) => Math.max(sizeOf(c.args[0]), counted(c, c.args[1])),
  rpad: (c) => Math.max(sizeOf(c.args[0]), counted(c, c.args[1])),
  replace: (c) => sizeOf(c.args[0]) * Math.max(1, sizeOf(c.args[2])),
  regexp_replace: (c) => sizeOf(c.args[0]) * Math.max(1, sizeOf(c.args[2])),
  format: (c) => c.args.reduce((sum, arg) => sum + sizeOf(arg), 0) + widths(c),
};

/** Widths of `%20s`; a format that is not written out, or takes a width from a value (`%*s`), could say any. */
function widths(call: CallExpr): number {
  const format = call.args[0];
  if (format?.kind !== 'string' || format.value.includes('*')) return tooLarge(call, 'needs its format written out, with widths in digits');
  return [...format.value.matchAll(/\d+/g)].reduce((sum, [digits]) => sum + Number(digits), 0);
}

const SPECIAL: Readonly<Record<string, (call: CallExpr) => void>> = {
  factorial(call) {
    if (counted(call, call.args[0]) > MAX_FACTORIAL) tooLarge(call, `is not computed beyond ${MAX_FACTORIAL}`);
  },
  generate_series(call) {
    walk<Expr>(call.args, (arg) => {
      if (arg.kind === 'call' && FUNCTIONS.get(arg.name)?.kind === 'set') tooLarge(call, 'does not take sets of rows');
    });
    if ((seriesRows(call) ?? 0) > MAX_SERIES_ROWS) tooLarge(call, `makes more than ${MAX_SERIES_ROWS} rows`);
  },
};
