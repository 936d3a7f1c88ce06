import type { ColumnExpr, Expr, Query } from '@countersign/contracts';
import { walk } from '../../walk.js';
import { decided } from './decided.js';
import type { Fixed } from './fixed-columns.js';
import { Groups } from './groups.js';

/** The relations of a FROM that can be tied; and those of one row, which are constants to the others. */
export interface Sight {
  all: readonly string[];
  constants: ReadonlySet<string>;
  /** Columns that have one value in all rows: to be equal in them ties nothing. */
  fixed: Fixed;
}

/**
 * Which relations a condition ties together, list by list: those on the two sides of a comparison, of BETWEEN, LIKE or IN. What it
 * says of one side alone or of both at once (`x.id + y.id > -1`) may hold for every pair of rows, and ties nothing.
 */
export function tiesOf(condition: Expr | undefined, sight: Sight): string[][] {
  if (!condition) return [];
  switch (condition.kind) {
    case 'logical': return condition.op === 'and' ? condition.operands.flatMap((e) => tiesOf(e, sight)) : inEachBranch(condition.operands, sight);
    case 'binary': return COMPARING.has(condition.op) ? compared(condition.left, condition.right, sight) : [];
    case 'between': return condition.negated ? [] : [...compared(condition.operand, condition.low, sight), ...compared(condition.operand, condition.high, sight)];
    case 'like': return condition.negated ? [] : sides(condition.operand, condition.pattern, sight);
    case 'in-list': return condition.negated ? [] : inEachBranch(condition.items.map((right): Expr => ({ kind: 'binary', op: '=', left: condition.operand, right })), sight);
    case 'in-query': return condition.negated ? [] : sides(condition.operand, condition.query, sight);
    case 'quantified': return COMPARING.has(condition.op) ? sides(condition.left, condition.right, sight) : [];
    case 'distinct-test': return condition.negated ? compared(condition.left, condition.right, sight) : [];
    case 'call': return COMPARING_CALLS.has(condition.name) ? sides(condition.args[0], condition.args[1], sight) : [];
    default: return [];
  }
}

/** That two columns differ ties nothing: nearly every row meets nearly every row. */
const COMPARING: ReadonlySet<string> = new Set(['=', '<', '>', '<=', '>=', '@>', '<@', '&&', '~', '~*']);
const COMPARING_CALLS: ReadonlySet<string> = new Set(['null_safe_equal', 'regexp', 'regexp_like', 'like_regexpr', 'starts_with', 'json_contains']);
/** What tells how far two values are from each other, or where the one is in the other; and what leaves that so. */
const DISTANCES: ReadonlySet<string> = new Set(['datediff', 'timestampdiff', 'timediff', 'days_between', 'seconds_between', 'months_between', 'years_between', 'age', 'position', 'strpos', 'instr', 'locate', 'charindex']);
const WRAPPERS: ReadonlySet<string> = new Set(['abs', 'trunc', 'round', 'floor', 'extract', 'date_part']);

/** `x.day - y.day = 1` and DATEDIFF(x.day, y.day) = 1 are comparisons of x with y. */
function compared(left: Expr, right: Expr, sight: Sight): string[][] {
  for (const [side, other] of [[left, right], [right, left]] as const) {
    const apart = mentioned(other, sight).length === 0 ? distance(side) : undefined;
    if (apart) return sides(apart[0], apart[1], sight);
  }
  return sides(left, right, sight);
}

function distance(e: Expr): [Expr, Expr] | undefined {
  if (e.kind === 'cast') return distance(e.operand);
  if (e.kind === 'binary') return e.op === '-' ? [e.left, e.right] : undefined;
  if (e.kind !== 'call') return undefined;
  const args = e.args.filter((a) => a.kind !== 'string' && a.kind !== 'number');
  const [one, two, more] = args;
  if (!one || more) return undefined;
  return two ? (DISTANCES.has(e.name) ? [one, two] : undefined) : WRAPPERS.has(e.name) ? distance(one) : undefined;
}

/** A column without a relation may belong to any: as far as the text says, it ties them all. */
function sides(left: unknown, right: unknown, sight: Sight): string[][] {
  const [of, to] = [mentioned(left, sight), mentioned(right, sight)];
  if (of.length === 0 || to.length === 0) return [];
  if (anyRelation(left) || anyRelation(right)) return [[...of, ...to]];
  return of.some((name) => to.includes(name)) ? [] : [[...of, ...to]];
}

interface Below {
  column: ColumnExpr;
  inQuery: boolean;
}

/** The columns below that something depends on; in a subquery, a column without a relation is its own. */
function columnsBelow(tree: unknown, inQuery = false): Below[] {
  const found: Below[] = [];
  walk<Expr | Query>(tree, (node) => {
    if (node.kind === 'column' && (node.qualifier.length || !inQuery)) found.push({ column: node, inQuery });
    if (node.kind !== 'query' && decided(node)) return false;
    if (node.kind !== 'query' || inQuery) return true;
    found.push(...columnsBelow(node, true));
    return false;
  });
  return found;
}

const anyRelation = (tree: unknown): boolean => columnsBelow(tree).some(({ column }) => column.qualifier.length === 0);

/** The relations that a tree mentions: of this FROM, or of a query around it, whose row stands still. */
export function mentioned(tree: unknown, { all, constants, fixed }: Sight): string[] {
  const columns = columnsBelow(tree);
  if (columns.some(({ column }) => column.qualifier.length === 0)) return [...all];
  return [...new Set(columns.flatMap(({ column, inQuery }) => {
    const name = column.qualifier.at(-1)!;
    if (fixed.get(name.toLowerCase())?.has(column.name.toLowerCase())) return [];
    const own = all.find((one) => one.toLowerCase() === name.toLowerCase());
    return own ?? (inQuery || constants.has(name.toLowerCase()) ? [] : name);
  }))];
}

/** What is tied whichever branch of an OR holds. */
function inEachBranch(branches: readonly Expr[], sight: Sight): string[][] {
  const grouped = branches.map((branch) => {
    const groups = new Groups();
    for (const [first, ...others] of [...tiesOf(branch, sight), bothNull(branch, sight)]) for (const name of others) groups.join(first!, name);
    return groups;
  });
  return sight.all.flatMap((a, i) => sight.all.slice(i + 1).filter((b) => grouped.every((groups) => groups.of(a) === groups.of(b))).map((b) => [a, b]));
}

/** `a.x = b.x OR a.x IS NULL AND b.x IS NULL` is how one says that they are equal. */
function bothNull(branch: Expr, sight: Sight): string[] {
  const tests = branch.kind === 'logical' && branch.op === 'and' ? branch.operands : [];
  return tests.flatMap((e) => (e.kind === 'null-test' && !e.negated ? mentioned(e.operand, sight) : []));
}
